import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Runtime from "effect/Runtime"
import { KeySigningRefused, orRefuse, type KeySigningRefusal } from "../../../../src/keys/log/SignKeyLedger.ts"

const location = "keys.ndjson"

const origin = "log.example"

const [old, spare] = [
  { name: origin, id: "0a0b0c0d" },
  { name: origin, id: "1a1b1c1d" }
]

const trust = "Servers that check signatures then need its verifier key in TAXONOMY_KEYS_TRUSTED_KEY."

describe("KeySigningRefused", () => {
  it.each<[KeySigningRefusal, string]>([
    [
      { _tag: "KeyMissing", origin },
      `The key ledger keys.ndjson is signed by log.example, and TAXONOMY_KEYS_LOG_KEY is not set. Set it to the private key of log.example, or to the file that holds it. If the key is lost, make another one with taxonomy log-key --name log.example --out FILE, set TAXONOMY_KEYS_LOG_KEY to it, and run taxonomy keys sign --replace-key. ${trust}`
    ],
    [
      { _tag: "OtherOrigin", origin, name: "other.example" },
      "The key ledger keys.ndjson is signed by log.example, and TAXONOMY_KEYS_LOG_KEY holds a key of other.example. Use a key of log.example."
    ],
    [
      { _tag: "OtherKey", signers: [old], held: [spare, old] },
      `The checkpoint of the key ledger keys.ndjson is signed by log.example+0a0b0c0d, and TAXONOMY_KEYS_LOG_KEY holds log.example+1a1b1c1d, log.example+0a0b0c0d. Use the key that signed it. If that is lost or stolen, run taxonomy keys sign --replace-key. ${trust}`
    ],
    [
      { _tag: "EventsUnsigned", covered: 0, events: 2 },
      "In the key ledger keys.ndjson, events 1 to 2 are not signed. Somebody who can write there may have invented them, so list them with taxonomy keys verify. If all of them are yours, run taxonomy keys sign."
    ],
    [
      { _tag: "EventsUnsigned", covered: 1, events: 2 },
      "In the key ledger keys.ndjson, event 2 is not signed. Somebody who can write there may have invented it, so list them with taxonomy keys verify. If all of them are yours, run taxonomy keys sign --accept-unsigned. Otherwise restore the ledger from a backup."
    ],
    [
      { _tag: "NoEvents" },
      "The key ledger keys.ndjson has no events. Issue a key: TAXONOMY_KEYS_LOG_KEY then signs the ledger."
    ]
  ])("says why the ledger is not signed, and what to do: %#", (refusal, message) => {
    const error = new KeySigningRefused({ location, refusal })
    assert.deepStrictEqual([error.message, error[Runtime.errorExitCode]], [message, 2])
  })

  it.effect("is the failure of a refused signature, and leaves others as they are", () =>
    Effect.gen(function* () {
      const refusal = { _tag: "NoEvents" } as const
      const refused = yield* Effect.flip(orRefuse(location, Result.fail(refusal)))
      assert.deepStrictEqual([refused.location, refused.refusal], [location, refusal])
      assert.strictEqual(yield* orRefuse(location, Result.succeed("a note")), "a note")
    })
  )
})
