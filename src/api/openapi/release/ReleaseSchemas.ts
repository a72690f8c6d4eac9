import type { Dimension, Taxonomy, Value } from "../../../domain/taxonomy/Taxonomy.ts"
import type { JsonSchema } from "../OpenApiDocument.ts"
import { schemaReference } from "../Schemas.ts"

/** The name of the schema for the codes of base licenses. */
export const licenseCodes = "BaseLicenseCode"

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
    ...enumOf(
      taxonomy.licenses.map(({ code, deprecated, name }) => ({
        code,
        text: name,
        isDeprecated: deprecated !== undefined
      }))
    )
  },
  ...Object.fromEntries(taxonomy.dimensions.map((dimension) => [codesOf(dimension), codesSchema(dimension)]))
})

const codesSchema = (dimension: Dimension): JsonSchema => ({
  type: "string",
  title: dimension.label,
  description: `A code of \`${dimension.name}\`. ${dimension.description}`,
  ...enumOf(
    dimension.values.map(({ code, deprecated, ...value }) => ({
      code,
      text: describeValue(value),
      isDeprecated: deprecated !== undefined
    }))
  )
})

interface DescribedCode {
  readonly code: string
  readonly text: string
  readonly isDeprecated: boolean
}

/** JSON Schema has no texts for the members of `enum`; code generators read `x-enum-descriptions`. */
const enumOf = (codes: ReadonlyArray<DescribedCode>): JsonSchema =>
  codes.length === 0
    ? {}
    : {
        enum: codes.map(({ code }) => code),
        "x-enum-descriptions": codes.map(({ isDeprecated, text }) => (isDeprecated ? `Deprecated. ${text}` : text))
      }

const describeValue = ({ description, label }: Pick<Value, "label" | "description">): string =>
  `${label}: ${description}`

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
