import * as Result from "effect/Result"
import type { InvariantViolation } from "../ledger/ChainBroken.ts"
import type { Timestamp } from "../ledger/Timestamp.ts"
import type { KeyPrefix } from "./ApiKey.ts"
import type { KeyEvent, KeyIssued } from "./KeyEvent.ts"

/** An issued API key: active until it is revoked (service spec, section 3) or expires. */
export interface ApiKeyRecord extends Omit<KeyIssued, "_tag" | "expires"> {
  readonly expiry?: KeyExpiry
  /** The last change of its terms. */
  readonly changed?: { readonly date: Timestamp; readonly actor?: string }
  readonly revoked?: { readonly date: Timestamp; readonly reason: string; readonly actor?: string }
}

export interface KeyExpiry {
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

export interface KeyInvariantViolation {
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
