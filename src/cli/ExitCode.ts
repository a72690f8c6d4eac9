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
  if (typeof error !== "object" || error === null) return ExitCode.couldNotRun
  if (Runtime.errorExitCode in error) return Runtime.getErrorExitCode(error)
  return ("_tag" in error ? exitCodes.get(error._tag) : undefined) ?? ExitCode.couldNotRun
}

/** The errors of the domain, which knows no exit codes. */
const exitCodes: ReadonlyMap<unknown, number> = new Map([
  ["ChainBroken", ExitCode.broken],
  ...[
    "CommandRejected",
    "ExpiryPassed",
    "HookUnchanged",
    "HookUnknown",
    "KeyAlreadyRevoked",
    "KeyAmbiguous",
    "KeyUnchanged",
    "KeyUnknown"
  ].map((tag): [string, number] => [tag, ExitCode.findings])
])
