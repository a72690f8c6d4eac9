import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import { change, issue, revoke, rotate } from "../../../src/domain/keys/KeyCommands.ts"
import { KeyEnvironment, type KeyEvent } from "../../../src/domain/keys/KeyEvent.ts"
import { evolve, emptyKeyRegistry, type KeyRegistry } from "../../../src/domain/keys/KeyRegistry.ts"
import { Tier } from "../../../src/domain/keys/Tier.ts"
import { either, pick } from "./pick.ts"

/** A command of an operator, on a few keys, so that impossible ones occur as well. */
export type KeyAttempt =
  | { readonly _tag: "Issue"; readonly key: string }
  | { readonly _tag: "Rotate"; readonly key: string; readonly successor: string }
  | { readonly _tag: "Change"; readonly key: string; readonly tier: Tier }
  | { readonly _tag: "Revoke"; readonly key: string }

const keyPrefixes = pick("nil_AAAAAAAA", "nil_BBBBBBBB", "nil_CCCCCCCC", "nil_DDDDDDDD")

export const keyAttempts: Arbitrary.Arbitrary<ReadonlyArray<KeyAttempt>> = Arbitrary.array(
  either<KeyAttempt>(
    Arbitrary.map(keyPrefixes, (key) => ({ _tag: "Issue", key })),
    Arbitrary.map(Arbitrary.all([keyPrefixes, keyPrefixes]), ([key, successor]) => ({
      _tag: "Rotate",
      key,
      successor
    })),
    Arbitrary.map(Arbitrary.all([keyPrefixes, pick(...Tier.literals)]), ([key, tier]) => ({
      _tag: "Change",
      key,
      tier
    })),
    Arbitrary.map(keyPrefixes, (key) => ({ _tag: "Revoke", key }))
  ),
  { maxLength: 20 }
)

export const date = "2026-01-01T00:00:00Z"

export const holder = {
  organization: "Acme",
  use_case: "A shop",
  expected_volume: "10 a day",
  environment: KeyEnvironment.literals[0],
  tier: Tier.literals[0]
}

export const fingerprint = (keyPrefix: string) => ({ keyPrefix, sha256: "0".repeat(64) })

export const attempt = (keys: KeyRegistry, tried: KeyAttempt): Result.Result<KeyEvent, Error> => {
  switch (tried._tag) {
    case "Issue":
      return issue(keys, { key: fingerprint(tried.key), holder, date })
    case "Rotate":
      return rotate(keys, { keyPrefix: tried.key, key: fingerprint(tried.successor), date })
    case "Change":
      return change(keys, { keyPrefix: tried.key, terms: { tier: tried.tier }, date })
    case "Revoke":
      return revoke(keys, { keyPrefix: tried.key, reason: "Lost.", date })
  }
}

/** The events of the accepted attempts, and the registry after them. */
export const foldAttempts = (tried: ReadonlyArray<KeyAttempt>) => {
  let keys = emptyKeyRegistry
  const events: Array<KeyEvent> = []
  for (const one of tried) {
    const decided = attempt(keys, one)
    if (Result.isFailure(decided)) continue
    events.push(decided.success)
    keys = evolve(keys, decided.success)
  }
  return { events, keys }
}
