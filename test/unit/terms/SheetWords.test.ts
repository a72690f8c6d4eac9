import { assert, describe, it } from "@effect/vitest"
import { findSheetWords, sheetWords } from "../../../src/terms/SheetWords.ts"

const placesIn = (text: string) => (text.match(/\{\w+\}/gu) ?? []).toSorted()

describe("the words of term sheets", () => {
  it.each([...sheetWords])("have in each sentence the places that the English one has: %s", (_, words) => {
    const english = findSheetWords([])
    for (const name of ["statements", "texts"] as const) {
      const [own, expected] = [words[name], english[name]].map((texts) => Object.entries<string>(texts))
      assert.deepStrictEqual(
        own?.map(([key, text]) => [key, placesIn(text)]),
        expected?.map(([key, text]) => [key, placesIn(text)])
      )
      for (const [key, text] of own ?? []) assert.match(text, /^\S(?:.*\S)?$/u, key)
    }
  })

  it("are those of the first language that has any, whatever its region, and else English", () => {
    const languageOf = (...tags: ReadonlyArray<string>) => findSheetWords(tags).language
    assert.strictEqual(languageOf("de", "es-MX", "fr"), "es")
    assert.strictEqual(languageOf("fr-CA"), "fr")
    assert.strictEqual(languageOf("constructor"), "en-GB")
    assert.strictEqual(languageOf(), "en-GB")
  })
})
