import { assert, describe, it } from "@effect/vitest"
import { asSentence, listNames, listSome } from "../../../src/domain/Sentence.ts"

describe("asSentence", () => {
  it("ends a text with one full stop", () => {
    assert.strictEqual(asSentence("Never agreed"), "Never agreed.")
    assert.strictEqual(asSentence("Never agreed."), "Never agreed.")
    assert.strictEqual(asSentence("Who uses it?"), "Who uses it?")
    assert.strictEqual(asSentence("Stop! Who uses it"), "Stop! Who uses it.")
    assert.strictEqual(asSentence("And so on…"), "And so on…")
  })
})

describe("listNames", () => {
  it.each([
    [[], ""],
    [["A"], "A"],
    [["A", "B"], "A and B"],
    [["A", "B", "C"], "A, B and C"]
  ])("lists %j as “%s”", (names, expected) => {
    assert.strictEqual(listNames(names), expected)
  })
})

describe("listSome", () => {
  it.each([
    [["A", "B"], "A and B"],
    [["A", "B", "C"], "A, B and C"],
    [["A", "B", "C", "D"], "A, B, C and 1 more"],
    [["A", "B", "C", "D", "E"], "A, B, C and 2 more"]
  ])("lists at most three of %j as “%s”", (names, expected) => {
    assert.strictEqual(listSome(names, 3), expected)
  })
})
