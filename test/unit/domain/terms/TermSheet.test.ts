import { assert, describe, it } from "@effect/vitest"
import { codeOf } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import type { Dimension } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { makeTermSheet, type SheetSource } from "../../../../src/domain/terms/TermSheet.ts"
import {
  commercialScope,
  flags,
  license,
  taxonomyOf,
  territory,
  useType
} from "../../../support/domain/SmallTaxonomy.ts"

const channels: Dimension = {
  name: "media_channels",
  label: "Media channels",
  description: "Where.",
  definition: "Only these media, subject to use_type and paid_social.",
  shape: "multiple",
  required: false,
  values: [
    { code: "paid_social", label: "Paid social", description: "Posts.", definition: "Posts whose reach is paid for." },
    {
      code: "tv",
      label: "Television",
      description: "Linear.",
      deprecated: { replaced_by: ["paid_social"], consider: ["media_channels/tv"], reason: "Nobody watches" }
    }
  ],
  translations: { fr: { label: "Médias", definition: "Ces médias seulement." } }
}

const taxonomy = taxonomyOf({
  title: "Licensing",
  dimensions: [flags, commercialScope, channels, territory, useType],
  groups: [
    { label: "Grant", dimensions: ["use_type", "media_channels"], translations: { fr: { label: "Droits" } } },
    { label: "Money", dimensions: ["commercial_scope"] }
  ],
  rules: [
    { id: "broken", description: "Not both.", advice: true, forbid: { use_type: { contains: "editorial" } } },
    {
      id: "observed",
      description: "Not both.",
      forbid: { use_type: { contains: "editorial" }, commercial_scope: { equals: "non_commercial" } }
    },
    {
      id: "demanded",
      description: "That, too.",
      when: { use_type: { contains: "editorial" } },
      require: { media_channels: { contains: "tv" } }
    },
    { id: "elsewhere", description: "Never that.", forbid: { use_type: { contains: "educational" } } }
  ]
})

const config = {
  territory: { global: false, countries: ["NO"] },
  media_channels: ["tv", "paid_social"],
  use_type: ["editorial"]
}

const sheetOf = (source: Partial<SheetSource> = {}) =>
  makeTermSheet(
    { config, license: license("NIL-1", config) },
    { taxonomy, languages: [], release: { version: "1.2.0" }, ...source }
  )

describe("makeTermSheet", () => {
  it("lists what is set in the order of the groups, then what is in none, and apart what is not set", () => {
    const { groups, unstated } = sheetOf()
    assert.deepStrictEqual(
      groups.map(({ label, terms }) => [label?.text, terms.map(({ dimension }) => dimension.label.text)]),
      [
        ["Grant", ["Use type", "Media channels"]],
        [undefined, ["Territory"]]
      ]
    )
    assert.deepStrictEqual(
      unstated.map(({ dimension, statements }) => [dimension.code, statements.map(({ kind }) => kind)]),
      [
        ["commercial_scope", ["unstated"]],
        ["ai_synthetic_use", ["unstated"]]
      ]
    )
  })

  it("defines each item once, in the order of first use, with its description if it has no definition", () => {
    assert.deepStrictEqual(
      sheetOf().definitions.map(({ isNormative, item, mentions, of, text }) => ({
        item: `${of?.code ?? ""}/${item.code}`,
        text: text.text,
        isNormative,
        mentions: mentions.map(({ label }) => label.text)
      })),
      [
        { item: "/use_type", text: "What it is used for.", isNormative: false, mentions: [] },
        { item: "use_type/editorial", text: "For news.", isNormative: false, mentions: [] },
        {
          item: "/media_channels",
          text: "Only these media, subject to use_type and paid_social.",
          isNormative: true,
          mentions: ["Use type", "Paid social"]
        },
        { item: "media_channels/tv", text: "Linear.", isNormative: false, mentions: [] },
        {
          item: "media_channels/paid_social",
          text: "Posts whose reach is paid for.",
          isNormative: true,
          mentions: []
        },
        { item: "/territory", text: "Where.", isNormative: false, mentions: [] },
        { item: "/commercial_scope", text: "How far it is commercial.", isNormative: false, mentions: [] },
        { item: "/ai_synthetic_use", text: "What may be made.", isNormative: false, mentions: [] }
      ]
    )
  })

  it("has the binding text beside a translated definition", () => {
    const { definitions, groups } = sheetOf({ languages: ["fr"] })
    const found = definitions.find(({ item }) => item.code === "media_channels")
    assert.deepStrictEqual(found?.text, { text: "Ces médias seulement.", language: "fr" })
    assert.strictEqual(found?.original, channels.definition)
    assert.deepStrictEqual(groups[0]?.label, { text: "Droits", language: "fr" })
    assert.deepStrictEqual(groups[0]?.terms[0]?.dimension.label, { text: "Use type", language: undefined })
    assert.isUndefined(sheetOf().definitions.find(({ original }) => original !== undefined))
  })

  it("says of a deprecated code what replaces it, why, and when it can be removed", () => {
    const removal = {
      may_go: "later",
      version: Version.make("2.0.0"),
      after: [],
      date: "2027-05-28",
      deprecated_in: null
    } as const
    const deprecation = channels.values[1]?.deprecated
    const { deprecated } = sheetOf({
      deprecationOf: (item) => (codeOf(item) === "tv" && deprecation ? { deprecation, removal } : undefined)
    })
    assert.deepStrictEqual(
      deprecated.map(({ consider, item, of, reason, removal, replacements }) => ({
        item: item.label.text,
        of: of?.label.text,
        replacements: replacements.map(({ label }) => label.text),
        consider: consider.map(({ label }) => label.text),
        reason: reason?.text,
        removal
      })),
      [
        {
          item: "Television",
          of: "Media channels",
          replacements: ["Paid social"],
          consider: ["Television"],
          reason: "Nobody watches",
          removal
        }
      ]
    )
  })

  it("lists the rules of which a condition is met, and the advice that is not followed", () => {
    const { advice, rules } = sheetOf()
    assert.deepStrictEqual(
      rules.map(({ description, rule }) => [rule.code, description.text]),
      [
        ["observed", "Not both."],
        ["demanded", "That, too."]
      ]
    )
    assert.deepStrictEqual(
      advice.map(({ rule }) => rule.label.text),
      ["broken"]
    )
  })
})
