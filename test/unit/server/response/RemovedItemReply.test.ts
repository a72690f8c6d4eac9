import { assert, describe, it } from "@effect/vitest"
import { findRemovedItem } from "../../../../src/domain/release/removal/RemovedItems.ts"
import type { Deprecation } from "../../../../src/domain/taxonomy/Deprecation.ts"
import { formatItem, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { describeRemovedItem } from "../../../../src/server/response/ErrorReplies.ts"
import { catalogAfter, categories, release } from "../../../support/server/histories.ts"

const oneOf = (...codes: ReadonlyArray<string>): Deprecation => ({ replaced_by: codes })
const allOf = (...codes: ReadonlyArray<string>): Deprecation => ({ replaced_by: codes, replacement_mode: "all_of" })
const nothing: Deprecation = { replaced_by: [], reason: "Unused." }

/** The removal of A, in a release that has removed every deprecated value at once. */
const removalOfA = (deprecated: Readonly<Record<string, Deprecation>>) => {
  const current = [...new Set(Object.values(deprecated).flatMap(({ replaced_by }) => replaced_by))].filter(
    (code) => deprecated[code] === undefined
  )
  const catalog = catalogAfter(
    release("1.0.0", "2026-01-01", categories([...Object.keys(deprecated), ...current], deprecated)),
    release("2.0.0", "2027-01-01", categories(current))
  )
  const served = catalog.apiVersions.get("v2")?.newest
  const removal = served && findRemovedItem(served.release, valueRef("exclusive_categories", "A"))
  if (removal === undefined) throw new Error("A was not removed")
  const codes = removal.replacements.map((item) => formatItem(item).replace("exclusive_categories/", ""))
  return { advice: describeRemovedItem(removal).replace(/^.* was removed in v2\.0\. /u, ""), mode: removal.mode, codes }
}

describe("findRemovedItem", () => {
  it.each([
    ["a choice", { A: oneOf("B", "C") }, "one_of", ["B", "C"]],
    ["a split", { A: allOf("B", "C") }, "all_of", ["B", "C"]],
    ["one item after another", { A: oneOf("B"), B: oneOf("C"), C: oneOf("D") }, "one_of", ["D"]],
    ["an item that became a split", { A: oneOf("B"), B: allOf("C", "D") }, "all_of", ["C", "D"]],
    ["an item that became a choice", { A: oneOf("B"), B: oneOf("C", "D") }, "one_of", ["C", "D"]],
    ["a choice within a choice", { A: oneOf("B", "C"), B: oneOf("D", "E") }, "one_of", ["D", "E", "C"]],
    ["a split within a split", { A: allOf("B", "C"), B: allOf("D", "E") }, "all_of", ["D", "E", "C"]],
    ["a part of a split, replaced by one item", { A: allOf("B", "C"), B: oneOf("D") }, "all_of", ["D", "C"]],
    ["a part of a split, replaced by the other", { A: allOf("B", "C"), B: oneOf("C") }, "one_of", ["C"]],
    ["a choice without one of its parts", { A: oneOf("B", "C", "D"), B: nothing }, "one_of", ["C", "D"]],
    ["a choice of which a split remains", { A: oneOf("B", "C"), B: nothing, C: allOf("D", "E") }, "all_of", ["D", "E"]],
    ["a choice of which nothing remains", { A: oneOf("B", "C"), B: nothing, C: nothing }, "one_of", []],
    ["no replacement", { A: nothing }, "one_of", []]
  ] as const)("follows a chain that keeps its meaning: %s", (_, deprecated, mode, codes) => {
    const removal = removalOfA(deprecated)
    assert.deepStrictEqual([removal.mode, removal.codes], [mode, codes])
  })

  it.each([
    ["a choice within a split", { A: allOf("B", "C"), B: oneOf("D", "E") }, "all_of", "Use 'B' and 'C' instead."],
    ["a split within a choice", { A: oneOf("B", "C"), B: allOf("D", "E") }, "one_of", "Use 'B' or 'C' instead."],
    ["a split that lost a part", { A: allOf("B", "C"), B: nothing }, "all_of", "Use 'B' and 'C' instead."],
    [
      "a split that lost a part by a chain",
      { A: allOf("B", "C"), B: oneOf("D"), D: nothing },
      "all_of",
      "Use 'B' and 'C' instead."
    ],
    [
      "a choice within a split, beside one item",
      { A: allOf("B", "C"), B: oneOf("D", "E"), C: oneOf("F") },
      "all_of",
      "Use 'B' and 'F' instead."
    ]
  ] as const)(
    "names the direct replacement where a chain would change the meaning: %s",
    (_, deprecated, mode, advice) => {
      const removal = removalOfA(deprecated)
      assert.deepStrictEqual([removal.mode, removal.advice], [mode, advice])
    }
  )
})
