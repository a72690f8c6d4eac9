import { assert, describe, it } from "@effect/vitest"
import { parseDocument, isMap, type YAMLMap } from "yaml"
import { spanOf, findPair } from "../../../../src/build/yaml/YamlNodes.ts"

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

const parseMap = (text: string): YAMLMap => {
  const { contents } = parseDocument(text, { uniqueKeys: false })
  if (!isMap(contents)) throw new Error("Not a map")
  return contents
}

describe("findPair", () => {
  it.for([3, 100])("finds the first pair with a key in a map of %i pairs", (count) => {
    const lines = Array.from({ length: count }, (_, index) => `key${index}: ${index}\n`)
    const map = parseMap(`${lines.join("")}key1: again\n7: number\n[list]: as a key\n`)
    assert.strictEqual(String(findPair(map, "key1")?.value), "1")
    assert.strictEqual(String(findPair(map, `key${count - 1}`)?.value), String(count - 1))
    assert.isUndefined(findPair(map, "7"))
    assert.isUndefined(findPair(map, "missing"))
  })
})
