import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { codesOf, releaseExamples } from "../../../../src/api/openapi/DescribedRelease.ts"
import { licenseExample } from "../../../../src/api/openapi/Examples.ts"
import { openApiDocument } from "../../../../src/api/openapi/OpenApi.ts"
import type { Reference, Response } from "../../../../src/api/openapi/OpenApiDocument.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { taxonomies } from "../../../support/arbitrary/taxonomies.ts"
import {
  commercialScope,
  flags,
  license,
  taxonomyOf,
  territory,
  useType
} from "../../../support/domain/SmallTaxonomy.ts"

const version = Version.make("1.2.3")

const documentOf = (taxonomy: Taxonomy) =>
  openApiDocument({ basePath: "/api/taxonomy", serverVersion: "0.1.0", release: { version, taxonomy } })

type Document = ReturnType<typeof documentOf>

const ajv = new Ajv2020({ strict: false, ownProperties: true, formats: { int64: true }, code: { optimize: false } })

/** The identifiers of schemas that `ajv` has compiled, by their text and that of all components that they refer to. */
const identifiers = new Map<string, string>()

/**
 * Validates values against schemas of a document. To compile schemas takes most of the time, and most are the same in
 * every document, so each is compiled once.
 */
const validatorOf = (document: Document) => {
  const components = new Map<string, string>()
  const componentOf = (name: string): string => {
    const known = components.get(name) ?? identify(document.components.schemas[name] ?? {}, name)
    components.set(name, known)
    return known
  }
  const identify = (schema: object, name = ""): string => {
    const key = JSON.stringify([name, schema, [...reachable(document, schema)]])
    const known = identifiers.get(key)
    if (known !== undefined) return known
    const identifier = `schema:${identifiers.size}`
    // Before its references are replaced, since schemas can refer to each other.
    identifiers.set(key, identifier)
    if (name !== "") components.set(name, identifier)
    const text = JSON.stringify(schema).replaceAll(reference, (_, other: string) => JSON.stringify(componentOf(other)))
    ajv.addSchema(JSON.parse(text), identifier)
    return identifier
  }
  const known = new Map<string, string>()
  return (schema: object, value: unknown): string => {
    const text = JSON.stringify(schema)
    const identifier = known.get(text) ?? identify(schema)
    known.set(text, identifier)
    return ajv.validate(identifier, value) ? "" : `${JSON.stringify(value)}: ${ajv.errorsText()}`
  }
}

const reference = /"#\/components\/schemas\/([^"]*)"/g

/** The components that a schema refers to, also by way of others. */
const reachable = ({ components }: Document, schema: object): ReadonlyMap<string, object> => {
  const found = new Map<string, object>()
  const visit = (visited: object) => {
    for (const [, name = ""] of JSON.stringify(visited).matchAll(reference)) {
      const component = components.schemas[name]
      assert.isDefined(component, name)
      if (found.has(name)) continue
      found.set(name, component)
      visit(component)
    }
  }
  visit(schema)
  return found
}

const configReference = { $ref: "#/components/schemas/Config" }

const isReference = (response: Reference | Response): response is Reference => "$ref" in response

describe("the OpenAPI document of a release", () => {
  it.prop("accepts the configs of the release, and has only valid examples", [taxonomies], ([taxonomy]) => {
    const document = documentOf(taxonomy)
    const problemOf = validatorOf(document)
    const ofConfigs = taxonomy.licenses.map(({ config }) => problemOf(configReference, config))
    const responses = Object.values(document.paths).flatMap(({ get }) => Object.values(get.responses))
    const ofExamples = [...responses, ...Object.values(document.components.responses)].flatMap((response) =>
      isReference(response)
        ? []
        : Object.values(response.content ?? {}).flatMap(({ examples, schema }) =>
            Object.values(examples).map(({ value }) => problemOf(schema, value))
          )
    )
    assert.isAbove(ofExamples.length, 20)
    const problems = [...ofConfigs, ...ofExamples].filter((problem) => problem !== "")
    assert.strictEqual(problems.join("\n"), "")
  })

  it("refuses codes and settings that the release does not have", () => {
    const taxonomy = taxonomyOf({ dimensions: [flags, { ...commercialScope, required: true }, territory, useType] })
    const problemOf = validatorOf(documentOf(taxonomy))
    const sound = { commercial_scope: "non_commercial", territory: { global: false, countries: ["NO"] } }
    assert.strictEqual(problemOf(configReference, sound), "")
    for (const wrong of [
      {},
      { ...sound, commercial_scope: "commercial" },
      { ...sound, use_type: ["editoral"] },
      { ...sound, use_type: "editorial" },
      { ...sound, territory: { global: false, countries: ["SE"] } },
      { ...sound, ai_synthetic_use: { avatar_only: "yes" } }
    ]) {
      assert.notStrictEqual(problemOf(configReference, wrong), "", JSON.stringify(wrong))
    }
    assert.notStrictEqual(problemOf({ $ref: "#/components/schemas/BaseLicenseCode" }, "NIL-2"), "")
  })

  it("describes each code with its label, and says which are deprecated", () => {
    const [editorial, educational] = useType.values
    if (editorial === undefined || educational === undefined) throw new Error("use_type has two values")
    const deprecated = { replaced_by: ["educational"] }
    const dimension = { ...useType, values: [{ ...editorial, deprecated }, educational] }
    const taxonomy = taxonomyOf({
      dimensions: [{ ...flags, deprecated: { replaced_by: [], reason: "Nobody sets it." } }, dimension],
      licenses: [license("NIL-1"), { ...license("NIL-0"), deprecated: { replaced_by: ["NIL-1"] } }]
    })
    const { components, info, paths } = documentOf(taxonomy)
    assert.deepInclude(components.schemas[codesOf(dimension)], {
      title: "Use type",
      enum: ["editorial", "educational"],
      "x-enum-descriptions": ["Deprecated. Editorial: For news.", "Educational: For teaching."]
    })
    const parameters = paths["/{api_version}/licenses"]?.get.parameters ?? []
    const filters = parameters.filter((parameter) => "name" in parameter)
    assert.deepStrictEqual(
      filters.map(({ deprecated: isDeprecated, example, explode, name, schema, style }) => ({
        name,
        isDeprecated,
        form: [style, explode],
        example,
        items: schema["items"]
      })),
      [
        {
          name: "ai_synthetic_use",
          isDeprecated: true,
          form: ["form", true],
          example: ["avatar_only"],
          items: { $ref: "#/components/schemas/ai_synthetic_use_code" }
        },
        {
          name: "use_type",
          isDeprecated: undefined,
          form: ["form", true],
          example: ["educational"],
          items: { $ref: "#/components/schemas/use_type_code" }
        }
      ]
    )
    assert.include(filters[0]?.description, "The dimension is deprecated: Nobody sets it.")
    assert.include(filters[1]?.description, "`editorial` is deprecated: use educational.")
    assert.deepStrictEqual(components.parameters["api_version"]?.schema, { type: "string", enum: ["v1"] })
    assert.strictEqual(components.parameters["license_code"]?.example, "NIL-1")
    assert.strictEqual(info.version, "0.1.0+taxonomy.1.2.3")
  })
})

const laterVersion = Version.make("1.2.0")
const published_at = "2026-05-06T07:08:09Z"
const examplesOf = (changed: Partial<Taxonomy>) =>
  releaseExamples({ version: laterVersion, published_at, taxonomy: taxonomyOf(changed) })
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
    const { license } = releaseExamples({ version: laterVersion, taxonomy: taxonomyOf() })
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
