import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { openApiDocument } from "../../../../../src/api/openapi/OpenApi.ts"
import type { Reference, Response } from "../../../../../src/api/openapi/OpenApiDocument.ts"
import { codesOf } from "../../../../../src/api/openapi/release/ReleaseSchemas.ts"
import { Version } from "../../../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../../../../src/domain/taxonomy/Taxonomy.ts"
import { taxonomies } from "../../../../support/arbitrary/taxonomies.ts"
import {
  commercialScope,
  flags,
  license,
  taxonomyOf,
  territory,
  useType
} from "../../../../support/domain/SmallTaxonomy.ts"

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
