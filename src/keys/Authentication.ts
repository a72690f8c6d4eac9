import { timingSafeEqual } from "node:crypto"
import * as Redacted from "effect/Redacted"
import { identifierIn, parseKey, type KeyIdentifier } from "../domain/keys/ApiKey.ts"
import type { Keys } from "../domain/keys/KeyRegistry.ts"
import type { Tier } from "../domain/keys/Tier.ts"
import { sha256 } from "../platform/Sha256.ts"

/** What an `Authorization` header comes to (service spec, 5.7). */
type Authentication = Accepted | Missing | Invalid | Revoked

export interface Accepted {
  readonly _tag: "Accepted"
  readonly identifier: KeyIdentifier
  readonly tier: Tier
  readonly organization: string
}

interface Missing {
  readonly _tag: "Missing"
}

/** Unknown, wrong or malformed. `identifier` is the one that was tried, where there is one. */
interface Invalid {
  readonly _tag: "Invalid"
  readonly identifier?: KeyIdentifier
}

interface Revoked {
  readonly _tag: "Revoked"
  readonly identifier: KeyIdentifier
}

/** A key that is accepted without being in any ledger, such as one made for development at each start. */
export interface ExtraKey {
  readonly key: Redacted.Redacted
  readonly tier: Tier
  readonly organization: string
}

/** Answers for every header from an index made once, so that a request costs one digest and one look-up. */
export type Authenticator = (authorization: string | undefined) => Authentication

export const authenticatorOf = (keys: Keys, extraKeys: ReadonlyArray<ExtraKey>): Authenticator => {
  const entries = new Map<KeyIdentifier, Entry>()
  for (const { key, organization, tier } of extraKeys) {
    const identifier = parseKey(Redacted.value(key))
    if (identifier === undefined) continue
    const digest = bytesOf(sha256(Redacted.value(key)))
    entries.set(identifier, { digest, outcome: { _tag: "Accepted", identifier, tier, organization } })
  }
  for (const { identifier, organization, revoked, sha256: digest, tier } of keys.values()) {
    entries.set(identifier, {
      digest: bytesOf(digest),
      outcome: revoked ? { _tag: "Revoked", identifier } : { _tag: "Accepted", identifier, tier, organization }
    })
  }
  const tried = Buffer.alloc(noDigest.length)
  return (authorization) => {
    if (authorization === undefined) return missing
    const key = bearer.exec(authorization)?.[1]
    const identifier = key === undefined ? undefined : parseKey(key)
    if (key === undefined || identifier === undefined) return malformed(authorization)
    const entry = entries.get(identifier)
    // An unknown identifier costs the same work as a known one, so that the time tells nothing.
    tried.write(sha256(key), "latin1")
    const equal = timingSafeEqual(tried, entry?.digest ?? noDigest)
    return equal && entry !== undefined ? entry.outcome : { _tag: "Invalid", identifier }
  }
}

interface Entry {
  /** The digits of the digest, in ASCII. */
  readonly digest: Uint8Array
  readonly outcome: Accepted | Revoked
}

// The scheme ignores case, and one space or more follows it (RFC 9110, 11.4).
const bearer = /^Bearer +([^ ]+)$/i

const missing: Missing = { _tag: "Missing" }
const malformed = (authorization: string): Invalid => {
  const identifier = identifierIn(authorization)
  return identifier === undefined ? { _tag: "Invalid" } : { _tag: "Invalid", identifier }
}

// Digits, for Node takes four times as long to give a digest in bytes.
const bytesOf = (digits: string): Uint8Array => Buffer.from(digits, "latin1")

const noDigest = new Uint8Array(64)
