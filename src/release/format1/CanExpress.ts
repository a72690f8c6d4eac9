// FROZEN: part of artifact format 1, which is never edited: copy it to the next format.
/** True if a snapshot has no field that format 1 does not know. */
export const canExpress1 = (taxonomy: Snapshot): boolean =>
  hasOnly(taxonomy, fields.taxonomy) &&
  taxonomy.dimensions.every(
    (dimension) =>
      isKnown(dimension, fields.dimension) && dimension.values.every((value) => isKnown(value, fields.value))
  ) &&
  taxonomy.licenses.every((license) => isKnown(license, fields.license)) &&
  taxonomy.rules.every((rule) => hasOnly(rule, fields.rule))

interface Item {
  readonly deprecated?: object
}

interface Snapshot {
  readonly dimensions: ReadonlyArray<Item & { readonly values: ReadonlyArray<Item> }>
  readonly licenses: ReadonlyArray<Item>
  readonly rules: ReadonlyArray<object>
}

const fields = {
  taxonomy: new Set(["namespace", "title", "description", "dimensions", "licenses", "rules"]),
  dimension: new Set(["name", "label", "description", "definition", "shape", "required", "deprecated", "values"]),
  value: new Set(["code", "label", "description", "definition", "deprecated"]),
  license: new Set(["code", "name", "description", "config", "deprecated"]),
  deprecation: new Set(["replaced_by", "reason"]),
  rule: new Set(["id", "description", "forbid"])
} as const

const isKnown = (item: Item, known: ReadonlySet<string>): boolean =>
  hasOnly(item, known) && (item.deprecated === undefined || isDeprecation(item.deprecated))

/** Before format 2, a replacement was a code of the same list. */
const isDeprecation = (deprecation: object): boolean =>
  hasOnly(deprecation, fields.deprecation) &&
  (!("replaced_by" in deprecation) ||
    (Array.isArray(deprecation.replaced_by) && deprecation.replaced_by.every((code) => !String(code).includes("/"))))

const hasOnly = (item: object, known: ReadonlySet<string>): boolean => Object.keys(item).every((key) => known.has(key))
