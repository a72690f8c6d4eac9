import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { InvariantViolation } from "../ledger/HashChain.ts"
import { Timestamp, timestampOf } from "../ledger/Timestamp.ts"
import type { KeyPrefix } from "./ApiKey.ts"
import type { KeyEvent, KeyIssued } from "./KeyEvent.ts"

/** An issued API key: active until it is revoked (service spec, section 3) or expires. */
export interface ApiKeyRecord extends Omit<KeyIssued, "_tag" | "expires"> {
  readonly expiry?: KeyExpiry
  /** The last change of its terms. */
  readonly changed?: { readonly date: Timestamp; readonly actor?: string }
  readonly revoked?: { readonly date: Timestamp; readonly reason: string; readonly actor?: string }
}

interface KeyExpiry {
  /** The key is rejected from this instant on. */
  readonly at: Timestamp
  /** When the expiry was set, from which the lifetime of a successor follows. */
  readonly since: Timestamp
}

/** The state of all API keys in the order of issue: the fold of their ledger. */
export type KeyRegistry = ReadonlyMap<KeyPrefix, ApiKeyRecord>

export const emptyKeyRegistry: KeyRegistry = new Map()

export const evolve = (keys: KeyRegistry, event: KeyEvent): KeyRegistry => {
  const draft = new Map(keys)
  applyTo(draft, event)
  return draft
}

/** Folds events into a registry. Fails at the first event that violates an invariant. */
export const replay = (
  events: ReadonlyArray<KeyEvent>,
  keys = emptyKeyRegistry
): Result.Result<KeyRegistry, KeyInvariantViolation> => {
  const draft = new Map(keys)
  for (const [index, event] of events.entries()) {
    const violation = invariantViolation(draft, event)
    if (violation !== undefined) return Result.fail({ index, violation })
    applyTo(draft, event)
  }
  return Result.succeed(draft)
}

interface KeyInvariantViolation {
  /** The index of the event among those replayed. */
  readonly index: number
  readonly violation: InvariantViolation
}

/** True if a key is not revoked. It can have expired, which depends on the time: see `keyStatus`. */
export const isActive = ({ revoked }: ApiKeyRecord): boolean => revoked === undefined

/** The date of the newest event, as the clock of its writer showed it; `undefined` without events. */
export const newestDate = (keys: KeyRegistry): Timestamp | undefined => {
  let newest: Timestamp | undefined
  for (const { changed, date, revoked } of keys.values()) {
    for (const each of [date, changed?.date, revoked?.date]) {
      // All have one form and one time zone, so that their texts are in the order of time.
      if (each !== undefined && (newest === undefined || each > newest)) newest = each
    }
  }
  return newest
}

const applyTo = (draft: Map<KeyPrefix, ApiKeyRecord>, event: KeyEvent): void => {
  const known = draft.get(event.identifier)
  switch (event._tag) {
    case "KeyIssued": {
      const { _tag, expires, ...key } = event
      draft.set(event.identifier, withExpiry(key, expires, event.date))
      return
    }
    case "KeyChanged": {
      if (known === undefined) return
      const { contact, date, expires, tier } = event
      const { contact: knownContact, expiry, ...rest } = known
      const nextContact = contact === undefined ? knownContact : (contact ?? undefined)
      const next: ApiKeyRecord = {
        ...rest,
        ...(tier === undefined ? {} : { tier }),
        ...(nextContact === undefined ? {} : { contact: nextContact }),
        ...(expires === undefined && expiry !== undefined ? { expiry } : {}),
        changed: { date, ...actorOf(event) }
      }
      draft.set(event.identifier, withExpiry(next, expires ?? undefined, date))
      return
    }
    case "KeyRevoked": {
      const { date, reason } = event
      if (known !== undefined) draft.set(event.identifier, { ...known, revoked: { date, reason, ...actorOf(event) } })
    }
  }
}

const withExpiry = (key: ApiKeyRecord, at: Timestamp | undefined, since: Timestamp): ApiKeyRecord =>
  at === undefined ? key : { ...key, expiry: { at, since } }

const actorOf = ({ actor }: KeyEvent) => (actor === undefined ? {} : { actor })

const invariantViolation = (keys: KeyRegistry, event: KeyEvent): InvariantViolation | undefined => {
  const { identifier } = event
  const key = keys.get(identifier)
  const violation = (reason: InvariantViolation["reason"]) => ({ event: event._tag, subject: identifier, reason })
  switch (event._tag) {
    case "KeyIssued":
      if (key !== undefined) return violation("repeated")
      return event.replaces === undefined || keys.has(event.replaces)
        ? undefined
        : { ...violation("unknown-reference"), reference: event.replaces }
    case "KeyChanged":
      if (key === undefined) return violation("unknown-subject")
      return isActive(key) ? undefined : violation("ended-subject")
    case "KeyRevoked":
      if (key === undefined) return violation("unknown-subject")
      return isActive(key) ? undefined : violation("repeated")
  }
}

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

type KeyStatus = "active" | "expired" | "revoked"

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

/** The age in days at which a key is due for rotation (service spec, 5.4). */
export const rotationDays = 90

/** The whole days since a key was issued. */
export const ageInDays = ({ date }: ApiKeyRecord, now: Timestamp): number => daysBetween(date, now)

/** The whole days from one instant to a later one. */
export const daysBetween = (from: Timestamp, to: Timestamp): number =>
  Math.max(0, Math.floor((millisOf(to) - millisOf(from)) / millisPerDay))

/** True if a key is active and older than 90 days. */
export const isDueForRotation = (key: ApiKeyRecord, now: Timestamp): boolean =>
  keyStatus(key, now) === "active" && millisOf(now) - millisOf(key.date) > rotationDays * millisPerDay

const millisPerDay = 86_400_000
