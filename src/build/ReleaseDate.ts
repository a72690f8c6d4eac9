import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Timestamp } from "../domain/release/ReleaseEvent.ts"

/** Unix seconds as the date of a release. */
export const timestamp = (seconds: number): Timestamp =>
  DateTime.formatIso(DateTime.makeUnsafe(Math.floor(seconds) * 1000)).replace(/\.\d+Z$/, "Z")

/** The date of a release: that of its commit, or what SOURCE_DATE_EPOCH says, as reproducible builds have it. */
export const releaseSeconds = (committedAt: number, override: Option.Option<string>): Option.Option<number> =>
  Option.match(override, {
    onNone: () => Option.some(committedAt),
    onSome: (text) => (/^\d{1,11}$/.test(text) ? Option.some(Number(text)) : Option.none())
  })

/** SOURCE_DATE_EPOCH is not a number of seconds. */
export class BadSourceDate extends Schema.TaggedError<BadSourceDate>()("BadSourceDate", { text: Schema.String }) {
  override get message() {
    return `SOURCE_DATE_EPOCH must be a number of seconds since 1970, not "${this.text}"`
  }
}
