import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as ShellCompletions from "effect/cli/Completions"
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import type { FlagDoc, HelpDoc } from "effect/cli/HelpDoc"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { terminalWidth } from "./terminal/Terminal.ts"

/**
 * The options of every command. `--version` is one of the program alone: for a subcommand it names a release. Effect's
 * wizard is left out: it prompts even without a terminal.
 */
export const makeGlobalFlags = (args: ReadonlyArray<string>) => {
  // A completion script is the same wherever the option stands.
  const isSubcommand = /^\w/.test(args[0] ?? "") && !args.some((argument) => argument.startsWith("--completions"))
  const version = isSubcommand ? [] : [GlobalFlag.Version]
  return CliConfig.make({ builtIns: [GlobalFlag.Help, ...version, completions, GlobalFlag.LogLevel] })
}

/**
 * Prints requested help on stdout. A usage error prints the error alone, on stderr: a help page would push it off the
 * screen, or end up in the file that receives the output.
 */
export const makePresenter = (args: ReadonlyArray<string>, environment: NodeJS.ProcessEnv): CliOutput.Presenter => ({
  present: Effect.fnUntraced(function* (event) {
    const { canColor } = yield* TerminalCapabilities
    const formatter = CliOutput.defaultFormatter({ colors: canColor, globalFlags: "summary" })
    switch (event._tag) {
      case "Help": {
        const page = formatter.formatHelpDoc(toReadable(event.helpDoc))
        const width = yield* terminalWidth
        if (width === undefined) return yield* Console.log(page)
        const { wrapHelp } = yield* Effect.promise(() => import("./UsageMessage.ts"))
        return yield* Console.log(wrapHelp(page, width))
      }
      case "InvalidInvocation": {
        const { formatUsageErrors } = yield* Effect.promise(() => import("./UsageMessage.ts"))
        return yield* Console.error(formatUsageErrors(event, args, environment))
      }
      case "Version":
        return yield* Console.log(formatter.formatVersion(event.name, event.version))
    }
  })
})

const toReadable = ({ flags, globalFlags = [], ...doc }: HelpDoc): HelpDoc => ({
  ...doc,
  flags: flags.map(markRequired),
  globalFlags: globalFlags.map(shortenType)
})

const markRequired = (flag: FlagDoc): FlagDoc =>
  flag.required ? { ...flag, description: Option.map(flag.description, (text) => `${text} [required]`) } : flag

/** The description lists the choices. As a type name they would push all descriptions to the right. */
const shortenType = (flag: FlagDoc): FlagDoc => (flag.type.includes("|") ? { ...flag, type: "choice" } : flag)

/** `--completions`: a shell script that completes commands, options and their values. */
const completions = GlobalFlag.Action({
  flag: Flag.ChoiceWithValue("completions", [
    ["bash", "bash"],
    ["zsh", "zsh"],
    ["fish", "fish"],
    ["powershell", "powershell"]
  ]).pipe(Flag.withDescription("Shell to print a completion script for"), Flag.optional),
  run: Effect.fnUntraced(function* (shell: Option.Option<ShellCompletions.Shell>, { builtIns, command }) {
    if (Option.isNone(shell)) return
    const { checks } = yield* Effect.promise(() => import("../domain/checks/CheckRegistry.ts"))
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
