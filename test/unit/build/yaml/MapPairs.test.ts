import { assert, describe, it } from "@effect/vitest"
import { isMap, parseDocument, type YAMLMap } from "yaml"
import { findPair } from "../../../../src/build/yaml/MapPairs.ts"

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
