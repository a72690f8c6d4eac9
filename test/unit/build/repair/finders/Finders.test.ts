import { assert, describe, it } from "@effect/vitest"
import { splitLines } from "../../../../../src/build/repair/SourceLines.ts"
import type { RepairFinder } from "../../../../../src/build/repair/TextRepair.ts"
import { applySplices } from "../../../../../src/edit/Splice.ts"
import { finderCases } from "./fixtures/finder-cases.ts"

const repairsIn = (finder: RepairFinder, text: string, index: number) => {
  const lines = splitLines(text)
  const line = lines[index]
  if (line === undefined) throw new Error(`There is no line ${index}`)
  return finder(lines, line)
}

describe.each(finderCases)("$name", ({ finder, nothing, repairs }) => {
  it.each(repairs)("repairs %j on line %i", (text, index, expected) => {
    assert.deepStrictEqual(
      repairsIn(finder, text, index).map(({ edits, problem, span }) => [
        problem,
        text.slice(...span),
        applySplices(text, edits)
      ]),
      expected.map((repair) => [...repair])
    )
  })

  it("finds nothing in other lines", () => {
    for (const [text, index] of nothing) assert.deepStrictEqual(repairsIn(finder, text, index), [], text)
  })
})

describe("a repair that could be something else", () => {
  const isExactIn = (name: string, text: string, index: number): boolean => {
    const { finder } = finderCases.find((each) => each.name === name) ?? {}
    return finder !== undefined && repairsIn(finder, text, index).every(({ isExact }) => isExact === true)
  }

  it("counts only if nothing else is wrong afterwards", () => {
    assert.isTrue(isExactIn("missingParentRepairs", "code: A\nuse: [a]", 1))
    assert.isTrue(isExactIn("markerRepairs", "a: b\n---", 1))
    assert.isFalse(isExactIn("strayLineRepairs", "words", 0))
  })
})
