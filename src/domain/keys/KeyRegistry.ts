import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { InvariantViolation } from "../ledger/ChainBroken.ts"
import type { Timestamp } from "../ledger/Timestamp.ts"
import { KeyIdentifier } from "./ApiKey.ts"
import { KeyIssued, KeyRevoked, type KeyEvent, type KeyHolder } from "./KeyEvent.ts"

/** A key as the ledger knows it: active until it is revoked (service spec, section 3). */
export interface KeyRecord extends Omit<KeyIssued, "_tag"> {
  readonly revoked?: { readonly date: Timestamp; readonly reason: string }
}

/** The state of all keys, in the order in which they were issued: the fold of their ledger. */
export type Keys = ReadonlyMap<KeyIdentifier, KeyRecord>

export const noKeys: Keys = new Map()

export interface NewKey {
  readonly identifier: KeyIdentifier
  readonly sha256: string
}

/** Time and the drawn key come in with the command. */
export interface Issue {
  readonly key: NewKey
  readonly holder: KeyHolder
  readonly date: Timestamp
}

export interface Rotate {
  readonly identifier: string
  readonly key: NewKey
  readonly date: Timestamp
}

export interface Revoke {
  readonly identifier: string
  readonly reason: string
  readonly date: Timestamp
}

export const issue = (keys: Keys, { date, holder, key }: Issue): Result.Result<KeyIssued, KeyIdentifierTaken> =>
  issued(keys, { ...key, ...holder, date })

/** Issues the successor of an active key, which stays active until the successor is deployed and verified. */
export const rotate = (
  keys: Keys,
  { date, identifier, key }: Rotate
): Result.Result<KeyIssued, KeyUnknown | KeyAlreadyRevoked | KeyIdentifierTaken> =>
  Result.flatMap(activeKey(keys, identifier), (old) => {
    const { environment, expected_volume, organization, tier, use_case } = old
    const holder = { organization, use_case, expected_volume, environment, tier }
    return issued(keys, { ...key, ...holder, date, replaces: old.identifier })
  })

export const revoke = (
  keys: Keys,
  { date, identifier, reason }: Revoke
): Result.Result<KeyRevoked, KeyUnknown | KeyAlreadyRevoked> =>
  Result.map(activeKey(keys, identifier), (key) => KeyRevoked.make({ identifier: key.identifier, reason, date }))

export const evolve = (keys: Keys, event: KeyEvent): Keys => {
  const draft = new Map(keys)
  applyTo(draft, event)
  return draft
}

/**
 * The fold of a whole ledger, or of what was added to it since there were these keys. Fails at the first event that
 * cannot follow, which no run would have written.
 */
export const replay = (events: ReadonlyArray<KeyEvent>, keys = noKeys): Result.Result<Keys, KeyContradiction> => {
  const draft = new Map(keys)
  for (const [index, event] of events.entries()) {
    const violation = invariantViolation(draft, event)
    if (violation !== undefined) return Result.fail({ index, violation })
    applyTo(draft, event)
  }
  return Result.succeed(draft)
}

export interface KeyContradiction {
  /** The place of the event among those replayed, from 0. */
  readonly index: number
  readonly violation: InvariantViolation
}

export const isActive = ({ revoked }: KeyRecord): boolean => revoked === undefined

export class KeyUnknown extends Schema.TaggedError<KeyUnknown>()("KeyUnknown", {
  identifier: Schema.String,
  /** A question that names one which may be meant. */
  hint: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    return `There is no key "${this.identifier}"${this.hint === undefined ? "" : `. ${this.hint}`}`
  }
}

export class KeyAlreadyRevoked extends Schema.TaggedError<KeyAlreadyRevoked>()("KeyAlreadyRevoked", {
  identifier: KeyIdentifier,
  date: Schema.String
}) {
  override get message() {
    return `The key ${this.identifier} was revoked already, on ${this.date}`
  }
}

export class KeyIdentifierTaken extends Schema.TaggedError<KeyIdentifierTaken>()("KeyIdentifierTaken", {
  identifier: KeyIdentifier
}) {
  override get message() {
    return `There is a key ${this.identifier} already`
  }
}

const activeKey = (keys: Keys, identifier: string): Result.Result<KeyRecord, KeyUnknown | KeyAlreadyRevoked> => {
  const key = keys.get(identifier)
  if (key === undefined) return Result.fail(new KeyUnknown({ identifier }))
  return key.revoked === undefined
    ? Result.succeed(key)
    : Result.fail(new KeyAlreadyRevoked({ identifier: key.identifier, date: key.revoked.date }))
}

const issued = (keys: Keys, event: Omit<KeyIssued, "_tag">): Result.Result<KeyIssued, KeyIdentifierTaken> =>
  keys.has(event.identifier)
    ? Result.fail(new KeyIdentifierTaken({ identifier: event.identifier }))
    : Result.succeed(KeyIssued.make(event))

const applyTo = (draft: Map<KeyIdentifier, KeyRecord>, event: KeyEvent): void => {
  switch (event._tag) {
    case "KeyIssued": {
      const { _tag, ...key } = event
      draft.set(event.identifier, key)
      return
    }
    case "KeyRevoked": {
      const { date, identifier, reason } = event
      const key = draft.get(identifier)
      if (key !== undefined) draft.set(identifier, { ...key, revoked: { date, reason } })
    }
  }
}

const invariantViolation = (keys: Keys, event: KeyEvent): InvariantViolation | undefined => {
  const { identifier } = event
  const key = keys.get(identifier)
  const violation = (reason: InvariantViolation["reason"]) => ({ event: event._tag, subject: identifier, reason })
  switch (event._tag) {
    case "KeyIssued":
      if (key !== undefined) return violation("repeated")
      return event.replaces === undefined || keys.has(event.replaces)
        ? undefined
        : { ...violation("unknown-reference"), reference: event.replaces }
    case "KeyRevoked":
      if (key === undefined) return violation("unknown-subject")
      return isActive(key) ? undefined : violation("repeated")
  }
}
