import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import type { FlagDoc, HelpDoc } from "effect/cli/HelpDoc"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { completions } from "./Completions.ts"

/** What every command takes. Not the wizard, which draws its questions also where nobody can answer them. */
export const builtIns = CliConfig.make({
  builtIns: [GlobalFlag.Help, GlobalFlag.Version, completions, GlobalFlag.LogLevel]
})

/**
 * Help that was asked for goes to stdout. Of a command line that is wrong only that is told, on stderr: a page of help
 * would push it off the screen, or go into the file that the output was meant for.
 */
export const presenter = (args: ReadonlyArray<string>, environment: NodeJS.ProcessEnv): CliOutput.Presenter => ({
  present: Effect.fnUntraced(function* (event) {
    const { canColor } = yield* TerminalCapabilities
    const formatter = CliOutput.defaultFormatter({ colors: canColor, globalFlags: "summary" })
    switch (event._tag) {
      case "Help":
        return yield* Console.log(formatter.formatHelpDoc(readable(event.helpDoc)))
      case "InvalidInvocation": {
        const { usageMessage } = yield* Effect.promise(() => import("./UsageMessage.ts"))
        return yield* Console.error(usageMessage(event, args, environment))
      }
      case "Version":
        return yield* Console.log(formatter.formatVersion(event.name, event.version))
    }
  })
})

const readable = ({ flags, globalFlags = [], ...doc }: HelpDoc): HelpDoc => ({
  ...doc,
  flags: flags.map(marked),
  globalFlags: globalFlags.map(named)
})

const marked = (flag: FlagDoc): FlagDoc =>
  flag.required ? { ...flag, description: Option.map(flag.description, (text) => `${text} [required]`) } : flag

/** The choices stand in the description too; as the name of a type they would push all descriptions to the right. */
const named = (flag: FlagDoc): FlagDoc => (flag.type.includes("|") ? { ...flag, type: "choice" } : flag)
