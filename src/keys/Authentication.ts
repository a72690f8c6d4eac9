import { timingSafeEqual } from "node:crypto"
import * as Redacted from "effect/Redacted"
import { findKeyPrefix, parseApiKey, type KeyPrefix } from "../domain/keys/ApiKey.ts"
import { expiryMillis, emptyKeyRegistry, type KeyRegistry } from "../domain/keys/KeyRegistry.ts"
import type { Tier } from "../domain/keys/Tier.ts"
import { sha256 } from "../platform/Sha256.ts"

/** The outcome of checking an `Authorization` header (service spec, 5.7). */
type Authentication = Accepted | Invalid | { readonly _tag: "Missing" } | Ended

export interface Accepted {
  readonly _tag: "Accepted"
  readonly keyPrefix: KeyPrefix
  readonly tier: Tier
}

/** The key is unknown, wrong or malformed. `keyPrefix` is the one that was tried, if the header contains one. */
interface Invalid {
  readonly _tag: "Invalid"
  readonly keyPrefix?: KeyPrefix
  /** True if no key can be like it. */
  readonly isMalformed?: true
}

interface Ended {
  readonly _tag: "Revoked" | "Expired"
  readonly keyPrefix: KeyPrefix
}

/** An API key that is accepted without being in the ledger, such as the development key of `taxonomy start`. */
export interface EphemeralKey {
  readonly key: Redacted.Redacted
  readonly tier: Tier
}

export type Authenticator = (authorization: string | undefined) => Authentication

/** Indexes all keys, so that a request costs one digest and one lookup. */
export const makeAuthenticator = (
  keys: KeyRegistry,
  ephemeralKeys: ReadonlyArray<EphemeralKey>,
  unixMillis: () => number
): Authenticator => {
  const index = makeKeyIndex(ephemeralKeys, unixMillis)
  index.update(keys)
  return index.authenticate
}

export interface KeyIndex {
  readonly authenticate: Authenticator
  /** Puts a registry into force. Only keys that differ from the last one are indexed. */
  readonly update: (keys: KeyRegistry) => void
}

/** An index that follows the registry of a growing ledger. Only keys with an expiry ask for the time. */
export const makeKeyIndex = (ephemeralKeys: ReadonlyArray<EphemeralKey>, unixMillis: () => number): KeyIndex => {
  const entries = new Map<KeyPrefix, Entry>()
  let indexed: KeyRegistry = emptyKeyRegistry
  for (const { key, tier } of ephemeralKeys) {
    const keyPrefix = parseApiKey(Redacted.value(key))
    if (keyPrefix === undefined) continue
    const digest = toBytes(sha256(Redacted.value(key)))
    entries.set(keyPrefix, { digest, outcome: { _tag: "Accepted", keyPrefix, tier }, expiresAt: Infinity })
  }
  const update = (keys: KeyRegistry): void => {
    for (const key of keys.values()) {
      const { identifier: keyPrefix, revoked, sha256: digest, tier } = key
      if (indexed.get(keyPrefix) === key) continue
      entries.set(keyPrefix, {
        digest: toBytes(digest),
        expiresAt: revoked === undefined ? expiryMillis(key) : Infinity,
        outcome: revoked ? { _tag: "Revoked", keyPrefix } : { _tag: "Accepted", keyPrefix, tier }
      })
    }
    indexed = keys
  }
  const tried = Buffer.alloc(unknownDigest.length)
  const authenticate: Authenticator = (authorization) => {
    if (authorization === undefined) return missing
    const key = bearer.exec(authorization)?.[1]
    const keyPrefix = key === undefined ? undefined : parseApiKey(key)
    if (key === undefined || keyPrefix === undefined) return malformed(authorization)
    const entry = entries.get(keyPrefix)
    // An unknown prefix costs the same work as a known one, so that the response time discloses nothing.
    tried.write(sha256(key), "latin1")
    const isEqual = timingSafeEqual(tried, entry?.digest ?? unknownDigest)
    if (!isEqual || entry === undefined) return { _tag: "Invalid", keyPrefix }
    const { expiresAt, outcome } = entry
    return expiresAt !== Infinity && expiresAt <= unixMillis() ? { _tag: "Expired", keyPrefix } : outcome
  }
  return { authenticate, update }
}

interface Entry {
  /** The hexadecimal digits of the digest, in ASCII. */
  readonly digest: Uint8Array
  readonly outcome: Accepted | Ended
  /** In milliseconds since the epoch; `Infinity` for never. */
  readonly expiresAt: number
}

// The scheme is case-insensitive, and one or more spaces follow it (RFC 9110, 11.4).
const bearer = /^Bearer +([^ ]+)$/i

const missing: Authentication = { _tag: "Missing" }

const malformed = (authorization: string): Invalid => {
  const keyPrefix = findKeyPrefix(authorization)
  return { _tag: "Invalid", isMalformed: true, ...(keyPrefix === undefined ? {} : { keyPrefix }) }
}

// Digits, since Node takes four times as long to return a digest in bytes.
const toBytes = (digits: string): Uint8Array => Buffer.from(digits, "latin1")

const unknownDigest = new Uint8Array(64)
