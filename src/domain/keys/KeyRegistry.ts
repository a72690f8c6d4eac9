import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { InvariantViolation } from "../ledger/ChainBroken.ts"
import type { Timestamp } from "../ledger/Timestamp.ts"
import { KeyPrefix } from "./ApiKey.ts"
import { KeyIssued, KeyRevoked, type KeyEvent, type KeyHolder } from "./KeyEvent.ts"

/** An issued API key: active until it is revoked (service spec, section 3). */
export interface ApiKeyRecord extends Omit<KeyIssued, "_tag"> {
  readonly revoked?: { readonly date: Timestamp; readonly reason: string }
}

/** The state of all API keys in the order of issue: the fold of their ledger. */
export type KeyRegistry = ReadonlyMap<KeyPrefix, ApiKeyRecord>

export const emptyKeyRegistry: KeyRegistry = new Map()

/** The parts of a new key that are stored. */
export interface KeyFingerprint {
  readonly keyPrefix: KeyPrefix
  readonly sha256: string
}

/** The command to issue a key. Time and the generated key are parts of the command, so that deciding is pure. */
export interface IssueKey {
  readonly key: KeyFingerprint
  readonly holder: KeyHolder
  readonly date: Timestamp
}

export interface RotateKey {
  readonly keyPrefix: string
  readonly key: KeyFingerprint
  readonly date: Timestamp
}

export interface RevokeKey {
  readonly keyPrefix: string
  readonly reason: string
  readonly date: Timestamp
}

export const issue = (keys: KeyRegistry, { date, holder, key }: IssueKey): Result.Result<KeyIssued, KeyPrefixTaken> =>
  toIssued(keys, key, { ...holder, date })

/** Issues the successor of an active key, which stays active until the successor is deployed and verified. */
export const rotate = (
  keys: KeyRegistry,
  { date, key, keyPrefix }: RotateKey
): Result.Result<KeyIssued, KeyUnknown | KeyAlreadyRevoked | KeyPrefixTaken> =>
  Result.flatMap(findActive(keys, keyPrefix), (old) => {
    const { environment, expected_volume, organization, tier, use_case } = old
    const holder = { organization, use_case, expected_volume, environment, tier }
    return toIssued(keys, key, { ...holder, date, replaces: old.identifier })
  })

export const revoke = (
  keys: KeyRegistry,
  { date, keyPrefix, reason }: RevokeKey
): Result.Result<KeyRevoked, KeyUnknown | KeyAlreadyRevoked> =>
  Result.map(findActive(keys, keyPrefix), (key) => KeyRevoked.make({ identifier: key.identifier, reason, date }))

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

export const isActive = ({ revoked }: ApiKeyRecord): boolean => revoked === undefined

export class KeyUnknown extends Schema.TaggedError<KeyUnknown>()("KeyUnknown", {
  keyPrefix: Schema.String,
  /** A question that suggests a similar key. */
  hint: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    return `Unknown key "${this.keyPrefix}"${this.hint === undefined ? "" : `. ${this.hint}`}`
  }
}

export class KeyAlreadyRevoked extends Schema.TaggedError<KeyAlreadyRevoked>()("KeyAlreadyRevoked", {
  keyPrefix: KeyPrefix,
  date: Schema.String
}) {
  override get message() {
    return `The key ${this.keyPrefix} was already revoked at ${this.date}. Nothing changed.`
  }
}

export class KeyPrefixTaken extends Schema.TaggedError<KeyPrefixTaken>()("KeyPrefixTaken", {
  keyPrefix: KeyPrefix
}) {
  override get message() {
    return `The key ${this.keyPrefix} exists already`
  }
}

const findActive = (
  keys: KeyRegistry,
  keyPrefix: string
): Result.Result<ApiKeyRecord, KeyUnknown | KeyAlreadyRevoked> => {
  const key = keys.get(keyPrefix)
  if (key === undefined) return Result.fail(new KeyUnknown({ keyPrefix }))
  return key.revoked === undefined
    ? Result.succeed(key)
    : Result.fail(new KeyAlreadyRevoked({ keyPrefix: key.identifier, date: key.revoked.date }))
}

const toIssued = (
  keys: KeyRegistry,
  { keyPrefix, sha256 }: KeyFingerprint,
  details: Omit<KeyIssued, "_tag" | "identifier" | "sha256">
): Result.Result<KeyIssued, KeyPrefixTaken> =>
  keys.has(keyPrefix)
    ? Result.fail(new KeyPrefixTaken({ keyPrefix }))
    : Result.succeed(KeyIssued.make({ identifier: keyPrefix, sha256, ...details }))

const applyTo = (draft: Map<KeyPrefix, ApiKeyRecord>, event: KeyEvent): void => {
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
    case "KeyRevoked":
      if (key === undefined) return violation("unknown-subject")
      return isActive(key) ? undefined : violation("repeated")
  }
}
