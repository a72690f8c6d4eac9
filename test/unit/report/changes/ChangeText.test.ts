import { assert, describe, it } from "@effect/vitest"
import type { Change } from "../../../../src/domain/change/Change.ts"
import { formatItem } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { describeChange } from "../../../../src/report/changes/ChangeText.ts"
import type { ItemFacts } from "../../../../src/report/ItemFacts.ts"

const labels: Readonly<Record<string, string>> = { "use/film": "Film", "use/tv": "Television", "use/radio": "Radio" }

const facts: ItemFacts = {
  labelOf: (item) => labels[formatItem(item)],
  deprecationOf: () => ({ replaced_by: ["tv", "radio"], replacement_mode: "all_of", reason: "Nobody uses it" })
}

const detailsOf = (change: Change) => describeChange(change, facts).details

describe("describeChange", () => {
  it("names the replacement of a removed item, and why it went", () => {
    const { item, label, note } = describeChange(
      { kind: "value-removed", bump: "major", dimension: "use", value: "film" },
      facts
    )
    assert.strictEqual(item === undefined ? "" : formatItem(item), "use/film")
    assert.strictEqual(label, "Film")
    assert.strictEqual(note, "use Television (use/tv) and Radio (use/radio): Nobody uses it")
  })

  it("gives the texts that changed, and no others", () => {
    assert.deepStrictEqual(
      detailsOf({
        kind: "value-text-changed",
        bump: "patch",
        dimension: "use",
        value: "film",
        before: { label: "Movie", description: "Same" },
        after: { label: "Film", description: "Same" }
      }),
      [{ name: "label", before: "Movie", after: "Film" }]
    )
    assert.deepStrictEqual(
      detailsOf({ kind: "value-definition-changed", bump: "major", dimension: "use", value: "film", after: "A film." }),
      [{ name: "definition", before: "", after: "A film." }]
    )
  })

  it("gives the namespace before and after", () => {
    assert.deepStrictEqual(
      detailsOf({ kind: "namespace-changed", bump: "major", before: "nil-licensing", after: "nil" }),
      [{ name: "namespace", before: "nil-licensing", after: "nil" }]
    )
  })

  it("names the values of a config with their labels", () => {
    assert.deepStrictEqual(
      detailsOf({
        kind: "license-config-changed",
        bump: "major",
        license: "NIL-X",
        before: { use: ["film"], place: { global: true, countries: [] }, constructor: "a" },
        after: { use: ["film", "tv"], place: { global: false, countries: ["US"] }, constructor: "a" }
      }),
      [
        { name: "use", before: "Film (film)", after: "Film (film) · Television (tv)" },
        { name: "place", before: "worldwide", after: "US" }
      ]
    )
  })

  it("gives conditions in words", () => {
    assert.deepStrictEqual(
      detailsOf({
        kind: "rule-condition-changed",
        bump: "major",
        rule: "r",
        before: { use: { contains: "film" } },
        after: { use: { contains_any: ["film", "tv"] }, place: { global: true, countries: { empty: false } } }
      }),
      [
        { name: "condition on use", before: "contains Film (film)", after: "contains Film (film) or Television (tv)" },
        { name: "condition on place", before: "", after: "is worldwide and its list of countries is not empty" }
      ]
    )
  })

  it("says that a rule forbids its conditions together, not each", () => {
    assert.deepStrictEqual(
      detailsOf({
        kind: "rule-added",
        bump: "major",
        rule: "film-not-worldwide",
        after: {
          id: "film-not-worldwide",
          description: "A film is licensed by country.",
          forbid: { use: { contains: "film" }, place: { global: true } }
        }
      }),
      [
        { name: "description", text: "A film is licensed by country." },
        { name: "forbids", text: "use contains Film (film), together with place is worldwide" }
      ]
    )
  })

  it("gives the shape and the values of a new dimension", () => {
    const values = ["a", "b"].map((code) => ({ code, label: code.toUpperCase(), description: "Text." }))
    const after = { name: "access", label: "Access", description: "To events.", shape: "flags", values } as const
    assert.deepStrictEqual(
      detailsOf({ kind: "dimension-added", bump: "minor", dimension: "access", after: { ...after, required: false } }),
      [
        { name: "description", text: "To events." },
        { name: "shape", text: "flags (yes or no for each value)" },
        { name: "values", text: "A (a) · B (b)" }
      ]
    )
  })

  it("gives translations by language, and a deprecation by replacement and reason", () => {
    assert.deepStrictEqual(
      detailsOf({
        kind: "value-translations-changed",
        bump: "patch",
        dimension: "use",
        value: "film",
        before: { fr: { label: "Cinéma" } },
        after: { de: { label: "Film" }, fr: { label: "Film" } }
      }),
      [
        { name: "de, label", before: "", after: "Film" },
        { name: "fr, label", before: "Cinéma", after: "Film" }
      ]
    )
    assert.deepStrictEqual(
      detailsOf({
        kind: "value-deprecation-changed",
        bump: "patch",
        dimension: "use",
        value: "film",
        before: { replaced_by: ["tv"] },
        after: { replaced_by: ["tv", "radio"] }
      }),
      [
        {
          name: "replacement",
          before: "use Television (use/tv)",
          after: "use Television (use/tv) or Radio (use/radio)"
        }
      ]
    )
  })
})
