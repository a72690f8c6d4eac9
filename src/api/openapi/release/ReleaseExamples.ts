import type { Setting } from "../../../domain/taxonomy/Config.ts"
import { settingOf } from "../../../domain/taxonomy/Settings.ts"
import type { Dimension, License, Taxonomy } from "../../../domain/taxonomy/Taxonomy.ts"
import { shortName } from "../../../domain/taxonomy/VersionArithmetic.ts"
import type { DimensionsBody } from "../../bodies/DimensionsBody.ts"
import { sampleExamples, type ContentExamples } from "../Examples.ts"
import type { DescribedRelease } from "./DescribedRelease.ts"

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
  const entry = license === undefined ? inventLicense(taxonomy) : entryOf(license)
  const entries = license === undefined ? [] : [entry]
  const shown = taxonomy.dimensions
    .filter(({ name, values }) => values.length > 0 && settingOf(entry.config, name) !== undefined)
    .slice(0, maxDimensions)
  const name = shortName(version)
  const _meta = { taxonomy_version: name, release: version, generated_at: published_at }
  const dimensions = Object.fromEntries(shown.map((dimension) => [dimension.name, dimensionBody(dimension)]))
  const { description, namespace, rules, title } = taxonomy
  return {
    license: { ...entry, version: name, published_at, _meta },
    licenses: { version: name, licenses: entries, count: entries.length, _meta },
    dimensions: { version: name, dimensions, count: shown.length, _meta },
    schema: {
      version: name,
      namespace,
      title,
      description,
      published_at,
      dimensions,
      base_licenses: entries,
      validation_rules: {
        conflicts: Object.fromEntries(
          rules.slice(0, 1).map((rule) => [rule.id, { description: rule.description, forbid: rule.forbid }])
        ),
        required: shown.filter(({ required }) => required).map((dimension) => dimension.name),
        config_schema: { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" }
      },
      deprecations: [],
      _meta
    },
    dimension: shown[0]?.name ?? sampleExamples.dimension
  }
}

const maxDimensions = 2
const maxValues = 3

const entryOf = ({ code, config, description, name, translations }: License) => ({
  code,
  name,
  description,
  ...(translations === undefined ? {} : { translations }),
  config
})

const inventLicense = ({ dimensions }: Taxonomy) => {
  const { code, description, name } = sampleExamples.license
  const required = dimensions.filter((dimension) => dimension.required)
  return entryOf({
    code,
    name,
    description,
    config: Object.fromEntries(required.map((dimension) => [dimension.name, smallestSetting(dimension)]))
  })
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

const dimensionBody = ({
  definition,
  description,
  label,
  required,
  shape,
  values
}: Dimension): DimensionsBody["dimensions"][string] => {
  const current = values.filter(({ deprecated }) => deprecated === undefined)
  const shown = (current.length === 0 ? values : current).slice(0, maxValues)
  return {
    name: label,
    description,
    ...definitionOf({ definition }),
    shape,
    required,
    values: shown.map(({ code }) => code),
    value_details: Object.fromEntries(
      shown.map((value) => [value.code, { label: value.label, description: value.description, ...definitionOf(value) }])
    )
  }
}

const definitionOf = ({ definition }: { readonly definition?: string | undefined }) =>
  definition === undefined ? {} : { definition }
