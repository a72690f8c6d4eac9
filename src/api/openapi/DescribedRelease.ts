import type { Timestamp } from "../../domain/ledger/Timestamp.ts"
import type { Setting } from "../../domain/taxonomy/Config.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { formatReplacements } from "../../domain/taxonomy/Replacement.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import { settingOf } from "../../domain/taxonomy/Settings.ts"
import type { Dimension, License, Taxonomy, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { majorOf, shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { itemBody } from "../bodies/ItemFields.ts"
import type { LicensesBody } from "../bodies/LicenseBody.ts"
import type { SchemaBody } from "../bodies/SchemaBody.ts"
import { dimensionBody, type BodyOf } from "../projections/DimensionProjection.ts"
import { rulesBody } from "../projections/RuleProjection.ts"
import { sampleExamples, type ContentExamples } from "./Examples.ts"
import type { JsonSchema, Parameter } from "./OpenApiDocument.ts"
import { schemaReference } from "./Schemas.ts"

/** The release that a document describes, or the one that the sources declare. */
export interface DescribedRelease {
  readonly version: Version
  readonly taxonomy: Taxonomy
  /** `undefined` before the publication. */
  readonly published_at?: Timestamp | undefined
}

/** Restricts a parameter of the contract to what a release has. */
export const parameterOfRelease = (
  parameter: Parameter,
  { taxonomy, version }: DescribedRelease,
  license: string | undefined
): Parameter => {
  switch (parameter.name) {
    case "api_version": {
      const apiVersion = `v${majorOf(version)}`
      return { ...parameter, schema: { type: "string", enum: [apiVersion] }, example: apiVersion }
    }
    case "license_code":
      return taxonomy.licenses.length === 0
        ? parameter
        : { ...parameter, schema: schemaReference(licenseCodes), example: license }
    case "version":
      return { ...parameter, example: shortName(version) }
    default:
      return parameter
  }
}

/** The filters of the list of licenses: an array parameter per dimension. A dimension without values cannot filter. */
export const filterParameters = (dimensions: ReadonlyArray<Dimension>): ReadonlyArray<Parameter> =>
  dimensions.flatMap((dimension) => {
    const example = dimension.values.find(({ deprecated }) => deprecated === undefined) ?? dimension.values[0]
    if (example === undefined) return []
    return [
      {
        name: dimension.name,
        in: "query",
        description: describeFilter(dimension),
        required: false,
        ...(dimension.deprecated === undefined ? {} : { deprecated: true }),
        style: "form",
        explode: true,
        schema: { type: "array", maxItems: dimension.values.length, items: schemaReference(codesOf(dimension)) },
        example: [example.code]
      } satisfies Parameter
    ]
  })

const describeFilter = ({ deprecated, description, label, values }: Dimension): string =>
  [
    `${label}. ${description} Selects the licenses with any of these values.`,
    ...(deprecated === undefined ? [] : [`The dimension is deprecated: ${describeDeprecation(deprecated)}.`]),
    ...values.flatMap((value) =>
      value.deprecated === undefined
        ? []
        : [`\`${value.code}\` is deprecated: ${describeDeprecation(value.deprecated)}.`]
    )
  ].join(" ")

const describeDeprecation = (deprecation: Deprecation): string =>
  deprecation.replaced_by.length === 0
    ? (deprecation.reason?.replace(/\.$/, "") ?? "it has no replacement")
    : `use ${formatReplacements(deprecation)}`

/** The name of the schema for the codes of base licenses. */
const licenseCodes = "BaseLicenseCode"

/** The name of the schema for the codes of a dimension. No schema of the contract has an underscore. */
export const codesOf = ({ name }: Pick<Dimension, "name">): string => `${name}_code`

/**
 * Replaces codes and configs of any taxonomy by those of one: each dimension has a schema of its codes, and configs have
 * a property per dimension. Objects stay open, but codes are closed: the document describes one release.
 */
export const withReleaseSchemas = (
  schemas: Readonly<Record<string, JsonSchema>>,
  taxonomy: Taxonomy
): Readonly<Record<string, JsonSchema>> => ({
  ...schemas,
  Config: { ...configSchema(taxonomy), description: schemas["Config"]?.["description"] },
  License: withLicenseCode(schemas["License"]),
  LicenseEntry: withLicenseCode(schemas["LicenseEntry"]),
  [licenseCodes]: {
    type: "string",
    description: "The code of a base license.",
    ...enumOf(taxonomy.licenses, ({ name }) => name)
  },
  ...Object.fromEntries(taxonomy.dimensions.map((dimension) => [codesOf(dimension), codesSchema(dimension)]))
})

const codesSchema = (dimension: Dimension): JsonSchema => ({
  type: "string",
  title: dimension.label,
  description: `A code of \`${dimension.name}\`. ${dimension.description}`,
  ...enumOf(dimension.values, ({ description, label }) => `${label}: ${description}`)
})

/** JSON Schema has no texts for the members of `enum`; code generators read `x-enum-descriptions`. */
const enumOf = <Item extends Value | License>(items: ReadonlyArray<Item>, textOf: (item: Item) => string): JsonSchema =>
  items.length === 0
    ? {}
    : {
        enum: items.map(({ code }) => code),
        "x-enum-descriptions": items.map(
          (item) => `${item.deprecated === undefined ? "" : "Deprecated. "}${textOf(item)}`
        )
      }

const withLicenseCode = (schema: JsonSchema | undefined): JsonSchema => ({
  ...schema,
  properties: { ...Object(schema?.["properties"]), code: schemaReference(licenseCodes) }
})

const configSchema = ({ dimensions }: Taxonomy): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(
    dimensions.map((dimension) => [
      dimension.name,
      {
        ...settingSchema(dimension),
        title: dimension.label,
        description: dimension.description,
        ...(dimension.deprecated === undefined ? {} : { deprecated: true })
      }
    ])
  ),
  required: dimensions.filter(({ required }) => required).map(({ name }) => name)
})

const settingSchema = (dimension: Dimension): JsonSchema => {
  const code = schemaReference(codesOf(dimension))
  switch (dimension.shape) {
    case "single":
      return code
    case "multiple":
      return { type: "array", items: code }
    case "territory":
      return {
        type: "object",
        properties: { global: { type: "boolean" }, countries: { type: "array", items: code } },
        required: ["global", "countries"]
      }
    case "flags":
      return {
        type: "object",
        properties: Object.fromEntries(
          dimension.values.map(({ code: flag, deprecated, description, label }) => [
            flag,
            { type: "boolean", title: label, description, ...(deprecated === undefined ? {} : { deprecated: true }) }
          ])
        )
      }
  }
}

/**
 * Examples from a release: one license, two of the dimensions that it sets, and some of their values. Deprecated items
 * are avoided. Without licenses, one is invented that the release accepts.
 */
export const releaseExamples = ({
  published_at = sampleExamples.license.published_at,
  taxonomy,
  version
}: DescribedRelease): ContentExamples => {
  const license = taxonomy.licenses.find(({ deprecated }) => deprecated === undefined) ?? taxonomy.licenses[0]
  const entry =
    license === undefined
      ? inventLicense(taxonomy)
      : itemBody<LicenseEntry>(vocabulary.license, license, ["deprecated"])
  const entries = license === undefined ? [] : [entry]
  const shown = taxonomy.dimensions
    .filter(({ name, values }) => values.length > 0 && settingOf(entry.config, name) !== undefined)
    .slice(0, maxDimensions)
  const name = shortName(version)
  const _meta = { taxonomy_version: name, release: version, generated_at: published_at }
  const dimensions = Object.fromEntries(shown.map((dimension) => [dimension.name, dimensionExample(dimension)]))
  return {
    license: { ...entry, version: name, published_at, _meta },
    licenses: { version: name, licenses: entries, count: entries.length, _meta },
    dimensions: { version: name, dimensions, count: shown.length, _meta },
    schema: {
      version: name,
      ...itemBody<Pick<SchemaBody, "namespace" | "title" | "description">>(vocabulary.taxonomy, taxonomy, unshown),
      published_at,
      dimensions,
      base_licenses: entries,
      validation_rules: {
        ...rulesBody({ ...taxonomy, rules: taxonomy.rules.slice(0, 1) }),
        required: shown.filter(({ required }) => required).map((dimension) => dimension.name),
        config_schema: { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" }
      },
      deprecations: [],
      _meta
    },
    dimension: shown[0]?.name ?? sampleExamples.dimension
  }
}

type LicenseEntry = LicensesBody["licenses"][number]

const maxDimensions = 2
const maxValues = 3

const inventLicense = ({ dimensions }: Taxonomy): LicenseEntry => {
  const { code, description, name } = sampleExamples.license
  const required = dimensions.filter((dimension) => dimension.required)
  const config = Object.fromEntries(required.map((dimension) => [dimension.name, smallestSetting(dimension)]))
  return { code, name, description, config }
}

const smallestSetting = ({ shape, values }: Dimension): Setting => {
  switch (shape) {
    case "single":
      return values[0]?.code ?? "none"
    case "multiple":
      return []
    case "territory":
      return { global: true, countries: [] }
    case "flags":
      return {}
  }
}

/** What examples leave out. */
const unshown = ["iri", "translations", "deprecated"]

const exampleBody: BodyOf = (_, fields, content, without = []) => itemBody(fields, content, [...without, ...unshown])

const dimensionExample = (dimension: Dimension) => {
  const { values } = dimension
  const current = values.filter(({ deprecated }) => deprecated === undefined)
  const shown = (current.length === 0 ? values : current).slice(0, maxValues)
  return dimensionBody(exampleBody, dimension, shown)
}
