import { byCodeUnits } from "./Identifiers.ts"
import { empty, type Taxonomy, type Value } from "./Taxonomy.ts"

/**
 * Puts a snapshot into its one order. Items of a normalized snapshot that it was made from are kept as they are: a ledger
 * replays many releases that change little.
 */
export const normalize = (taxonomy: Taxonomy, normalized: Taxonomy = empty): Taxonomy => {
  const kept = new Set<object>([...normalized.dimensions, ...normalized.licenses, ...normalized.rules])
  const unlessKept =
    <Item extends object>(normalizeItem: (item: Item) => Item) =>
    (item: Item): Item =>
      kept.has(item) ? item : normalizeItem(item)
  return {
    ...withSortedTranslations(taxonomy),
    dimensions: sortedBy(taxonomy.dimensions, ({ name }) => name).map(
      unlessKept((dimension) => ({
        ...withSortedTranslations(dimension),
        values: normalizeValues(dimension.values)
      }))
    ),
    licenses: sortedBy(taxonomy.licenses, ({ code }) => code).map(
      unlessKept((license) => ({ ...withSortedTranslations(license), config: sortKeys(license.config) }))
    ),
    rules: sortedBy(taxonomy.rules, ({ id }) => id).map(
      unlessKept((rule) => ({ ...withSortedTranslations(rule), forbid: sortKeys(rule.forbid) }))
    )
  }
}

const sortedBy = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> =>
  items.toSorted((left, right) => byCodeUnits(key(left), key(right)))

/** The same list if no value is translated: there may be many, and most taxonomies have no translations. */
const normalizeValues = (values: ReadonlyArray<Value>): ReadonlyArray<Value> =>
  values.some(({ deprecated, translations }) => translations !== undefined || deprecated?.translations !== undefined)
    ? values.map(withSortedTranslations)
    : values

interface Translated {
  readonly translations?: object
  readonly deprecated?: { readonly translations?: object }
}

const withSortedTranslations = <Item extends Translated>(item: Item): Item => ({
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
