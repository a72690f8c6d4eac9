import * as Config from "effect/Config"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { timestampOf } from "../domain/ledger/Timestamp.ts"

/**
 * The publication date of a release: `SOURCE_DATE_EPOCH` if it is set (reproducible-builds.org), otherwise the
 * committer date of the source commit, in Unix seconds.
 */
export const releaseDate = Effect.fnUntraced(function* (committedAt: number) {
  const override = Option.getOrUndefined(yield* Config.option(Config.String("SOURCE_DATE_EPOCH")))
  if (override !== undefined && !/^\d{1,11}$/.test(override)) return yield* new InvalidSourceDate({ text: override })
  return timestampOf(DateTime.makeUnsafe(Number(override ?? committedAt) * 1000))
})

/** `SOURCE_DATE_EPOCH` is not a number of seconds. */
export class InvalidSourceDate extends Schema.TaggedError<InvalidSourceDate>()("InvalidSourceDate", {
  text: Schema.String
}) {
  override get message() {
    return `SOURCE_DATE_EPOCH must be a number of seconds since 1970, not "${this.text}"`
  }
}
