import type { Deprecation } from "../../../domain/taxonomy/Deprecation.ts"
import { formatReplacements } from "../../../domain/taxonomy/Replacement.ts"
import type { Dimension } from "../../../domain/taxonomy/Taxonomy.ts"
import { majorOf, shortName } from "../../../domain/taxonomy/VersionArithmetic.ts"
import type { Parameter } from "../OpenApiDocument.ts"
import { schemaReference } from "../Schemas.ts"
import type { DescribedRelease } from "./DescribedRelease.ts"
import { codesOf, licenseCodes } from "./ReleaseSchemas.ts"

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
