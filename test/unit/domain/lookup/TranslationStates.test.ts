import { assert, describe, it } from "@effect/vitest"
import { translationStates } from "../../../../src/domain/lookup/TranslationStates.ts"
import { formatItem } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { given, release } from "../../../support/domain/ReleaseScenario.ts"
import { edit, start } from "../../../support/domain/TaxonomyEdits.ts"

const coffee = "exclusive_categories/COFFEE"
const text = { label: "Coffee", description: "Coffee drinks." }
const fr = { label: "Cafe", description: "Du cafe." }
const first = release("1.0.0", "2026-01-10", edit(coffee, { ...text, translations: { fr } }))
const changed = release("1.0.1", "2026-02-10", edit(coffee, { label: "Coffees" }))
const mended = release("1.0.2", "2026-03-10", edit(coffee, { translations: { fr: { ...fr, label: "Cafes" } } }))

const stateOf = (
  releases: ReadonlyArray<ReturnType<typeof release>>,
  ...edits: ReadonlyArray<ReturnType<typeof edit>>
) => {
  const { history } = given(...releases)
  const newest = [...history.releases.values()].at(-1)
  const taxonomy = edits.reduce((before, change) => change(before), newest?.taxonomy ?? start)
  const [state, ...others] = translationStates(history, { taxonomy, version: Version.make("1.0.9") }, "fr")
  assert.deepStrictEqual(others, [])
  return {
    stale: state?.stale.map(({ changedIn, item, text: name }) => [item && formatItem(item), name, changedIn]),
    translated: (state?.texts ?? 0) - (state?.missing.length ?? 0)
  }
}

const untranslated: object = { translations: undefined }

describe("the state of a language", () => {
  it("knows the release that changed a text after its translation", () => {
    assert.deepStrictEqual(stateOf([first]), { stale: [], translated: 2 })
    assert.deepStrictEqual(stateOf([first, changed]), { stale: [[coffee, "label", "1.0.1"]], translated: 2 })
    assert.deepStrictEqual(stateOf([first, changed, mended]), { stale: [], translated: 2 })
  })

  it("knows what the draft changes", () => {
    assert.deepStrictEqual(stateOf([first], edit(coffee, { description: "Beans, too." })).stale, [
      [coffee, "description", null]
    ])
    assert.deepStrictEqual(
      stateOf([first, changed], edit(coffee, { translations: { fr: { ...fr, label: "Cafes" } } })).stale,
      []
    )
    assert.deepStrictEqual(stateOf([first, changed], edit(coffee, untranslated)), {
      stale: [],
      translated: 0
    })
  })

  it("knows that a draft with the version of a release is not that release", () => {
    const { history } = given(first)
    const version = Version.make("1.0.0")
    const published = history.releases.get(version)?.taxonomy ?? start
    const [state] = translationStates(history, { taxonomy: edit(coffee, { label: "Coffees" })(published), version })
    assert.deepStrictEqual(
      state?.stale.map(({ changedIn }) => changedIn),
      [null]
    )
  })

  it("does not count a text that says again what was translated", () => {
    const back = edit(coffee, { label: "Coffee" })
    assert.deepStrictEqual(stateOf([first, changed], back).stale, [])
    assert.deepStrictEqual(stateOf([first, changed, release("1.0.2", "2026-03-10", back)]).stale, [])
  })
})
