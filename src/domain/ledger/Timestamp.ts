import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A UTC instant to the second, `2026-11-21T10:00:00Z`. */
export type Timestamp = typeof Timestamp.Type
export const Timestamp = Schema.String.check(
  Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/u, {
    expected: "a UTC time such as 2026-11-21T10:00:00Z"
  }),
  Schema.makeFilter((text: string) => isOnTheCalendar(text), {
    expected: "a day that its month has"
  })
)

/** True for a day that its month has. */
export const isCalendarDay = (day: string): boolean => isOnTheCalendar(`${day}T00:00:00Z`)

/** The timestamp of an instant, truncated to the second. */
export const timestampOf = (instant: DateTime.DateTime): Timestamp =>
  DateTime.formatIso(DateTime.toUtc(instant)).replace(/\.\d+Z$/, "Z")

/** Without this, 30 February would be read as 2 March. */
const isOnTheCalendar = (text: string): boolean =>
  Option.exists(DateTime.make(text), (instant) => DateTime.formatIso(instant).slice(0, 19) === text.slice(0, 19))

/** A SHA-256 digest as ledgers and manifests write it. */
export type Digest = typeof Digest.Type
export const Digest = Schema.String.check(Schema.isPattern(/^sha256:[0-9a-f]{64}$/u))
