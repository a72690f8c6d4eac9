import { assert, describe, it } from "@effect/vitest"
import { jsonPieces } from "../../../../src/server/changes/PrepareChanges.ts"

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

describe("jsonPieces", () => {
  it.each([
    [[]],
    [{}],
    ["text"],
    [null],
    [{ a: undefined, b: [1, 2], c: { d: numbers(3) } }],
    [numbers(512)],
    [numbers(513)],
    [{ kind: "values-reordered", skipped: undefined, before: numbers(2000), after: numbers(1024), 'quote"': "é" }],
    [{ kind: "dimension-added", after: { name: "a", values: numbers(5000).map((code) => ({ code })) }, bump: "minor" }]
  ])("are the JSON of %j in parts", (value) => {
    assert.strictEqual([...jsonPieces(value)].join(""), JSON.stringify(value))
  })

  it("are short, however long a list is", () => {
    const pieces = [...jsonPieces({ before: numbers(100_000) })]
    assert.isAbove(pieces.length, 100)
    assert.isBelow(Math.max(...pieces.map(({ length }) => length)), 5000)
  })
})
