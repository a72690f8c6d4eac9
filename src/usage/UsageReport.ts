import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { KeyPrefix } from "../domain/keys/ApiKey.ts"
import { isCalendarDay } from "../domain/ledger/Timestamp.ts"
import { useKinds } from "./UsageDeltas.ts"

/** The usage of keys, as the admin server tells it. */
export type UsageReport = typeof UsageReport.Type
export const UsageReport = Schema.Struct({
  /** When the counting began: with the server, or with the first server that shares the counts. */
  since: Schema.String,
  keys: Schema.Array(
    Schema.Struct({
      identifier: KeyPrefix,
      requests: Schema.Natural,
      refused: Schema.Natural,
      last_used_at: Schema.String
    })
  )
})

/** Days in UTC, both included. */
export interface Period {
  readonly since: string
  readonly until: string
}

/** Days for which uses of releases and deprecated items are kept: the half year of a deprecation, and as long before. */
export const keptDays = 400

/** What a period is made of: its first day, or how many days until today it has, and its last day. */
interface PeriodInput {
  readonly days?: number
  readonly since?: string | null | undefined
  readonly until?: string | null | undefined
}

/** The period until today, of all days that are kept by default; `undefined` if a day is not on the calendar. */
export const currentPeriod = ({ days = keptDays, since, until }: PeriodInput) =>
  Effect.map(DateTime.now, (now): Period | undefined => {
    const period = {
      since: since ?? DateTime.formatIsoDateUtc(DateTime.subtract(now, { days: days - 1 })),
      until: until ?? DateTime.formatIsoDateUtc(now)
    }
    return isCalendarDay(period.since) && isCalendarDay(period.until) ? period : undefined
  })

export const periodForm = "days such as 2026-11-28, of which uses are kept for 400"

/** A key that used a release or a deprecated item in a period. */
export type KeyUse = typeof KeyUse.Type
export const KeyUse = Schema.Struct({
  identifier: KeyPrefix,
  /** A release by default, a pinned release, or a deprecated item. */
  kind: Schema.Literals(useKinds),
  /** The version of the release, or the item such as `use_type/editorial`. */
  name: Schema.String,
  requests: Schema.Natural,
  first_used_on: Schema.String,
  last_used_on: Schema.String
})

/** Which releases and deprecated items keys used in a period, as the admin server tells it. */
export type UsesReport = typeof UsesReport.Type
export const UsesReport = Schema.Struct({ since: Schema.String, until: Schema.String, uses: Schema.Array(KeyUse) })
