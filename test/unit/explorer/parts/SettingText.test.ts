import { assert, describe, it } from "@effect/vitest"
import { formatCondition } from "../../../../src/domain/taxonomy/Settings.ts"
import { toWordParts } from "../../../../src/explorer/parts/SettingText.tsx"

describe("toWordParts", () => {
  it("separates the codes of a sentence from its words", () => {
    const condition = { contains_any: ["A", "B"], empty: false } as const
    assert.deepStrictEqual(
      toWordParts((formatCode) => formatCondition(condition, formatCode)),
      [{ words: "contains " }, { code: "A" }, { words: " or " }, { code: "B" }, { words: " and is not empty" }]
    )
  })

  it("has words alone if a sentence names no code", () => {
    assert.deepStrictEqual(
      toWordParts((formatCode) => formatCondition({ empty: true }, formatCode)),
      [{ words: "is empty" }]
    )
  })
})
