import * as Command from "effect/cli/Command"
import * as ShellCompletions from "effect/cli/Completions"
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** `--completions`: a script with which a shell completes commands, their options, and what these take. */
export const completions = GlobalFlag.Action({
  flag: Flag.ChoiceWithValue("completions", [
    ["bash", "bash"],
    ["zsh", "zsh"],
    ["fish", "fish"],
    ["powershell", "powershell"]
  ]).pipe(Flag.withDescription("Print a script for a shell to complete commands with"), Flag.optional),
  run: Effect.fnUntraced(function* (shell: Option.Option<ShellCompletions.Shell>, { builtIns, command }) {
    if (Option.isNone(shell)) return
    const { checks } = yield* Effect.promise(() => import("../../domain/checks/CheckRegistry.ts"))
    const rules = checks.map(({ id }) => id)
    const everywhere = Command.make("everywhere", { flags: builtIns.map(({ flag }) => flag) })
    const { flags } = ShellCompletions.fromCommand(everywhere)
    const { flags: own, ...root } = completed(ShellCompletions.fromCommand(command), flags, rules)
    const descriptor = { ...root, flags: [...own, ...flags.filter(({ name }) => name !== help)] }
    yield* Console.log(ShellCompletions.generate(command.name, shell.value, descriptor))
  })
})

/** Adds what the definitions of commands do not tell: `--help`, which texts are paths, and the rules that `explain` knows. */
const completed = (
  command: ShellCompletions.CommandDescriptor,
  everywhere: ReadonlyArray<ShellCompletions.FlagDescriptor>,
  rules: ReadonlyArray<string>
): ShellCompletions.CommandDescriptor => ({
  ...command,
  flags: [
    ...command.flags.map((flag) => ({ ...flag, type: paths[flag.name] ?? flag.type })),
    ...everywhere.filter(({ name }) => name === help)
  ],
  arguments: command.arguments.map((argument) =>
    command.name === "explain" ? { ...argument, type: { _tag: "Choice", values: rules } } : argument
  ),
  subcommands: command.subcommands.map((subcommand) => completed(subcommand, everywhere, rules))
})

/**
 * Options that name a place on disk. They are texts to Effect, whose own paths would come out absolute and so be shown
 * in another way than they were written.
 */
const paths: Partial<Record<string, ShellCompletions.FlagType>> = {
  src: { _tag: "Path", pathType: "directory" },
  releases: { _tag: "Path", pathType: "directory" },
  keys: { _tag: "Path", pathType: "file" }
}

/** Most commands are asked for nothing else that all of them take. */
const help = "help"
