import { assert, describe, it } from "@effect/vitest"
import { vocabulary } from "../../../src/domain/vocabulary/Vocabulary.ts"
import { orderOf, orderOfKeys, positionInOrder, positionOfKey } from "../../../src/edit/KeyOrder.ts"

describe("the order of keys", () => {
  it("is that of the kind that has all of them", () => {
    assert.deepStrictEqual(orderOfKeys(["code", "name"]), Object.keys(vocabulary.license))
    assert.isUndefined(orderOfKeys(["code", "forbid"]))
  })

  it.each([
    [["code", "description"], "label", 1],
    [["code", "label"], "deprecated", 2],
    [["label"], "code", 0],
    [["code", "zebra"], "label", 2],
    [["apple", "code", "zebra"], "label", 2]
  ])("puts a key into %j: %s at %i", (keys, added, position) => {
    assert.strictEqual(positionOfKey(keys, added), position)
  })
})

describe("the order of codes", () => {
  it.each([
    [["A", "C", "E"], "D", 2],
    [["A", "C", "E"], "F", 3],
    [["A", "C", "E"], "0", 0],
    [["A", "C", "E"], "C", 2],
    [["a", "C", "e"], "D", 2],
    [["a", "C", "e"], "c", 2],
    [["E", "A", "C"], "B", 3],
    [["C", "E"], "A", 2]
  ])("puts a code into %j: %s at %i", (codes, added, position) => {
    assert.strictEqual(positionInOrder(codes, added), position)
  })

  it("needs three codes", () => {
    assert.isUndefined(orderOf(["A", "B"]))
    assert.isDefined(orderOf(["A", "B", "B"]))
    assert.isUndefined(orderOf(["B", "A", "C"]))
  })
})
