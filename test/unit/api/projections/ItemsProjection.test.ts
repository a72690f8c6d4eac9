import { describe, expect, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { ItemsBody } from "../../../../src/api/bodies/ItemsBody.ts"
import { itemsBody } from "../../../../src/api/projections/ItemsProjection.ts"
import { newestOf } from "../../../../src/domain/release/ReleaseLines.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { branchedHistories } from "../../../support/arbitrary/branchedHistories.ts"
import { historyOf, publish } from "../../../support/arbitrary/releases.ts"
import { taxonomyOf } from "../../../support/domain/SmallTaxonomy.ts"

const dimension = { label: "Tone", description: "How it sounds.", shape: "multiple", required: false } as const
const text = { description: "A tone." }

const first: Taxonomy = taxonomyOf({
  dimensions: [
    {
      name: "tone",
      ...dimension,
      values: [
        {
          code: "loud",
          label: "Loud",
          ...text,
          translations: { fr: { label: "Fort" }, de: { description: "Ein Ton." } }
        },
        { code: "soft", label: "Soft", ...text }
      ]
    }
  ],
  licenses: [{ code: "NIL-1", name: "A license", ...text, config: {}, translations: { fr: { name: "Une licence" } } }],
  rules: [{ id: "quiet", description: "Never loud.", forbid: { tone: { contains: "loud" } } }]
})

const second: Taxonomy = {
  ...first,
  dimensions: [
    {
      name: "tone",
      ...dimension,
      values: [
        {
          code: "loud",
          label: "Very loud",
          ...text,
          translations: { fr: { label: "Très fort" } },
          deprecated: {
            replaced_by: ["soft", "mood/calm"],
            replacement_mode: "all_of",
            reason: "It hurts.",
            translations: { de: { reason: "Es tut weh." }, fr: { reason: "Ça fait mal." } }
          }
        },
        { code: "soft", label: "Soft", ...text }
      ]
    },
    { name: "mood", ...dimension, values: [{ code: "calm", label: "Calm", ...text }] }
  ]
}

const third: Taxonomy = {
  ...second,
  dimensions: second.dimensions.map((one) => ({ ...one, values: one.values.filter(({ code }) => code !== "loud") })),
  rules: []
}

describe("itemsBody", () => {
  const history = historyOf(publish("1.0.0", first), publish("1.1.0", second), publish("2.0.0", third))

  it("lists every item that the taxonomy ever had, sorted by name", () => {
    expect(itemsBody(history, Version.make("1.1.0"))).toEqual({
      version: "v1.1",
      items: [
        {
          item: "NIL-1",
          kind: "license",
          label: "A license",
          translations: { fr: { label: "Une licence" } },
          added_in: "1.0.0"
        },
        { item: "mood", kind: "dimension", label: "Tone", added_in: "1.1.0" },
        { item: "mood/calm", kind: "value", label: "Calm", added_in: "1.1.0" },
        {
          item: "rules/quiet",
          kind: "rule",
          label: "Never loud.",
          added_in: "1.0.0",
          removed_in: "2.0.0",
          removed_on: "2026-01-01",
          last_in: "1.1.0"
        },
        { item: "tone", kind: "dimension", label: "Tone", added_in: "1.0.0" },
        {
          item: "tone/loud",
          kind: "value",
          label: "Very loud",
          translations: { de: { reason: "Es tut weh." }, fr: { label: "Très fort", reason: "Ça fait mal." } },
          added_in: "1.0.0",
          deprecated_in: "1.1.0",
          removed_in: "2.0.0",
          removed_on: "2026-01-01",
          last_in: "1.1.0",
          replacement: { mode: "all_of", items: ["tone/soft", "mood/calm"] },
          reason: "It hurts.",
          deprecation: {
            since: { version: "v1.1", date: "2026-01-01T00:00:00Z" },
            replaced_by: ["soft", "mood/calm"],
            replacement: { mode: "all_of", items: ["tone/soft", "mood/calm"] },
            reason: "It hurts.",
            translations: { de: { reason: "Es tut weh." }, fr: { reason: "Ça fait mal." } },
            // The removal itself: no later release can remove it.
            earliest_removal: { version: "v2.0", date: "2026-01-01", after: [] }
          }
        },
        { item: "tone/soft", kind: "value", label: "Soft", added_in: "1.0.0" }
      ],
      count: 7,
      _meta: { taxonomy_version: "v1.1", release: "1.1.0", generated_at: "2026-01-01T00:00:00Z" }
    })
  })

  it("leaves out the last release of an item that the newest release of all has, whichever API version asks", () => {
    const { items } = itemsBody(history, Version.make("1.1.0"))
    expect(items.filter(({ last_in }) => last_in === undefined).map(({ item }) => item)).not.toContain("tone/loud")
    expect(items.find(({ item }) => item === "tone/soft")).not.toHaveProperty("last_in")
  })

  it.prop("decodes with the schema of the contract, without excess fields", [branchedHistories], ([history]) => {
    const body = itemsBody(history, newestOf(history)?.version ?? expect.fail("Nothing is published"))
    expect(Schema.decodeSync(ItemsBody)(body, { onExcessProperty: "error" })).toEqual(body)
    const names = body.items.map(({ item, kind }) => `${item} ${kind}`)
    expect(new Set(names).size).toBe(names.length)
    expect(body.items.map(({ item }) => item)).toEqual(body.items.map(({ item }) => item).toSorted())
  })
})
