import { assert, describe, it } from "@effect/vitest"
import { isKnownLanguage, languageByName } from "../../../../src/domain/taxonomy/Languages.ts"

describe("isKnownLanguage", () => {
  it("judges a tag by its language", () => {
    for (const tag of ["fr", "pt-BR", "gsw", "zh-Hant-TW"]) assert.isTrue(isKnownLanguage(tag), tag)
    for (const tag of ["french", "xx", "xx-FR"]) assert.isFalse(isKnownLanguage(tag), tag)
  })
})

describe("languageByName", () => {
  it("finds the code of an English name in any case", () => {
    assert.strictEqual(languageByName("french"), "fr")
    assert.strictEqual(languageByName("Portuguese"), "pt")
    assert.isUndefined(languageByName("xx"))
  })
})
