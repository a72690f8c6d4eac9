import { assert, describe, it } from "@effect/vitest"
import { dimensionsExample, licensesExample, schemaExample } from "../../../../src/api/openapi/Examples.ts"
import type { BodyType } from "../../../../src/client/model/BodyType.ts"
import {
  changesType,
  dimensionsType,
  licenseEntryType,
  licensesType,
  taxonomySchemaType
} from "../../../../src/client/model/BodyTypes.generated.ts"
import { localize, parseLanguageTag, parseLocale } from "../../../../src/client/model/Localization.ts"
import type { LicenseEntry, TaxonomySchema } from "../../../../src/client/model/Model.generated.ts"

const localizeBody = <Body>(type: BodyType, body: Body, languages: ReadonlyArray<string>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Localization changes texts alone
  localize(type, body, languages) as Body & { readonly originals?: Readonly<Record<string, string>> }

describe("parseLocale", () => {
  it.each([
    ["fr", ["fr"]],
    ["fr-CA", ["fr-CA", "fr"]],
    ["ZH-hant-tw", ["zh-Hant-TW", "zh-Hant", "zh"]],
    ["de-CH-x-alpine", ["de-CH-x-alpine", "de-CH", "de"]],
    [
      ["fr-CA", "fr-FR", "*", "es"],
      ["fr-CA", "fr", "fr-FR", "es"]
    ],
    [[], []]
  ] as const)("expands %j to the tags of its lookup", (locale, expected) => {
    assert.deepStrictEqual(parseLocale(locale, "en"), expected)
  })

  it.each([
    [["en", "fr"], "en", []],
    [["en-US", "fr"], "en", ["en-US"]],
    [["es", "EN-gb", "fr"], "en", ["es", "en-GB"]],
    [["fr-CA", "en"], "fr", ["fr-CA"]],
    [["pt-PT", "pt-BR", "en"], "pt-BR", ["pt-PT", "pt"]],
    [["en-US", "fr"], "de", ["en-US", "en", "fr"]]
  ] as const)("ends the lookup of %j before the source language %s", (locale, sourceLanguage, expected) => {
    assert.deepStrictEqual(parseLocale(locale, sourceLanguage), [...expected])
  })

  it.each(["", "f", "fr_CA", "fr-", "en-GB; q=0.5", 7, null, ["fr", 7], [undefined]])("rejects %j", (locale) => {
    assert.strictEqual(parseLocale(locale, "en"), undefined)
  })
})

describe("parseLanguageTag", () => {
  it("returns the canonical tag", () => {
    assert.strictEqual(parseLanguageTag("PT-br"), "pt-BR")
  })

  it.each(["", "*", "en_US", 7, null, ["en"]])("rejects %j", (tag) => {
    assert.strictEqual(parseLanguageTag(tag), undefined)
  })
})

const license: LicenseEntry = {
  code: "A",
  name: "Podcast",
  description: "For podcasts.",
  translations: {
    fr: { name: "Baladodiffusion", description: "Pour les balados." },
    "fr-CA": { name: "Balado" },
    es: { description: "Para pódcasts." }
  },
  config: { color: "red" },
  deprecation: {
    since: { version: "v1.1", date: "2026-03-02T09:30:00Z" },
    replaced_by: [],
    reason: "Unused",
    translations: { fr: { reason: "Inutilisé" } },
    earliest_removal: { version: "v2.0", date: "2026-09-02" }
  }
}

describe("the localization of a license", () => {
  const texts = (languages: ReadonlyArray<string>) => {
    const { deprecation, description, name } = localizeBody(licenseEntryType, license, languages)
    return [name, description, deprecation?.reason]
  }

  it.each([
    [
      ["fr-CA", "fr"],
      ["Balado", "Pour les balados.", "Inutilisé"]
    ],
    [
      ["es", "fr"],
      ["Baladodiffusion", "Para pódcasts.", "Inutilisé"]
    ],
    [["de"], ["Podcast", "For podcasts.", "Unused"]],
    [[], ["Podcast", "For podcasts.", "Unused"]]
  ] as const)("takes each text from the first of the languages %j that has it", (languages, expected) => {
    assert.deepStrictEqual(texts(languages), [...expected])
  })

  it.each([
    [["es"], { description: "For podcasts." }, undefined],
    [["fr"], { name: "Podcast", description: "For podcasts." }, { reason: "Unused" }],
    [["de"], undefined, undefined]
  ] as const)("keeps the binding texts beside the translations into %j", (languages, originals, ofDeprecation) => {
    const localized = localizeBody(licenseEntryType, license, languages)
    assert.deepStrictEqual([localized.originals, localized.deprecation?.originals], [originals, ofDeprecation])
  })

  it("changes neither the code, the config, the translations nor its argument", () => {
    const before = structuredClone(license)
    const { code, config, translations } = localizeBody(licenseEntryType, license, ["fr"])
    assert.deepStrictEqual([code, config, translations], [license.code, license.config, license.translations])
    assert.deepStrictEqual(license, before)
  })
})

describe("the localization of bodies", () => {
  const fr = { fr: { label: "Rouge", name: "Couleur", title: "Exemples", description: "En français" } }
  // Named like fields of bodies, which must not be mistaken for them.
  const dimension = {
    ...dimensionsExample.dimensions["color"],
    name: "Color",
    description: "In English",
    shape: "single",
    required: true,
    values: ["red"],
    translations: { fr: { name: "Couleur", description: "En français" } },
    value_details: {
      red: {
        label: "Red",
        description: "In English",
        translations: { fr: { label: "Rouge", description: "En français" } }
      }
    }
  } as const
  const dimensions = { config: dimension, translations: dimension }
  const conflicts = {
    rule: { description: "In English", translations: { fr: { description: "En français" } }, forbid: {} }
  }
  const schema: TaxonomySchema = {
    ...schemaExample,
    translations: { fr: { title: fr.fr.title, description: fr.fr.description } },
    dimensions,
    base_licenses: [license],
    validation_rules: {
      ...schemaExample.validation_rules,
      conflicts
    }
  }

  it("covers every text of a schema", () => {
    const localized = localizeBody(taxonomySchemaType, schema, ["fr"])
    assert.deepStrictEqual([localized.title, localized.description], ["Exemples", "En français"])
    for (const { description, name, value_details } of Object.values(localized.dimensions)) {
      assert.deepStrictEqual([name, description], ["Couleur", "En français"])
      assert.deepInclude(value_details["red"], { label: "Rouge", description: "En français" })
    }
    assert.strictEqual(localized.base_licenses[0]?.name, "Baladodiffusion")
    assert.strictEqual(localized.validation_rules.conflicts["rule"]?.description, "En français")
    assert.deepStrictEqual(localized.validation_rules.config_schema, schema.validation_rules.config_schema)
  })

  it("covers the titles and descriptions of the JSON Schema, each by its own dimension", () => {
    const other = {
      ...dimension,
      translations: { fr: { name: "Teinte" } },
      value_details: { red: { ...dimension.value_details.red, translations: { fr: { label: "Vermeil" } } } }
    }
    const alternatives = { oneOf: [{ const: "red", title: "Red", description: "In English" }] }
    const config_schema = {
      title: schema.title,
      properties: {
        config: { title: "Color", type: "string", ...alternatives },
        translations: { title: "Color", type: "array", items: alternatives },
        title: { properties: { description: { type: "boolean" } } }
      },
      dependentSchemas: { config: { properties: { config: { title: "rule", description: "In English", not: {} } } } },
      required: ["Color"]
    }
    const localized = localizeBody(
      taxonomySchemaType,
      {
        ...schema,
        dimensions: { ...dimensions, translations: other },
        validation_rules: { ...schema.validation_rules, conflicts, config_schema }
      },
      ["fr"]
    )
    assert.deepStrictEqual<unknown>(localized.validation_rules.config_schema, {
      title: "Exemples",
      properties: {
        config: {
          title: "Couleur",
          type: "string",
          oneOf: [{ const: "red", title: "Rouge", description: "En français" }]
        },
        translations: {
          title: "Teinte",
          type: "array",
          items: { oneOf: [{ const: "red", title: "Vermeil", description: "In English" }] }
        },
        title: { properties: { description: { type: "boolean" } } }
      },
      dependentSchemas: { config: { properties: { config: { title: "rule", description: "En français", not: {} } } } },
      required: ["Color"]
    })
  })

  it("covers the lists of dimensions and licenses", () => {
    const list = localizeBody(dimensionsType, { ...dimensionsExample, dimensions }, ["fr"])
    assert.deepStrictEqual(
      Object.values(list.dimensions).map(({ name }) => name),
      ["Couleur", "Couleur"]
    )
    const { licenses } = localizeBody(licensesType, { ...licensesExample, licenses: [license] }, ["fr"])
    assert.strictEqual(licenses[0]?.name, "Baladodiffusion")
  })

  it("covers changes, but neither what editors wrote before and after nor the texts that changed", () => {
    const translations = { fr: { name: "Balado" } }
    const snapshot = { name: "Podcast", description: "", config: {}, translations }
    const changes = [
      { kind: "license-added", bump: "minor", item: "A", after: snapshot, name: "Podcast", translations },
      { kind: "newer", bump: "minor", name: "Podcast", translations }
    ]
    const localized = localizeBody(changesType, { changes }, ["fr"]).changes
    assert.deepStrictEqual(
      localized.map(({ name }) => name),
      ["Balado", "Balado"]
    )
    assert.deepStrictEqual(localized[0]?.after, snapshot)
  })

  it("leaves bodies without translations to a language as they are", () => {
    assert.deepStrictEqual(localizeBody(taxonomySchemaType, schemaExample, ["de"]), schemaExample)
    assert.deepStrictEqual(localizeBody(dimensionsType, dimensionsExample, ["de"]), dimensionsExample)
  })
})
