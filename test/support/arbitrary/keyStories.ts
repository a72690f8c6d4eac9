import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import { Environment, type KeyEvent } from "../../../src/domain/keys/KeyEvent.ts"
import {
  evolve,
  issue,
  noKeys,
  revoke,
  rotate,
  type KeyAlreadyRevoked,
  type KeyIdentifierTaken,
  type Keys,
  type KeyUnknown
} from "../../../src/domain/keys/KeyRegistry.ts"
import { Tier } from "../../../src/domain/keys/Tier.ts"
import { either, pick } from "./pick.ts"

/** What an operator tries, of a few keys, so that what cannot be done is tried as well. */
export type KeyAttempt =
  | { readonly _tag: "Issue"; readonly key: string }
  | { readonly _tag: "Rotate"; readonly key: string; readonly successor: string }
  | { readonly _tag: "Revoke"; readonly key: string }

const identifiers = pick("nil_AAAAAAAA", "nil_BBBBBBBB", "nil_CCCCCCCC", "nil_DDDDDDDD")

export const keyAttempts: Arbitrary.Arbitrary<ReadonlyArray<KeyAttempt>> = Arbitrary.array(
  either<KeyAttempt>(
    Arbitrary.map(identifiers, (key) => ({ _tag: "Issue", key })),
    Arbitrary.map(Arbitrary.all([identifiers, identifiers]), ([key, successor]) => ({
      _tag: "Rotate",
      key,
      successor
    })),
    Arbitrary.map(identifiers, (key) => ({ _tag: "Revoke", key }))
  ),
  { maxLength: 20 }
)

export const date = "2026-01-01T00:00:00Z"

export const holder = {
  organization: "Acme",
  use_case: "A shop",
  expected_volume: "10 a day",
  environment: Environment.literals[0],
  tier: Tier.literals[0]
}

export const newKey = (identifier: string) => ({ identifier, sha256: "0".repeat(64) })

export const attempt = (
  keys: Keys,
  tried: KeyAttempt
): Result.Result<KeyEvent, KeyUnknown | KeyAlreadyRevoked | KeyIdentifierTaken> => {
  switch (tried._tag) {
    case "Issue":
      return issue(keys, { key: newKey(tried.key), holder, date })
    case "Rotate":
      return rotate(keys, { identifier: tried.key, key: newKey(tried.successor), date })
    case "Revoke":
      return revoke(keys, { identifier: tried.key, reason: "Lost.", date })
  }
}

/** The events of the attempts that were let through, and the keys after them. */
export const toldKeys = (tried: ReadonlyArray<KeyAttempt>) => {
  let keys = noKeys
  const events: Array<KeyEvent> = []
  for (const one of tried) {
    const decided = attempt(keys, one)
    if (Result.isFailure(decided)) continue
    events.push(decided.success)
    keys = evolve(keys, decided.success)
  }
  return { events, keys }
}
