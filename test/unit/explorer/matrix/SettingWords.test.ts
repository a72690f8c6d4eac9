import { assert, describe, it } from "@effect/vitest"
import { settingWords } from "../../../../src/explorer/matrix/SettingWords.ts"
import { flags, territory, useType } from "../../../support/domain/SmallTaxonomy.ts"

const translated = {
  ...useType,
  values: [{ code: "editorial", label: "Editorial", description: "News.", translations: { fr: { label: "Presse" } } }]
}

describe("settingWords", () => {
  it("has the labels, in the language", () => {
    assert.strictEqual(settingWords(translated, ["editorial", "unknown"], ["fr"]), "Presse · unknown")
    assert.strictEqual(settingWords(useType, [], []), "nothing")
    assert.strictEqual(settingWords(territory, { global: true, countries: [] }, []), "worldwide")
    assert.strictEqual(settingWords(territory, { global: false, countries: ["NO"] }, []), "Norway")
  })

  it("tells apart what flags allow and refuse", () => {
    assert.strictEqual(settingWords(flags, { avatar_only: true, other: false }, []), "Yes: Avatar\nNo: other")
  })

  it("is empty for a dimension that is not set", () => {
    assert.strictEqual(settingWords(flags, undefined, []), "")
  })
})
