import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { issue } from "../../../../src/domain/keys/KeyCommands.ts"
import { findKey, KeyAmbiguous } from "../../../../src/domain/keys/KeyLookup.ts"
import { KeyUnknown } from "../../../../src/domain/keys/KeyRefusals.ts"
import { evolve, emptyKeyRegistry } from "../../../../src/domain/keys/KeyRegistry.ts"
import { date, holder, fingerprint } from "../../../support/arbitrary/keyStories.ts"

const keyPrefixes = ["nil_AAAAAAAA", "nil_AAAAAAAB", "nil_BBBBBBBB"]
const keys = keyPrefixes.reduce(
  (keys, keyPrefix) => evolve(keys, Result.getOrThrow(issue(keys, { key: fingerprint(keyPrefix), holder, date }))),
  emptyKeyRegistry
)
const found = (text: string) => Result.map(findKey(keys, text), ({ identifier }) => identifier)

describe("findKey", () => {
  it("finds a key by its prefix and by an unambiguous start of it", () => {
    for (const keyPrefix of keyPrefixes) assert.deepStrictEqual(found(keyPrefix), Result.succeed(keyPrefix))
    assert.deepStrictEqual(found("nil_B"), Result.succeed("nil_BBBBBBBB"))
  })

  it("fails if several keys match", () => {
    const candidates = keyPrefixes.slice(0, 2)
    assert.deepStrictEqual(found("nil_AAAA"), Result.fail(new KeyAmbiguous({ start: "nil_AAAA", candidates })))
  })

  it("finds no key for an empty text, the common marker or another case", () => {
    for (const text of ["", "nil_", "nil_b", "AAAAAAAA", "nil_C"]) {
      assert.deepStrictEqual(found(text), Result.fail(new KeyUnknown({ keyPrefix: text })))
    }
  })

  it("suggests a key that differs in case or in a few characters", () => {
    for (const text of ["nil_bbbbbbbb", "nil_BBBBBBB8", "nil_BBBBBBXB", "nl_BBBBBBBB"]) {
      const hint = 'Did you mean "nil_BBBBBBBB"?'
      assert.deepStrictEqual(found(text), Result.fail(new KeyUnknown({ keyPrefix: text, hint })))
    }
    assert.strictEqual(
      Result.getOrThrow(Result.flip(found("nil_BBBBBBB8"))).message,
      'Unknown key "nil_BBBBBBB8". Did you mean "nil_BBBBBBBB"?'
    )
  })

  it("never repeats more than the prefix of a whole key", () => {
    const whole = `nil_BBBBBBBB${"x".repeat(24)}`
    assert.deepStrictEqual(found(whole), Result.succeed("nil_BBBBBBBB"))
    const unknown = found(`nil_CCCCCCCC${"x".repeat(24)}`)
    assert.deepStrictEqual(unknown, Result.fail(new KeyUnknown({ keyPrefix: "nil_CCCCCCCC" })))
  })
})
