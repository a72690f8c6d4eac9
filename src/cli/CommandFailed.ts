import * as CliError from "effect/cli/CliError"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"

/** What a process ends with. */
export const exitCodes = {
  /** Findings, or a command that the rules refuse. */
  refused: 1,
  usage: 2,
  /** Permissions, a full disk, no git. */
  couldNotRun: 3,
  /** The ledger or an artifact is not what was once written. */
  broken: 4
} as const

/** A failure in words for the person at the terminal. The runner of commands prints it and ends with its code. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", {
  text: Schema.String,
  exitCode: Schema.Literals([exitCodes.refused, exitCodes.usage, exitCodes.couldNotRun, exitCodes.broken])
}) {
  override readonly [Runtime.errorExitCode] = this.exitCode
  override get [CliError.userMessage]() {
    return this.text
  }
  override get message() {
    return this.text
  }
}

/** Shows an expected error by its message. It ends the process with the code it carries, or with 1. */
export const presented = <A, E extends Error, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.mapError(effect, (error) => new CommandFailed({ text: error.message, exitCode: exitCodeOf(error) }))

/** Ends with 2 for a command line that cannot be understood, which the runner has shown by then; its own code is 1. */
export const withUsageExitCode = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.mapError(effect, (error) => (isUsageError(error) ? new UsageRejected() : error))

export class UsageRejected extends Schema.TaggedError<UsageRejected>()("UsageRejected", {}) {
  override readonly [Runtime.errorExitCode] = exitCodes.usage
  override readonly [Runtime.errorReported] = false
  override get message() {
    return "The command line cannot be understood"
  }
}

const isUsageError = (error: unknown): boolean =>
  CliError.isCliError(error) && error._tag === "ShowHelp" && error.errors.length > 0

const exitCodeOf = (error: Error): CommandFailed["exitCode"] => {
  const code = Runtime.getErrorExitCode(error)
  return Object.values(exitCodes).find((known) => known === code) ?? exitCodes.couldNotRun
}
