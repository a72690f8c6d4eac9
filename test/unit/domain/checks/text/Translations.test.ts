import { assert, describe, it } from "@effect/vitest"
import { translationsLost, translationStale } from "../../../../../src/domain/checks/text/Translations.ts"
import { found, given, release } from "../../../../support/domain/ReleaseScenario.ts"
import { edit } from "../../../../support/domain/TaxonomyEdits.ts"

const coffee = "exclusive_categories/COFFEE"

const stale = `text/translation-stale ${coffee}`

const lost = "text/translations-lost"

const told = (before: object, after: object, subject = coffee) =>
  found(given(release("1.0.0", "2026-01-10", edit(subject, before))).when("1.0.1", "2026-02-10", edit(subject, after)))

const fr = (texts: object) => ({ translations: { fr: texts } })

describe("text/translation-stale", () => {
  it.each([
    ["is found for a text whose translation stayed", fr({ label: "Cafe" }), { label: "Coffees" }, [stale]],
    ["is not found for another text", fr({ label: "Cafe" }), { description: "Coffee drinks that are sold." }, []],
    [
      "is not found if the translation changed too",
      fr({ label: "Cafe" }),
      { label: "Coffees", ...fr({ label: "Cafes" }) },
      []
    ],
    ["is not found for a translation that is new", {}, { label: "Coffees", ...fr({ label: "Cafe" }) }, []],
    [
      "is found once for each language",
      { translations: { fr: { label: "Cafe", description: "Du cafe." }, es: { label: "Cafe" } } },
      { label: "Coffees" },
      [stale, stale]
    ]
  ] as const)("%s", (_, before, after, expected) => {
    const rules = told({ description: "Coffee drinks.", label: "Coffee", ...before }, after)
    assert.deepStrictEqual<unknown>(
      rules.filter((rule) => rule.startsWith("text/translation")),
      expected
    )
  })

  it("is not found for a text that says again what was translated", () => {
    const texts = { label: "Coffee", ...fr({ label: "Cafe" }) }
    const changed = release("1.0.1", "2026-02-10", edit(coffee, { label: "Coffees" }))
    const history = given(release("1.0.0", "2026-01-10", edit(coffee, texts)), changed)
    assert.deepStrictEqual(found(history.when("1.0.2", "2026-03-10", edit(coffee, { label: "Coffee" }))), [])
    assert.deepStrictEqual(found(history.when("1.0.2", "2026-03-10", edit(coffee, { label: "Coffee beans" }))), [stale])
  })

  it("names the texts of one item, and some of many items", () => {
    const facts = { items: ["a/B"], texts: ["label", "definition"], language: "fr" }
    assert.strictEqual(translationStale.message(facts), "The label and definition of a/B changed, but not in fr")
    const many = { ...facts, items: ["a/B", "a/C", "a/D", "a/E", "a/F", "a/G"] }
    assert.match(translationStale.message(many), /^Texts of 6 items changed, but not in fr: a\/B, /)
    assert.strictEqual(
      translationStale.help(many),
      "Translate the texts again. List them with taxonomy translations fr."
    )
  })
})

describe("text/translations-lost", () => {
  it.each([
    [
      "is found if more than half of the texts of a language are gone",
      { ...fr({ label: "Cafe", description: "Du cafe.", definition: "Cafe." }), definition: "Coffee." },
      { translations: undefined },
      [lost]
    ],
    [
      "is not found for fewer than three texts",
      fr({ label: "Cafe", description: "Du cafe." }),
      { translations: undefined },
      []
    ],
    [
      "does not count a text whose source text is gone, too",
      { ...fr({ label: "Cafe", description: "Du cafe.", definition: "Cafe." }), definition: "Coffee." },
      { translations: undefined, definition: undefined },
      ["semver/bump-too-small"]
    ],
    ["is not found for half of them", fr({ label: "Cafe", description: "Du cafe." }), fr({ label: "Cafe" }), []],
    ["is not found for new wording", fr({ label: "Cafe" }), fr({ label: "Un cafe" }), []]
  ] as const)("%s", (_, before, after, expected) => {
    assert.deepStrictEqual<unknown>(told(before, after), expected)
  })

  it("counts them", () => {
    assert.strictEqual(
      translationsLost.message({ language: "fr", lost: 57, translated: 60 }),
      "57 of the 60 texts in fr are missing, although what they translate stays"
    )
  })
})
