import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { Timestamp, timestampOf } from "../ledger/Timestamp.ts"
import { isActive, type ApiKeyRecord, type KeyExpiry } from "./KeyRegistry.ts"

/** When a key is to expire, as an operator says it. */
export type ExpiryChoice =
  | { readonly _tag: "At"; readonly at: Timestamp }
  /** So long after the command. */
  | { readonly _tag: "After"; readonly millis: number }
  | { readonly _tag: "Never" }

/** The forms of an expiry, for messages. */
export const expiryForms =
  "a day (2027-01-31, from 00:00 UTC), a UTC time (2027-01-31T12:00:00Z), a duration (90d, 12h), or never"

/** Parses an expiry; `undefined` if the text has none of the forms. */
export const parseExpiry = (text: string): ExpiryChoice | undefined => {
  if (text === "never") return { _tag: "Never" }
  const [, count = "", unit = ""] = duration.exec(text) ?? []
  const unitMillis = unitsOfMillis[unit]
  if (unitMillis !== undefined) return { _tag: "After", millis: Number(count) * unitMillis }
  const at = text.includes("T") ? text : `${text}T00:00:00Z`
  return isTimestamp(at) ? { _tag: "At", at } : undefined
}

/** The instant of an expiry that is set at a date; `undefined` for never. */
export const resolveExpiry = (choice: ExpiryChoice, date: Timestamp): Timestamp | undefined => {
  switch (choice._tag) {
    case "At":
      return choice.at
    case "After":
      return timestampOf(DateTime.makeUnsafe(millisOf(date) + choice.millis))
    case "Never":
      return undefined
  }
}

/** The lifetime of a successor: as long as that which the key was given last. */
export const sameLifetime = ({ at, since }: KeyExpiry): ExpiryChoice => ({
  _tag: "After",
  millis: millisOf(at) - millisOf(since)
})

/** True if an instant is not later than another one. */
export const isPast = (at: Timestamp, now: Timestamp): boolean => millisOf(at) <= millisOf(now)

export type KeyStatus = "active" | "expired" | "revoked"

export const keyStatus = (key: ApiKeyRecord, now: Timestamp): KeyStatus =>
  !isActive(key) ? "revoked" : key.expiry !== undefined && isPast(key.expiry.at, now) ? "expired" : "active"

/** How many days before its expiry a key is marked. */
export const expiryNoticeDays = 14

/** True if a key is active and expires within 14 days. */
export const isExpiringSoon = (key: ApiKeyRecord, now: Timestamp): boolean =>
  keyStatus(key, now) === "active" &&
  key.expiry !== undefined &&
  millisOf(key.expiry.at) - millisOf(now) <= expiryNoticeMillis

export const expiryNoticeMillis = expiryNoticeDays * 86_400_000

/** The instant from which a key is rejected, in milliseconds since the epoch; `Infinity` for never. */
export const expiryMillis = ({ expiry }: ApiKeyRecord): number =>
  expiry === undefined ? Infinity : millisOf(expiry.at)

const millisOf = (timestamp: Timestamp): number => DateTime.makeUnsafe(timestamp).epochMilliseconds

// At most 99,999 days, so that every result is a date.
const duration = /^([1-9]\d{0,4})([dh])$/

const unitsOfMillis: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 }

const isTimestamp = Schema.is(Timestamp)
