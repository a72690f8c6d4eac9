// FROZEN once a release in format 2 is published: never edited after that, but copied to the next format.
import { ConflictRule2, Deprecation2, Dimension2, License2, Value2 } from "../../domain/release/events/Taxonomy2.ts"

/** True if a snapshot has no field that format 2 does not know. */
export const canExpress2 = (taxonomy: Snapshot): boolean =>
  hasOnly(taxonomy, known.taxonomy) &&
  taxonomy.dimensions.every(
    (dimension) => isKnown(dimension, known.dimension) && dimension.values.every((value) => isKnown(value, known.value))
  ) &&
  taxonomy.licenses.every((license) => isKnown(license, known.license)) &&
  taxonomy.rules.every((rule) => hasOnly(rule, known.rule))

interface Item {
  readonly deprecated?: object
}

interface Snapshot {
  readonly dimensions: ReadonlyArray<Item & { readonly values: ReadonlyArray<Item> }>
  readonly licenses: ReadonlyArray<Item>
  readonly rules: ReadonlyArray<object>
}

const known = {
  taxonomy: new Set(["namespace", "iri", "title", "description", "translations", "dimensions", "licenses", "rules"]),
  dimension: new Set(Object.keys(Dimension2.fields)),
  value: new Set(Object.keys(Value2.fields)),
  license: new Set(Object.keys(License2.fields)),
  deprecation: new Set(Object.keys(Deprecation2.fields)),
  rule: new Set(Object.keys(ConflictRule2.fields))
} as const

const isKnown = ({ deprecated, ...item }: Item, names: ReadonlySet<string>): boolean =>
  hasOnly(item, names) && (deprecated === undefined || hasOnly(deprecated, known.deprecation))

const hasOnly = (item: object, names: ReadonlySet<string>): boolean =>
  Object.keys(item).every((name) => names.has(name))
