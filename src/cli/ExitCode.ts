import * as CliError from "effect/cli/CliError"
import * as Runtime from "effect/Runtime"
import { ExitCode } from "../platform/ExitCode.ts"

/** The exit code of a failure: its own where it names one. A failure of the system is one that could not run. */
export const exitCodeOf = (error: unknown): number => {
  if (CliError.isCliError(error)) {
    return error._tag === "ShowHelp" && error.errors.length === 0 ? ExitCode.success : ExitCode.usage
  }
  if (hasTag(error, "ChainBroken")) return ExitCode.broken
  return typeof error === "object" && error !== null && Runtime.errorExitCode in error
    ? Runtime.getErrorExitCode(error)
    : ExitCode.couldNotRun
}

const hasTag = (error: unknown, tag: string): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === tag
