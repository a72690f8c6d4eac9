import { assert, describe, it } from "@effect/vitest"
import { excerptOf, fixedParts } from "../../../../src/explorer/draft/SourceText.tsx"

const source = "one\r\ntwo\r\n  three: 3\r\nfour\r\nfive\r\nsix\r\n"
const at = (line: number, column: number, end_line: number, end_column: number) => ({
  file: "a.yaml",
  line,
  column,
  end_line,
  end_column
})

describe("excerptOf", () => {
  it("marks a part of a line between the two lines before and after it", () => {
    assert.deepStrictEqual(excerptOf(source, at(3, 10, 3, 11)), [
      { number: 1, before: "one", marked: "", after: "" },
      { number: 2, before: "two", marked: "", after: "" },
      { number: 3, before: "  three: ", marked: "3", after: "" },
      { number: 4, before: "four", marked: "", after: "" },
      { number: 5, before: "five", marked: "", after: "" }
    ])
  })

  it("marks the text of several lines without their indentation, up to the start of the next", () => {
    const marked = excerptOf(source, at(2, 2, 4, 1)).map((line) => line.marked)
    assert.deepStrictEqual(marked, ["", "wo", "three: 3", "", ""])
  })

  it("cuts a long place, and a long line around the place", () => {
    const long = `${"x".repeat(5000)}HERE${"y".repeat(5000)}`
    const [line] = excerptOf(long, at(1, 5001, 1, 5005))
    assert.strictEqual(line?.marked, "HERE")
    assert.isBelow((line?.before.length ?? 0) + (line?.after.length ?? 0), 1000)
    assert.match(line?.before ?? "", /^…x+$/)
    assert.match(line?.after ?? "", /^y+…$/)
    assert.isBelow(excerptOf("a\n".repeat(1000), at(1, 1, 900, 1)).length, 20)
  })

  it("keeps a part of 400 characters", () => {
    const [line] = excerptOf(`${"x".repeat(400)}HERE${"y".repeat(400)}`, at(1, 401, 1, 405))
    assert.deepStrictEqual(line, { number: 1, before: "x".repeat(400), marked: "HERE", after: "y".repeat(400) })
    const [longer] = excerptOf(`${"x".repeat(401)}HERE${"y".repeat(401)}`, at(1, 402, 1, 406))
    assert.strictEqual(longer?.before, `…${"x".repeat(400)}`)
    assert.strictEqual(longer?.after, `${"y".repeat(400)}…`)
  })

  it("shows nothing of a place that the text does not have", () => {
    assert.deepStrictEqual(excerptOf("one", at(90, 1, 90, 2)), [])
  })
})

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
