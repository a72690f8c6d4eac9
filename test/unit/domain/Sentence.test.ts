import { assert, describe, it } from "@effect/vitest"
import { asSentence } from "../../../src/domain/Sentence.ts"

describe("asSentence", () => {
  it("ends a text with one full stop", () => {
    assert.strictEqual(asSentence("Never agreed"), "Never agreed.")
    assert.strictEqual(asSentence("Never agreed."), "Never agreed.")
    assert.strictEqual(asSentence("Who uses it?"), "Who uses it?")
  })
})
