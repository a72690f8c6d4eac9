import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { findKey, KeyAmbiguous } from "../../../../src/domain/keys/KeyLookup.ts"
import { evolve, issue, KeyUnknown, noKeys } from "../../../../src/domain/keys/KeyRegistry.ts"
import { date, holder, newKey } from "../../../support/arbitrary/keyStories.ts"

const identifiers = ["nil_AAAAAAAA", "nil_AAAAAAAB", "nil_BBBBBBBB"]
const keys = identifiers.reduce(
  (keys, identifier) => evolve(keys, Result.getOrThrow(issue(keys, { key: newKey(identifier), holder, date }))),
  noKeys
)
const found = (text: string) => Result.map(findKey(keys, text), ({ identifier }) => identifier)

describe("findKey", () => {
  it("finds a key by its identifier, and by a beginning that no other key has", () => {
    for (const identifier of identifiers) assert.deepStrictEqual(found(identifier), Result.succeed(identifier))
    assert.deepStrictEqual(found("nil_B"), Result.succeed("nil_BBBBBBBB"))
  })

  it("does not choose between keys", () => {
    const candidates = identifiers.slice(0, 2)
    assert.deepStrictEqual(found("nil_AAAA"), Result.fail(new KeyAmbiguous({ beginning: "nil_AAAA", candidates })))
  })

  it("finds none for what is empty, what every key begins with, and what differs in case", () => {
    for (const text of ["", "nil_", "nil_b", "AAAAAAAA", "nil_C"]) {
      assert.deepStrictEqual(found(text), Result.fail(new KeyUnknown({ identifier: text })))
    }
  })

  it("asks whether a key was meant that differs in case or in a few characters", () => {
    for (const text of ["nil_bbbbbbbb", "nil_BBBBBBB8", "nil_BBBBBBXB", "nl_BBBBBBBB"]) {
      const hint = 'Did you mean "nil_BBBBBBBB"?'
      assert.deepStrictEqual(found(text), Result.fail(new KeyUnknown({ identifier: text, hint })))
    }
    assert.strictEqual(
      Result.getOrThrow(Result.flip(found("nil_BBBBBBB8"))).message,
      'There is no key "nil_BBBBBBB8". Did you mean "nil_BBBBBBBB"?'
    )
  })

  it("never repeats more than the identifier of a key that was given whole", () => {
    const whole = `nil_BBBBBBBB${"x".repeat(24)}`
    assert.deepStrictEqual(found(whole), Result.succeed("nil_BBBBBBBB"))
    const unknown = found(`nil_CCCCCCCC${"x".repeat(24)}`)
    assert.deepStrictEqual(unknown, Result.fail(new KeyUnknown({ identifier: "nil_CCCCCCCC" })))
  })
})
