import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Timestamp } from "../../ledger/Timestamp.ts"
import type { ReleaseEvent } from "../ReleaseEvent.ts"
import { dayOf } from "../removal/DeprecationClock.ts"

/** A command that the history does not permit. */
export class CommandRejected extends Schema.TaggedError<CommandRejected>()("CommandRejected", {
  reason: Schema.String
}) {
  override get message() {
    return this.reason
  }
}

/** The event of a command, or the reason for its rejection. */
export type LifecycleDecision<E extends ReleaseEvent> = Result.Result<E, CommandRejected>

export const reject = (reason: string): LifecycleDecision<never> => Result.fail(new CommandRejected({ reason }))

/** Compares days: operators enter days, which mean their first second. */
export const isDayBefore = (date: Timestamp, other: Timestamp): boolean => dayOf(date) < dayOf(other)
