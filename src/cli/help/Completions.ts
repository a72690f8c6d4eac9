import * as Command from "effect/cli/Command"
import * as ShellCompletions from "effect/cli/Completions"
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** `--completions`: a shell script that completes commands, options and their values. */
export const completions = GlobalFlag.Action({
  flag: Flag.ChoiceWithValue("completions", [
    ["bash", "bash"],
    ["zsh", "zsh"],
    ["fish", "fish"],
    ["powershell", "powershell"]
  ]).pipe(Flag.withDescription("Shell to print a completion script for"), Flag.optional),
  run: Effect.fnUntraced(function* (shell: Option.Option<ShellCompletions.Shell>, { builtIns, command }) {
    if (Option.isNone(shell)) return
    const { checks } = yield* Effect.promise(() => import("../../domain/checks/CheckRegistry.ts"))
    const rules = checks.map(({ id }) => id)
    const everywhere = Command.make("everywhere", { flags: builtIns.map(({ flag }) => flag) })
    const { flags } = ShellCompletions.fromCommand(everywhere)
    const { flags: own, ...root } = withCompletions(ShellCompletions.fromCommand(command), flags, rules)
    const descriptor = { ...root, flags: [...own, ...flags.filter(({ name }) => name !== help)] }
    yield* Console.log(ShellCompletions.generate(command.name, shell.value, descriptor))
  })
})

/** Adds what command definitions lack: `--help`, the options that are paths, and the ids for `explain`. */
const withCompletions = (
  command: ShellCompletions.CommandDescriptor,
  everywhere: ReadonlyArray<ShellCompletions.FlagDescriptor>,
  rules: ReadonlyArray<string>
): ShellCompletions.CommandDescriptor => ({
  ...command,
  flags: [
    ...command.flags.map((flag) => ({ ...flag, type: pathTypes[flag.name] ?? flag.type })),
    ...everywhere.filter(({ name }) => name === help)
  ],
  arguments: command.arguments.map((argument) =>
    command.name === "explain" ? { ...argument, type: { _tag: "Choice", values: rules } } : argument
  ),
  subcommands: command.subcommands.map((subcommand) => withCompletions(subcommand, everywhere, rules))
})

/** Options that are paths. They are defined as texts, because Effect's path options resolve to absolute paths. */
const pathTypes: Partial<Record<string, ShellCompletions.FlagType>> = {
  src: { _tag: "Path", pathType: "directory" },
  releases: { _tag: "Path", pathType: "directory" },
  keys: { _tag: "Path", pathType: "file" },
  out: { _tag: "Path", pathType: "file" }
}

/** The only global option that is completed after a subcommand. */
const help = "help"
