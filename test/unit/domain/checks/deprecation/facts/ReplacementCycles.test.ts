import { assert, describe, it } from "@effect/vitest"
import { replacementCycles } from "../../../../../../src/domain/checks/deprecation/facts/ReplacementCycles.ts"
import { licenseRef, toItemId } from "../../../../../../src/domain/taxonomy/ItemRef.ts"

/** The cycles of deprecated licenses, each with its replacements. */
const cyclesOf = (replacements: Readonly<Record<string, ReadonlyArray<string>>>) =>
  Object.fromEntries(
    [
      ...replacementCycles(
        new Map(
          Object.entries(replacements).map(([code, replaced_by]) => {
            const item = licenseRef(code)
            return [toItemId(item), { item, label: code, deprecation: { replaced_by } }]
          })
        )
      )
    ].map(([id, path]) => [id.replace("license ", ""), path])
  )

/** Licenses of which each replaces the one before. */
const ring = (count: number): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`L${index}`, [`L${(index + 1) % count}`]]))

describe("cycles of replacements", () => {
  it("do not exist if each chain ends at an item that stays", () => {
    assert.deepStrictEqual(cyclesOf({}), {})
    assert.deepStrictEqual(cyclesOf({ A: ["B"], B: ["C", "D"], D: ["E"] }), {})
  })

  it("have one path for all items that lead to each other, from the first of them to itself", () => {
    const path = ["A", "B", "C", "A"]
    assert.deepStrictEqual(cyclesOf({ A: ["B"], B: ["C"], C: ["A"] }), { A: path, B: path, C: path })
    assert.deepStrictEqual(cyclesOf({ A: ["A"] }), { A: ["A", "A"] })
  })

  it("do not contain an item that only leads to them, or to which they lead", () => {
    const path = ["B", "C", "B"]
    assert.deepStrictEqual(cyclesOf({ A: ["B"], B: ["C"], C: ["D", "B"], D: ["E"] }), { B: path, C: path })
  })

  it("are found separately", () => {
    const [first, second] = [
      ["A", "B", "A"],
      ["C", "D", "C"]
    ]
    assert.deepStrictEqual(cyclesOf({ A: ["B"], C: ["D"], B: ["A", "C"], D: ["C"] }), {
      A: first,
      B: first,
      C: second,
      D: second
    })
  })

  it("have the shortest path", () => {
    const path = ["A", "D", "A"]
    assert.deepStrictEqual(cyclesOf({ A: ["B", "D"], B: ["C"], C: ["A"], D: ["A"] }), {
      A: path,
      B: path,
      C: path,
      D: path
    })
  })

  it("are shown whole with up to six items, and shortened with more", () => {
    assert.deepStrictEqual(cyclesOf(ring(6))["L3"], ["L0", "L1", "L2", "L3", "L4", "L5", "L0"])
    assert.deepStrictEqual(cyclesOf(ring(7))["L3"], ["L0", "L1", "L2", "L3", "L4", "…", "L0"])
  })

  it("are shown with the first step alone if they are too long to search", () => {
    assert.deepStrictEqual(cyclesOf(ring(40))["L0"], ["L0", "L1", "L2", "L3", "L4", "…", "L0"])
    assert.deepStrictEqual(cyclesOf(ring(60))["L0"], ["L0", "L1", "…", "L0"])
    assert.strictEqual(Object.keys(cyclesOf(ring(60))).length, 60)
  })
})
