import { assert, describe, it } from "@effect/vitest"
import { toPointer } from "../../../../src/build/sources/SourceTree.ts"
import { given, release, type Step } from "../../../support/domain/ReleaseScenario.ts"
import { add, edit, retitle, type Edit } from "../../../support/domain/TaxonomyEdits.ts"

const label = "Coffee  shops"
const values = [{ code: "calm", label, description: "Not  loud." }]
const first = release("1.0.0", "2026-01-10")

/** Where the sources have a new text with two spaces in a row. */
const placesOf = (base: Step, ...edits: ReadonlyArray<Edit>) =>
  given(base)
    .when("1.1.0", "2026-02-10", ...edits)
    .findings.filter(({ rule }) => rule === "source/suspicious-text")
    .map(({ location }) => toPointer(location))
    .map(({ file, path }) => `${file} ${path.join(".")}`)

describe("the texts that a release adds or changes", () => {
  it.each<readonly [string, Edit, ReadonlyArray<string>]>([
    ["title", retitle(label), ["taxonomy.yaml title"]],
    [
      "translated title",
      (taxonomy) => ({ ...taxonomy, translations: { fr: { title: label }, de: { description: label } } }),
      ["taxonomy.yaml translations.fr.title", "taxonomy.yaml translations.de.description"]
    ],
    [
      "texts of a dimension",
      edit("attribution", { label, description: label, definition: label }),
      ["label", "description", "definition"].map((name) => `dimensions/attribution.yaml ${name}`)
    ],
    [
      "texts of a value",
      edit("attribution/byline", { label, definition: label }),
      ["label", "definition"].map((name) => `dimensions/attribution.yaml values.byline.${name}`)
    ],
    [
      "texts of a new dimension and its values",
      add("tone", { label, values }),
      ["label", "values.calm.label", "values.calm.description"].map((path) => `dimensions/tone.yaml ${path}`)
    ],
    ["text of a new value", add("attribution/logo", { label }), ["dimensions/attribution.yaml values.logo.label"]],
    [
      "translation of a license",
      edit("CLASS", { translations: { fr: { name: label } } }),
      ["licenses/CLASS.yaml translations.fr.name"]
    ],
    [
      "reason of a deprecation, and its translation",
      edit("CLASS", { deprecated: { replaced_by: [], reason: label, translations: { fr: { reason: label } } } }),
      ["licenses/CLASS.yaml deprecated.reason", "licenses/CLASS.yaml deprecated.translations.fr.reason"]
    ]
  ])("include the %s", (_, change, places) => {
    assert.deepStrictEqual(placesOf(first, change), places)
  })

  it("do not include the texts that were published before, beside others that change", () => {
    const base = release(
      "1.0.0",
      "2026-01-10",
      edit("CLASS", {
        name: label,
        translations: { fr: { name: label } },
        deprecated: { replaced_by: [], reason: label, translations: { fr: { reason: label } } }
      }),
      edit("attribution/byline", { label })
    )
    const places = placesOf(
      base,
      edit("CLASS", {
        description: "Another description.",
        translations: { fr: { name: label }, de: { name: label } },
        deprecated: { replaced_by: [], reason: label, translations: { fr: { reason: label }, de: { reason: label } } }
      }),
      edit("attribution/byline", { description: "Another description." }),
      add("attribution/logo")
    )
    assert.deepStrictEqual(places, [
      "licenses/CLASS.yaml translations.de.name",
      "licenses/CLASS.yaml deprecated.translations.de.reason"
    ])
  })
})
