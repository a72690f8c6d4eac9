import type * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { ExitCode } from "../platform/ExitCode.ts"

/** A command that was understood, and is not carried out. Carries the exit code. */
export class CommandRefused extends Schema.TaggedError<CommandRefused>()("CommandRefused", {
  reason: Schema.String,
  exitCode: Schema.Literals([ExitCode.findings, ExitCode.usage])
}) {
  override readonly [Runtime.errorExitCode] = this.exitCode
  override get message() {
    return this.reason
  }
}

/** What the rules say no to, in their own words; the process ends with 1. */
export const refusedBecause = (error: Error): Effect.Effect<never, CommandRefused> =>
  new CommandRefused({ reason: error.message, exitCode: ExitCode.findings })

/** A command that has to be given in another way; the process ends with 2. */
export const misused = (reason: string) => new CommandRefused({ reason, exitCode: ExitCode.usage })
