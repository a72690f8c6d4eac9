import { assert, describe, it } from "@effect/vitest"
import { licenseExample } from "../../../../../src/api/openapi/Examples.ts"
import { releaseExamples } from "../../../../../src/api/openapi/release/ReleaseExamples.ts"
import { Version } from "../../../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../../../../src/domain/taxonomy/Taxonomy.ts"
import {
  commercialScope,
  flags,
  license,
  taxonomyOf,
  territory,
  useType
} from "../../../../support/domain/SmallTaxonomy.ts"

const version = Version.make("1.2.0")
const published_at = "2026-05-06T07:08:09Z"
const examplesOf = (changed: Partial<Taxonomy>) =>
  releaseExamples({ version, published_at, taxonomy: taxonomyOf(changed) })
const deprecated = { replaced_by: [] }

const valuesOf = (...codes: ReadonlyArray<string>) =>
  codes.map((code) => ({ code, label: code, description: "A value." }))

describe("releaseExamples", () => {
  it("are about the release", () => {
    const { dimensions, license: one, licenses, schema } = examplesOf({})
    const _meta = { taxonomy_version: "v1.2", release: "1.2.0", generated_at: published_at }
    const entry = license("NIL-1")
    assert.deepStrictEqual(one, { ...entry, version: "v1.2", published_at, _meta })
    assert.deepStrictEqual(licenses, { version: "v1.2", licenses: [entry], count: 1, _meta })
    const use_type = {
      name: "Use type",
      description: "What it is used for.",
      shape: "multiple",
      required: false,
      values: ["editorial", "educational"],
      value_details: {
        editorial: { label: "Editorial", description: "For news." },
        educational: { label: "Educational", description: "For teaching." }
      }
    } as const
    assert.deepStrictEqual(dimensions, { version: "v1.2", dimensions: { use_type }, count: 1, _meta })
    assert.deepStrictEqual(schema, {
      version: "v1.2",
      namespace: "nil-licensing",
      title: "Licensing",
      description: "For tests.",
      published_at,
      dimensions: { use_type },
      base_licenses: [entry],
      validation_rules: {
        conflicts: {},
        required: [],
        config_schema: { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" }
      },
      deprecations: [],
      _meta
    })
  })

  it("have the time of the invented example before the release has one", () => {
    const { license } = releaseExamples({ version, taxonomy: taxonomyOf() })
    assert.strictEqual(license.published_at, licenseExample.published_at)
  })

  it("show the first rule only", () => {
    const rule = (id: string) => ({
      id,
      description: `The rule ${id}.`,
      forbid: { use_type: { contains: "editorial" } }
    })
    const { schema } = examplesOf({ rules: [rule("first"), rule("second")] })
    assert.deepStrictEqual(schema.validation_rules.conflicts, {
      first: { description: "The rule first.", forbid: { use_type: { contains: "editorial" } } }
    })
  })

  it("show the first license that is not deprecated, with its translations", () => {
    const old = { ...license("OLD-1"), deprecated }
    const translations = { fr: { name: "Une licence" } }
    const { licenses } = examplesOf({ licenses: [old, { ...license("NIL-2"), translations }, license("NIL-3")] })
    assert.deepStrictEqual(licenses.licenses, [{ ...license("NIL-2"), translations }])
    const { licenses: onlyOld } = examplesOf({ licenses: [old, { ...license("OLD-2"), deprecated }] })
    assert.deepStrictEqual(onlyOld.licenses, [license("OLD-1")])
  })

  it("invent a license if there is none, of the smallest setting of each required dimension", () => {
    const dimensions = [commercialScope, useType, territory, flags]
    const {
      dimensions: shown,
      license,
      licenses,
      schema
    } = examplesOf({
      licenses: [],
      dimensions: dimensions.map((dimension) => ({ ...dimension, required: true }))
    })
    assert.strictEqual(license.code, licenseExample.code)
    assert.deepStrictEqual(license.config, {
      commercial_scope: "non_commercial",
      use_type: [],
      territory: { global: true, countries: [] },
      ai_synthetic_use: {}
    })
    assert.deepStrictEqual([licenses.licenses, licenses.count, schema.base_licenses], [[], 0, []])
    assert.deepStrictEqual([Object.keys(shown.dimensions), shown.count], [["commercial_scope", "use_type"], 2])
    assert.deepStrictEqual(schema.validation_rules.required, ["commercial_scope", "use_type"])
    assert.deepStrictEqual(examplesOf({ licenses: [], dimensions }).license.config, {})
  })

  it("show dimensions that have values and are set by the license", () => {
    const set = license("NIL-1", { use_type: ["editorial"], commercial_scope: "non_commercial" })
    const shown = (...dimensions: Taxonomy["dimensions"]) => examplesOf({ dimensions, licenses: [set] })
    assert.deepStrictEqual(Object.keys(shown(territory, useType, commercialScope).dimensions.dimensions), [
      "use_type",
      "commercial_scope"
    ])
    const none = shown(territory, { ...useType, values: [] })
    assert.deepStrictEqual(none.dimensions.dimensions, {})
    assert.strictEqual(none.dimension, examplesOf({ dimensions: [] }).dimension)
    assert.strictEqual(shown(territory, useType).dimension, "use_type")
  })

  it("show the definition of a dimension", () => {
    const { dimensions } = examplesOf({ dimensions: [{ ...useType, definition: "Each purpose." }] }).dimensions
    assert.strictEqual(dimensions["use_type"]?.definition, "Each purpose.")
  })

  it("show three values of a dimension that are not deprecated, or three deprecated ones", () => {
    const shown = (values: typeof useType.values) =>
      examplesOf({ dimensions: [{ ...useType, values }] }).dimensions.dimensions["use_type"]
    const [a, ...others] = valuesOf("a", "b", "c", "d", "e").map((value) => ({ ...value, definition: "Defined." }))
    if (a === undefined) throw new Error("No value")
    const some = shown([{ ...a, deprecated }, ...others])
    assert.deepStrictEqual(some?.values, ["b", "c", "d"])
    assert.deepStrictEqual(some?.value_details["b"], { label: "b", description: "A value.", definition: "Defined." })
    assert.deepStrictEqual(Object.keys(some?.value_details ?? {}), ["b", "c", "d"])
    const old = [a, ...others].map((value) => ({ ...value, deprecated }))
    assert.deepStrictEqual(shown(old)?.values, ["a", "b", "c"])
  })
})
