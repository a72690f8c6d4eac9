import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Timestamp } from "../ledger/Timestamp.ts"
import { didYouMean } from "../taxonomy/Suggestion.ts"
import { KeyPrefix, keyMarker, toKeyPrefix } from "./ApiKey.ts"
import { KeyChanged, KeyIssued, KeyRevoked, type KeyRevokedEvent, type KeyHolder } from "./KeyEvent.ts"
import {
  isPast,
  resolveExpiry,
  sameLifetime,
  type ExpiryChoice,
  isActive,
  type ApiKeyRecord,
  type KeyRegistry
} from "./KeyRegistry.ts"
import type { Tier } from "./Tier.ts"

/** The parts of a new key that are stored. */
export interface KeyFingerprint {
  readonly keyPrefix: KeyPrefix
  readonly sha256: string
}

/** When a command is run, and by whom. Time is a part of the command, so that deciding is pure. */
interface Occasion {
  readonly date: Timestamp
  readonly actor?: string | undefined
}

/** The command to issue a key. */
interface IssueKey extends Occasion {
  readonly key: KeyFingerprint
  readonly holder: KeyHolder
  /** Default: never. */
  readonly expiry?: ExpiryChoice | undefined
}

interface RotateKey extends Occasion {
  readonly keyPrefix: string
  readonly key: KeyFingerprint
  /** Default: the lifetime that the old key was given. */
  readonly expiry?: ExpiryChoice | undefined
}

interface ChangeKey extends Occasion {
  readonly keyPrefix: string
  readonly terms: KeyTerms
}

/** The terms of a key that can change. What is absent stays. */
export interface KeyTerms {
  readonly tier?: Tier
  /** `null` for none. */
  readonly contact?: string | null
  readonly expiry?: ExpiryChoice
}

interface RevokeKey extends Occasion {
  readonly keyPrefix: string
  readonly reason: string
}

export const issue = (
  keys: KeyRegistry,
  { actor, date, expiry, holder, key }: IssueKey
): Result.Result<KeyIssued, KeyPrefixTaken | ExpiryPassed> =>
  toIssued(keys, key, { ...holder, date, ...actorOf(actor) }, expiry)

/** Issues the successor of a key, which stays active until the successor is deployed and verified. */
export const rotate = (
  keys: KeyRegistry,
  { actor, date, expiry, key, keyPrefix }: RotateKey
): Result.Result<KeyIssued, KeyUnknown | KeyAlreadyRevoked | KeyPrefixTaken | ExpiryPassed> =>
  Result.flatMap(findActive(keys, keyPrefix), (old) => {
    const { contact, environment, expected_volume, organization, tier, use_case } = old
    const holder = { organization, use_case, expected_volume, environment, tier }
    const details = {
      ...holder,
      ...(contact === undefined ? {} : { contact }),
      date,
      replaces: old.identifier,
      ...actorOf(actor)
    }
    return toIssued(keys, key, details, expiry ?? (old.expiry === undefined ? undefined : sameLifetime(old.expiry)))
  })

/** Changes the terms of a key that is not revoked. A later expiry makes an expired key active again. */
export const change = (
  keys: KeyRegistry,
  { actor, date, keyPrefix, terms }: ChangeKey
): Result.Result<KeyChanged, KeyUnknown | KeyAlreadyRevoked | KeyUnchanged | ExpiryPassed> => {
  const found = findActive(keys, keyPrefix)
  if (Result.isFailure(found)) return Result.fail(found.failure)
  const key = found.success
  const { contact, expiry, tier } = terms
  const expires = expiry === undefined ? undefined : (resolveExpiry(expiry, date) ?? null)
  if (typeof expires === "string" && isPast(expires, date)) return Result.fail(new ExpiryPassed({ expires, date }))
  const changes = {
    ...(tier === undefined || tier === key.tier ? {} : { tier }),
    ...(contact === undefined || contact === (key.contact ?? null) ? {} : { contact }),
    ...(expires === undefined || expires === (key.expiry?.at ?? null) ? {} : { expires })
  }
  return Object.keys(changes).length === 0
    ? Result.fail(new KeyUnchanged({ keyPrefix: key.identifier }))
    : Result.succeed(KeyChanged.make({ identifier: key.identifier, ...changes, date, ...actorOf(actor) }))
}

export const revoke = (
  keys: KeyRegistry,
  { actor, date, keyPrefix, reason }: RevokeKey
): Result.Result<KeyRevokedEvent, KeyUnknown | KeyAlreadyRevoked> =>
  Result.map(findActive(keys, keyPrefix), ({ identifier }) =>
    KeyRevoked.make({ identifier, reason, date, ...actorOf(actor) })
  )

const actorOf = (actor: string | undefined) => (actor === undefined ? {} : { actor })

const findActive = (
  keys: KeyRegistry,
  keyPrefix: string
): Result.Result<ApiKeyRecord, KeyUnknown | KeyAlreadyRevoked> => {
  const key = keys.get(keyPrefix)
  if (key === undefined) return Result.fail(new KeyUnknown({ keyPrefix }))
  return isActive(key)
    ? Result.succeed(key)
    : Result.fail(new KeyAlreadyRevoked({ keyPrefix: key.identifier, date: key.revoked?.date ?? "" }))
}

const toIssued = (
  keys: KeyRegistry,
  { keyPrefix, sha256 }: KeyFingerprint,
  details: Omit<KeyIssued, "_tag" | "identifier" | "sha256" | "expires">,
  expiry: ExpiryChoice | undefined
): Result.Result<KeyIssued, KeyPrefixTaken | ExpiryPassed> => {
  if (keys.has(keyPrefix)) return Result.fail(new KeyPrefixTaken({ keyPrefix }))
  const { date } = details
  const expires = expiry === undefined ? undefined : resolveExpiry(expiry, date)
  if (expires !== undefined && isPast(expires, date)) return Result.fail(new ExpiryPassed({ expires, date }))
  return Result.succeed(
    KeyIssued.make({ identifier: keyPrefix, sha256, ...details, ...(expires === undefined ? {} : { expires }) })
  )
}

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

/** A change of a key to what it is already. */
export class KeyUnchanged extends Schema.TaggedError<KeyUnchanged>()("KeyUnchanged", {
  keyPrefix: KeyPrefix
}) {
  override get message() {
    return `The key ${this.keyPrefix} has this tier, contact and expiry already. Nothing changed.`
  }
}

/** An expiry that is no later than the command that sets it. */
export class ExpiryPassed extends Schema.TaggedError<ExpiryPassed>()("ExpiryPassed", {
  expires: Schema.String,
  date: Schema.String
}) {
  override get message() {
    return `The expiry ${this.expires} has passed: it is ${this.date}. Choose a later one, or revoke the key.`
  }
}

/**
 * Finds an API key by its prefix, or by the unambiguous start of it. Of a longer text only the first 12 characters
 * count, so a whole key finds itself and no message repeats it.
 */
export const findKey = (keys: KeyRegistry, text: string): Result.Result<ApiKeyRecord, KeyUnknown | KeyAmbiguous> => {
  const start = toKeyPrefix(text)
  const exact = keys.get(start)
  if (exact !== undefined) return Result.succeed(exact)
  // The marker alone selects no key, even if there is only one.
  const isSpecific = start.length > keyMarker.length
  const candidates = isSpecific ? [...keys.values()].filter(({ identifier }) => identifier.startsWith(start)) : []
  const [first] = candidates
  if (first === undefined) {
    const hint = didYouMean(start, keys.keys())
    return Result.fail(new KeyUnknown({ keyPrefix: start, ...(hint === undefined ? {} : { hint }) }))
  }
  return candidates.length === 1
    ? Result.succeed(first)
    : Result.fail(new KeyAmbiguous({ start, candidates: candidates.map(({ identifier }) => identifier) }))
}

export class KeyAmbiguous extends Schema.TaggedError<KeyAmbiguous>()("KeyAmbiguous", {
  start: Schema.String,
  candidates: Schema.Array(KeyPrefix)
}) {
  override get message() {
    return `"${this.start}" matches several keys: ${this.candidates.join(", ")}. Give all 12 characters`
  }
}
