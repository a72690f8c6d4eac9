import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { ExitCode } from "../platform/ExitCode.ts"

/** A command that is valid for the parser and is not carried out. Carries its exit code. */
export class CommandRefused extends Schema.TaggedError<CommandRefused>()("CommandRefused", {
  reason: Schema.String,
  exitCode: Schema.Literals([ExitCode.findings, ExitCode.usage])
}) {
  override readonly [Runtime.errorExitCode] = this.exitCode
  override get message() {
    return this.reason
  }
}

/** A command that the current state does not allow; exit code 1. */
export const commandRefused = (reason: string) => new CommandRefused({ reason, exitCode: ExitCode.findings })

/** A command with invalid arguments, options or environment; exit code 2. */
export const usageError = (reason: string) => new CommandRefused({ reason, exitCode: ExitCode.usage })
