import { assert, describe, it } from "@effect/vitest"
import { findTranslation } from "../../../../src/domain/taxonomy/Translate.ts"
import { lookUpTags, translate } from "../../../../src/explorer/model/Translate.ts"

const item: { label: string; translations: Record<string, Record<string, string>> } = {
  label: "Water",
  translations: { fr: { label: "Eau" }, de: { description: "Zum Trinken." } }
}

describe("findTranslation", () => {
  it("falls back text by text to the language of the sources", () => {
    assert.deepStrictEqual(findTranslation(item, "label", ["fr"]), { text: "Eau", language: "fr" })
    assert.deepStrictEqual(findTranslation(item, "label", ["de"]), { text: "Water", language: undefined })
    assert.strictEqual(translate(item, "label", ["de", "fr"]), "Eau")
  })

  it("takes no inherited property for a language", () => {
    assert.strictEqual(translate(item, "label", ["constructor", "valueOf"]), "Water")
  })
})

describe("lookUpTags", () => {
  it("truncates a tag from its end", () => {
    assert.deepStrictEqual(lookUpTags("zh-Hant-TW"), ["zh-Hant-TW", "zh-Hant", "zh"])
  })
})
