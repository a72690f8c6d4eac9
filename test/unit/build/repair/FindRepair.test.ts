import { assert, describe, it } from "@effect/vitest"
import { findRepair, type Judgement } from "../../../../src/build/repair/FindRepair.ts"
import type { RepairFinder, TextRepair } from "../../../../src/build/repair/TextRepair.ts"
import type { Splice } from "../../../../src/edit/Splice.ts"

const text = "one\ntwo\nthree\nfour\n"

const write = (start: number, end: number, written: string): TextRepair => ({
  problem: { problem: "empty-file" },
  span: [start, end],
  edits: [{ start, end, text: written }]
})

const stopsAt = (errorAt: number | undefined): Judgement => ({
  errorAt,
  problems: errorAt === undefined ? 0 : 1,
  places: []
})

/** Searches among repairs of a text with an error at an offset. The judge knows where the parser stops afterwards. */
const search = (
  errorAt: number,
  repairs: ReadonlyArray<TextRepair>,
  afterwards: (repaired: string) => number | undefined,
  maxTries = 100
) => {
  const judged: Array<string> = []
  const finder: RepairFinder = (_, line) => (line.index === 0 ? repairs : [])
  const found = findRepair(
    text,
    stopsAt(errorAt),
    [0],
    (repaired) => {
      judged.push(repaired)
      return stopsAt(afterwards(repaired))
    },
    { finders: [finder], maxTries }
  )
  return { found: found?.text, tries: found?.tries, judged }
}

describe("findRepair", () => {
  it("tries no other repair after one that leaves no problem", () => {
    const { found, judged, tries } = search(0, [write(0, 3, "1"), write(0, 3, "2"), write(0, 3, "3")], (repaired) =>
      repaired.startsWith("1") ? 9 : undefined
    )
    assert.strictEqual(found, text.replace("one", "2"))
    assert.strictEqual(tries, 2)
    assert.lengthOf(judged, 2)
  })

  it("tries each text once, and not the one that is to be repaired", () => {
    const same = [write(0, 3, "1"), write(0, 3, "one"), write(0, 1, "1n"), write(1, 3, "ne"), write(0, 3, "1")]
    const { judged } = search(0, same, () => 0)
    assert.deepStrictEqual(judged, [text.replace("one", "1"), text.replace("one", "1nne")])
  })

  it("tries no more repairs than it may", () => {
    const many = Array.from({ length: 10 }, (_, index) => write(0, 3, String(index)))
    assert.lengthOf(search(0, many, () => 0, 4).judged, 4)
    assert.lengthOf(search(0, many, () => 0, 0).judged, 0)
  })

  it("accepts a repair only if the parser stops below both the old error and the repaired lines", () => {
    const isAccepted = (errorAt: number, repair: TextRepair, after: number) =>
      search(errorAt, [repair], () => after).found !== undefined
    const [inOne, inThree] = [write(0, 3, "uno"), write(8, 13, "tre")]
    // The lines start at 0, 4, 8 and 14.
    assert.isTrue(isAccepted(1, inOne, 5))
    assert.isFalse(isAccepted(1, inOne, 4))
    assert.isFalse(isAccepted(5, inOne, 7))
    assert.isTrue(isAccepted(5, inOne, 9))
    // The repaired line has two characters less.
    assert.isFalse(isAccepted(1, inThree, 10))
    assert.isFalse(isAccepted(1, inThree, 12))
    assert.isTrue(isAccepted(1, inThree, 13))
  })

  it("takes the last of several edits for the repaired line", () => {
    const edit = (start: number): Splice => ({ start, end: start + 1, text: "x" })
    for (const edits of [
      [edit(0), edit(8)],
      [edit(8), edit(0)]
    ]) {
      const repair: TextRepair = { problem: { problem: "empty-file" }, span: [0, 1], edits }
      assert.isUndefined(search(0, [repair], () => 9).found)
      assert.isDefined(search(0, [repair], () => 15).found)
    }
  })
})
