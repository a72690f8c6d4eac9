import { assert, describe, it } from "@effect/vitest"
import { parseDocument } from "yaml"
import { spanOf } from "../../../../src/build/yaml/NodeSpans.ts"

const markedIn = (text: string, path: ReadonlyArray<string | number>): string => {
  const [start, end] = spanOf(parseDocument(text), { file: "a.yaml", path })
  return text.slice(start, end)
}

describe("the span of a node", () => {
  it("is that of the first entry with a code", () => {
    const text = "values:\n  - code: A\n    label: one\n  - code: A\n    label: two\n"
    assert.strictEqual(markedIn(text, ["values", "A", "label"]), "one")
    assert.strictEqual(markedIn(text, ["values", 1, "label"]), "two")
  })

  it("is that of the key if the value is empty", () => {
    assert.strictEqual(markedIn("? label\nname: A\n", ["label"]), "label")
  })
})
