import { assert, describe, it } from "@effect/vitest"
import { isEmpty, lineAbove, lineAt, lineBelow, splitLines } from "../../../../src/build/repair/SourceLines.ts"

const text = "a: 1\n\n# comment\n  b: 2\n   \nc: 3"
const lines = splitLines(text)

describe("the lines of a source", () => {
  it("know their offsets and indentation", () => {
    assert.deepStrictEqual(lines[3], { index: 3, start: 16, text: "  b: 2", indent: 2, body: "b: 2" })
    for (const line of lines) assert.strictEqual(text.slice(line.start, line.start + line.text.length), line.text)
  })

  it("are found by each offset from their start to their line break", () => {
    const offsets = Array.from({ length: text.length + 2 }, (_, offset) => offset)
    assert.deepStrictEqual(
      offsets.map((offset) => lineAt(lines, offset)),
      offsets.map((offset) => text.slice(0, offset).split("\n").length - 1)
    )
  })

  it("are empty without content, also with a comment", () => {
    assert.deepStrictEqual(lines.map(isEmpty), [false, true, true, false, true, false])
  })

  it("have the closest neighbors that are not empty", () => {
    const neighborsOf = (index: number) => [lineAbove(lines, index)?.index, lineBelow(lines, index)?.index]
    assert.deepStrictEqual(
      lines.map(({ index }) => neighborsOf(index)),
      [
        [undefined, 3],
        [0, 3],
        [0, 3],
        [0, 5],
        [3, 5],
        [3, undefined]
      ]
    )
    assert.isUndefined(lineBelow(splitLines("a: 1\n# end\n"), 0))
    assert.isUndefined(lineAbove(splitLines("\n# head\na: 1"), 2))
  })
})
