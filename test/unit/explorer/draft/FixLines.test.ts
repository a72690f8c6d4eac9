import { assert, describe, it } from "@effect/vitest"
import { fixedParts } from "../../../../src/explorer/draft/FixLines.ts"

const file = "a.yaml"
const sources = { [file]: "version: 1.0.0\ntitle: A\nlabel: B\ncode: C\nlast: D\n" }
const edit = (line: number, column: number, end_line: number, end_column: number, text: string) => ({
  file,
  line,
  column,
  end_line,
  end_column,
  text
})

describe("fixedParts", () => {
  it("shows the lines of an edit before and after it", () => {
    assert.deepStrictEqual(fixedParts([edit(1, 10, 1, 15, "1.1.0")], sources), [
      { _tag: "Lines", file, line: 1, before: ["version: 1.0.0"], after: ["version: 1.1.0"] }
    ])
  })

  it("shows edits of neighbouring lines together, and others apart, in the order of the file", () => {
    const parts = fixedParts([edit(5, 7, 5, 8, "Z"), edit(2, 8, 2, 9, "X"), edit(1, 10, 1, 15, "2")], sources)
    assert.deepStrictEqual(parts, [
      {
        _tag: "Lines",
        file,
        line: 1,
        before: ["version: 1.0.0", "title: A"],
        after: ["version: 2", "title: X"]
      },
      { _tag: "Lines", file, line: 5, before: ["last: D"], after: ["last: Z"] }
    ])
  })

  it("makes several edits of a line at the places of the text before them", () => {
    const parts = fixedParts([edit(2, 1, 2, 6, "a very long title"), edit(2, 8, 2, 9, '"A"')], sources)
    assert.deepStrictEqual(
      parts.map((part) => part._tag === "Lines" && part.after),
      [['a very long title: "A"']]
    )
  })

  it("inserts and removes lines, without those that stay", () => {
    assert.deepStrictEqual(fixedParts([edit(2, 1, 2, 1, "new: 1\n")], sources), [
      { _tag: "Lines", file, line: 2, before: [], after: ["new: 1"] }
    ])
    assert.deepStrictEqual(fixedParts([edit(2, 1, 4, 1, "")], sources), [
      { _tag: "Lines", file, line: 2, before: ["title: A", "label: B"], after: [] }
    ])
  })

  it("names a renamed file, and leaves out a file whose text is unknown", () => {
    assert.deepStrictEqual(
      fixedParts(
        [
          { file, rename_to: "b.yaml" },
          { ...edit(1, 1, 1, 2, ""), file: "c.yaml" }
        ],
        sources
      ),
      [{ _tag: "Renamed", file, to: "b.yaml" }]
    )
  })
})
