import { assert, describe, it } from "@effect/vitest"
import type { Change } from "../../../../src/domain/change/Change.ts"
import { formatItem } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { empty } from "../../../../src/domain/taxonomy/Normalize.ts"
import type { Dimension, Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { describeChange } from "../../../../src/report/changes/ChangeText.ts"
import type { ItemFacts } from "../../../../src/report/text/ItemText.ts"

const labels: Readonly<Record<string, string>> = { "use/film": "Film", "use/tv": "Television", "use/radio": "Radio" }

const named = (name: string, shape: Dimension["shape"]): Dimension => ({
  name,
  label: name,
  description: "Described.",
  shape,
  required: false,
  values: []
})

const taxonomy: Taxonomy = {
  ...empty,
  dimensions: [
    { ...named("use", "multiple"), role: "permission", unset: "nothing" },
    named("place", "territory"),
    named("constructor", "single")
  ]
}

const facts: ItemFacts = {
  taxonomy,
  labelOf: (item) => labels[formatItem(item)],
  itemBefore: () => ({
    code: "film",
    label: "Film",
    description: "Moving pictures.",
    deprecated: { replaced_by: ["tv", "radio"], replacement_mode: "all_of", reason: "Nobody uses it" }
  })
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
        {
          name: "use",
          before: "Only the following is permitted: Film (film).",
          after: "Only the following is permitted: Film (film) and Television (tv)."
        },
        { name: "place", before: "Worldwide.", after: "US." }
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
        { name: "value A (a)", text: "Text." },
        { name: "value B (b)", text: "Text." }
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

  it("says what takes the place of a deprecated item, and who approved a corrected definition", () => {
    const noteOf = (change: Change, known: ItemFacts = facts) => describeChange(change, known).note
    const value = { dimension: "use", value: "film" }
    const after = { replaced_by: ["tv", "radio"] }
    const correction = { after: "A film.", reason: "A typo", approved_by: "J. Doe" }
    const notes: ReadonlyArray<readonly [Change, string]> = [
      [{ kind: "value-deprecated", bump: "minor", ...value, after }, "use Television (use/tv) or Radio (use/radio)"],
      [
        { kind: "dimension-deprecated", bump: "minor", dimension: "use", after: { replaced_by: ["place"] } },
        "use place"
      ],
      [
        {
          kind: "license-deprecated",
          bump: "minor",
          license: "NIL-X",
          after: { replaced_by: [], reason: "Nobody uses it" }
        },
        "Nobody uses it"
      ],
      [{ kind: "license-removed", bump: "major", license: "NIL-X" }, "use tv and radio: Nobody uses it"],
      [{ kind: "dimension-removed", bump: "major", dimension: "use" }, "use tv and radio: Nobody uses it"],
      [{ kind: "value-definition-corrected", bump: "patch", ...value, ...correction }, "approved by J. Doe: A typo"],
      [
        { kind: "dimension-definition-corrected", bump: "patch", dimension: "use", ...correction },
        "approved by J. Doe: A typo"
      ],
      [{ kind: "value-undeprecated", bump: "minor", ...value, before: after }, ""],
      [{ kind: "rule-removed", bump: "minor", rule: "r" }, ""]
    ]
    for (const [change, note] of notes) assert.strictEqual(noteOf(change), note, change.kind)
    const unknown: ItemFacts = { taxonomy: empty, labelOf: () => undefined, itemBefore: () => undefined }
    assert.strictEqual(noteOf({ kind: "value-removed", bump: "major", ...value }, unknown), "")
  })

  it("belongs to no item if the taxonomy as a whole changes", () => {
    const texts = { title: "Licensing", description: "Old." }
    assert.deepStrictEqual(
      describeChange(
        { kind: "title-changed", bump: "patch", before: texts, after: { ...texts, description: "New." } },
        {
          taxonomy: empty,
          labelOf: () => "A label",
          itemBefore: () => undefined
        }
      ),
      {
        item: undefined,
        label: undefined,
        note: "",
        details: [{ name: "description", before: "Old.", after: "New." }]
      }
    )
  })

  it("compares every kind of text before and after", () => {
    const value = { dimension: "use", value: "film" }
    const correction = { reason: "A typo", approved_by: "J. Doe" }
    const texts = (label: string) => ({ label, description: "Same" })
    const rows: ReadonlyArray<readonly [Change, ReadonlyArray<readonly [string, string, string]>]> = [
      [{ kind: "iri-changed", bump: "minor", after: "https://a.org/" }, [["iri", "", "https://a.org/"]]],
      [{ kind: "iri-changed", bump: "major", before: "https://a.org/" }, [["iri", "https://a.org/", ""]]],
      [
        { kind: "dimension-text-changed", bump: "patch", dimension: "use", before: texts("A"), after: texts("B") },
        [["label", "A", "B"]]
      ],
      [
        {
          kind: "license-text-changed",
          bump: "patch",
          license: "NIL-X",
          before: { name: "A", description: "Old" },
          after: { name: "B", description: "New" }
        },
        [
          ["name", "A", "B"],
          ["description", "Old", "New"]
        ]
      ],
      [
        { kind: "rule-text-changed", bump: "patch", rule: "r", before: "Old", after: "New" },
        [["description", "Old", "New"]]
      ],
      [
        { kind: "dimension-definition-changed", bump: "major", dimension: "use", before: "Old", after: "New" },
        [["definition", "Old", "New"]]
      ],
      [
        { kind: "dimension-definition-corrected", bump: "patch", dimension: "use", before: "Old", ...correction },
        [["definition", "Old", ""]]
      ],
      [
        { kind: "value-definition-corrected", bump: "patch", ...value, before: "Old", after: "New", ...correction },
        [["definition", "Old", "New"]]
      ],
      [
        { kind: "dimension-shape-changed", bump: "major", dimension: "use", before: "single", after: "multiple" },
        [["shape", "single", "multiple"]]
      ],
      [
        { kind: "dimension-requirement-changed", bump: "major", dimension: "use", before: false, after: true },
        [["required", "no", "yes"]]
      ],
      [
        { kind: "values-reordered", bump: "patch", dimension: "use", before: ["a", "b"], after: ["b", "a"] },
        [["order", "a, b", "b, a"]]
      ],
      [
        {
          kind: "taxonomy-translations-changed",
          bump: "patch",
          after: { de: { title: "Lizenzen", description: "Texte" } }
        },
        [
          ["de, title", "", "Lizenzen"],
          ["de, description", "", "Texte"]
        ]
      ],
      [
        {
          kind: "dimension-translations-changed",
          bump: "patch",
          dimension: "use",
          before: { de: { label: "Gebrauch" } }
        },
        [["de, label", "Gebrauch", ""]]
      ],
      [
        {
          kind: "license-translations-changed",
          bump: "patch",
          license: "NIL-X",
          before: { de: { name: "Bild" } },
          after: { de: { name: "Bilder" } }
        },
        [["de, name", "Bild", "Bilder"]]
      ],
      [
        {
          kind: "rule-translations-changed",
          bump: "patch",
          rule: "r",
          before: { de: { description: "Nicht." } },
          after: { de: { description: "Nie." } }
        },
        [["de, description", "Nicht.", "Nie."]]
      ],
      [
        {
          kind: "dimension-deprecation-changed",
          bump: "patch",
          dimension: "use",
          before: { replaced_by: ["place"] },
          after: { replaced_by: [], reason: "Nobody uses it" }
        },
        [
          ["replacement", "use place", ""],
          ["reason", "", "Nobody uses it"]
        ]
      ],
      [
        {
          kind: "license-deprecation-changed",
          bump: "patch",
          license: "NIL-X",
          before: { replaced_by: ["A", "B"] },
          after: { replaced_by: ["A", "B"], replacement_mode: "all_of" }
        },
        [["replacement", "use A or B", "use A and B"]]
      ]
    ]
    for (const [change, expected] of rows) {
      const details = expected.map(([name, before, after]) => ({ name, before, after }))
      assert.deepStrictEqual(detailsOf(change), details, change.kind)
    }
  })

  it("gives the texts and the config of what is added, without what is empty", () => {
    const values = Array.from({ length: 32 }, (_, index) => ({
      code: `V${index}`,
      label: index === 1 ? "V1" : `Value ${index}`,
      description: "Text."
    }))
    const dimension = { name: "access", label: "Access", description: "To events.", definition: "Being let in." }
    assert.deepStrictEqual(
      detailsOf({
        kind: "dimension-added",
        bump: "major",
        dimension: "access",
        after: { ...dimension, shape: "single", required: true, values }
      }),
      [
        { name: "description", text: "To events." },
        { name: "definition", text: "Being let in." },
        { name: "shape", text: "single (one value)" },
        { name: "required", text: "yes" },
        ...values
          .slice(0, 30)
          .map(({ code, label }) => ({ name: `value ${label === code ? code : `${label} (${code})`}`, text: "Text." })),
        { name: "more values", text: "2, without definitions" }
      ]
    )
    const defined = values.map((each) => ({ ...each, definition: `Meaning of ${each.code}` }))
    const texts = detailsOf({
      kind: "dimension-added",
      bump: "minor",
      dimension: "access",
      after: { ...dimension, shape: "single", required: false, values: defined }
    })
    for (const { code, definition } of defined) {
      assert.deepInclude(texts, { name: `definition of ${code}`, text: definition })
    }
    const shapeOf = (shape: "multiple" | "territory") =>
      detailsOf({
        kind: "dimension-added",
        bump: "minor",
        dimension: "access",
        after: { ...dimension, shape, required: false, values: values.slice(0, 30) }
      })
    assert.deepInclude(shapeOf("multiple"), { name: "shape", text: "multiple (a list of values)" })
    assert.deepInclude(shapeOf("territory"), { name: "shape", text: "territory (worldwide, or a list of countries)" })
    assert.isFalse(shapeOf("multiple").some((detail) => "text" in detail && detail.name === "more values"))

    const value = { kind: "value-added", bump: "minor", dimension: "use", value: "film", index: 0 } as const
    const film = { code: "film", label: "Film", description: "Moving pictures." }
    assert.deepStrictEqual(detailsOf({ ...value, after: film }), [{ name: "description", text: "Moving pictures." }])
    assert.deepStrictEqual(detailsOf({ ...value, after: { ...film, definition: "A film." } }), [
      { name: "description", text: "Moving pictures." },
      { name: "definition", text: "A film." }
    ])
    assert.deepStrictEqual(
      detailsOf({
        kind: "license-added",
        bump: "minor",
        license: "NIL-X",
        after: { code: "NIL-X", name: "X", description: "For X.", config: { use: ["film"], tone: "loud" } }
      }),
      [
        { name: "description", text: "For X." },
        { name: "use", text: "Only the following is permitted: Film (film)." },
        { name: "tone", text: "loud" }
      ]
    )
  })

  it("tells what it means that a setting is left out", () => {
    const labelled: ItemFacts = { ...facts, labelOf: (item) => ({ use: "Use", place: "place" })[formatItem(item)] }
    assert.deepStrictEqual(
      describeChange(
        {
          kind: "license-config-changed",
          bump: "major",
          license: "NIL-X",
          before: { use: ["film"] },
          after: { place: { global: true, countries: [] } }
        },
        labelled
      ).details,
      [
        {
          name: "Use (use)",
          before: "Only the following is permitted: film.",
          after: "The license permits nothing here."
        },
        { name: "place", before: "Not stated.", after: "Worldwide." }
      ]
    )
    const nothing = { use: [] }
    assert.deepStrictEqual(
      detailsOf({ kind: "license-config-changed", bump: "major", license: "NIL-X", before: nothing, after: {} }),
      [{ name: "use", before: "The license permits nothing here.", after: "" }]
    )
  })
})
