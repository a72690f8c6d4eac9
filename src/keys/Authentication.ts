import { hash, timingSafeEqual } from "node:crypto"
import * as Redacted from "effect/Redacted"
import { parseKey, type KeyIdentifier } from "../domain/Key.ts"
import type { Keys } from "../domain/KeyLedger.ts"
import type { Tier } from "../domain/Tier.ts"

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

/** Unknown, wrong or malformed. `identifier` is the one that was tried, where the key was at least well-formed. */
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
    const digest = sha256(Redacted.value(key))
    entries.set(identifier, { digest, outcome: { _tag: "Accepted", identifier, tier, organization } })
  }
  for (const { identifier, organization, revoked, sha256, tier } of keys.values()) {
    entries.set(identifier, {
      digest: Buffer.from(sha256, "hex"),
      outcome: revoked ? { _tag: "Revoked", identifier } : { _tag: "Accepted", identifier, tier, organization }
    })
  }
  return (authorization) => {
    if (authorization === undefined) return missing
    const key = bearer.exec(authorization)?.[1]
    const identifier = key === undefined ? undefined : parseKey(key)
    if (key === undefined || identifier === undefined) return malformed
    const entry = entries.get(identifier)
    // An unknown identifier costs the same work as a known one, so that the time tells nothing.
    const equal = timingSafeEqual(sha256(key), entry?.digest ?? noDigest)
    return equal && entry !== undefined ? entry.outcome : { _tag: "Invalid", identifier }
  }
}

interface Entry {
  readonly digest: Uint8Array
  readonly outcome: Accepted | Revoked
}

// The scheme ignores case, and one space or more follows it (RFC 9110, 11.4).
const bearer = /^Bearer +([^ ]+)$/i

const missing: Missing = { _tag: "Missing" }
const malformed: Invalid = { _tag: "Invalid" }
const noDigest = new Uint8Array(32)

const sha256 = (key: string): Uint8Array => hash("sha256", key, "buffer")
