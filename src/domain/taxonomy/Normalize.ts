import type { ConflictRule } from "./ConflictRule.ts"
import { byCodeUnits } from "./Identifiers.ts"
import type { Dimension, License, Taxonomy, Value } from "./Taxonomy.ts"

/** Puts a snapshot into its one order. */
export const normalize = (taxonomy: Taxonomy): Taxonomy => ({
  ...withSortedTranslations(taxonomy),
  dimensions: sortedBy(taxonomy.dimensions, ({ name }) => name).map(normalizeDimension),
  licenses: sortedBy(taxonomy.licenses, ({ code }) => code).map(normalizeLicense),
  rules: sortedBy(taxonomy.rules, ({ id }) => id).map(normalizeRule)
})

export const normalizeDimension = (dimension: Dimension): Dimension => ({
  ...withSortedTranslations(dimension),
  values: normalizeValues(dimension.values)
})

export const normalizeLicense = (license: License): License => ({
  ...withSortedTranslations(license),
  config: sortKeys(license.config)
})

export const normalizeRule = (rule: ConflictRule): ConflictRule => ({
  ...withSortedTranslations(rule),
  forbid: sortKeys(rule.forbid)
})

export const sortedBy = <A>(items: Iterable<A>, key: (item: A) => string): ReadonlyArray<A> =>
  [...items].sort((left, right) => byCodeUnits(key(left), key(right)))

/** The same list if no value is translated: there may be many, and most taxonomies have no translations. */
const normalizeValues = (values: ReadonlyArray<Value>): ReadonlyArray<Value> =>
  values.some(({ deprecated, translations }) => translations !== undefined || deprecated?.translations !== undefined)
    ? values.map(withSortedTranslations)
    : values

interface Translated {
  readonly translations?: object
  readonly deprecated?: { readonly translations?: object }
}

/** The item with the languages of its translations sorted. */
export const withSortedTranslations = <Item extends Translated>(item: Item): Item => ({
  ...item,
  ...(item.translations === undefined ? {} : { translations: sortKeys(item.translations) }),
  ...(item.deprecated?.translations === undefined
    ? {}
    : { deprecated: { ...item.deprecated, translations: sortKeys(item.deprecated.translations) } })
})

/** The same object with its keys sorted, and those of the objects in it. Lists keep their order. */
const sortKeys = <A extends object>(value: A): A => {
  const sorted = Object.entries(value)
    .sort(([left], [right]) => byCodeUnits(left, right))
    .map(([key, member]) => [key, isNestedObject(member) ? sortKeys(member) : member])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the members are the same, in another order
  return Object.fromEntries(sorted) as A
}

const isNestedObject = (member: unknown): member is object =>
  typeof member === "object" && member !== null && !Array.isArray(member)
