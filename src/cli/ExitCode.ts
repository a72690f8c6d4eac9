import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import { ExitCode } from "../platform/ExitCode.ts"

/** The exit code of a process that a signal interrupted: 128 and the number of the signal, as shells report it. */
export const interruptedExitCodes = { SIGINT: 130, SIGTERM: 143 } as const

export type InterruptSignal = keyof typeof interruptedExitCodes

/** The exit code of a command with this outcome. */
export const toExitCode = (exit: Exit.Exit<unknown, unknown>, signal: InterruptSignal = "SIGINT"): number => {
  if (Exit.isSuccess(exit)) return ExitCode.success
  return Cause.hasInterruptsOnly(exit.cause) ? interruptedExitCodes[signal] : errorExitCode(Cause.squash(exit.cause))
}

/** The exit code that an error carries. An error without one, such as a system error, kept the command from running. */
export const errorExitCode = (error: unknown): number => {
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
