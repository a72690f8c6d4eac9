import { byCodeUnits } from "./Names.ts"
import { conditionsOf } from "./Rules.ts"
import type { Taxonomy, ConflictRule, Dimension, License, Value } from "./Taxonomy.ts"

/** The snapshot that the first release changes. */
export const empty: Taxonomy = { namespace: "", title: "", description: "", dimensions: [], licenses: [], rules: [] }

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
  ...sortedConditions(rule)
})

const sortedConditions = (rule: ConflictRule): Pick<ConflictRule, "forbid" | "when" | "require"> =>
  Object.fromEntries(Object.entries(conditionsOf(rule)).map(([key, conditions]) => [key, sortKeys(conditions)]))

export const sortedBy = <A>(items: Iterable<A>, key: (item: A) => string): ReadonlyArray<A> =>
  [...items].sort((left, right) => byCodeUnits(key(left), key(right)))

/** The same list if all values are normalized: there may be many, and most taxonomies have no translations. */
export const normalizeValues = (values: ReadonlyArray<Value>): ReadonlyArray<Value> => {
  const normalized = values.map(withSortedTranslations)
  return normalized.every((value, index) => value === values[index]) ? values : normalized
}

interface Translated {
  readonly translations?: object
  readonly deprecated?: { readonly translations?: object }
}

/** The item with the languages of its translations sorted; the same item if they are. */
export const withSortedTranslations = <Item extends Translated>(item: Item): Item => {
  const { deprecated, translations } = item
  const sorted = translations && sortKeys(translations)
  const sortedReasons = deprecated?.translations && sortKeys(deprecated.translations)
  if (sorted === translations && sortedReasons === deprecated?.translations) return item
  return {
    ...item,
    ...(sorted === undefined ? {} : { translations: sorted }),
    ...(sortedReasons === undefined ? {} : { deprecated: { ...deprecated, translations: sortedReasons } })
  }
}

/** The object with its keys sorted, and those of the objects in it; the same object if they are. Lists keep their order. */
const sortKeys = <A extends object>(value: A): A => {
  if (hasSortedKeys(value)) return value
  const sorted = Object.entries(value)
    .sort(([left], [right]) => byCodeUnits(left, right))
    .map(([key, member]) => [key, isNestedObject(member) ? sortKeys(member) : member])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the members are the same, in another order
  return Object.fromEntries(sorted) as A
}

const hasSortedKeys = (value: object): boolean => {
  const keys = Object.keys(value)
  return (
    keys.every((key, index) => index === 0 || (keys[index - 1] ?? "") < key) &&
    Object.values(value).every((member) => !isNestedObject(member) || hasSortedKeys(member))
  )
}

const isNestedObject = (member: unknown): member is object =>
  typeof member === "object" && member !== null && !Array.isArray(member)
