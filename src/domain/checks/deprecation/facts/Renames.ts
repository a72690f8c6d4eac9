import type { Change } from "../../../change/Change.ts"
import { codeOf, dimensionRef, formatItem, licenseRef, valueRef, type ItemRef } from "../../../taxonomy/ItemRef.ts"
import { makeSuggestions, nearest } from "../../../taxonomy/Suggestion.ts"
import type { Taxonomy } from "../../../taxonomy/Taxonomy.ts"

/**
 * Finds the added item that a removed one looks renamed to: one of the same list with the same label or description, or
 * with a similar code.
 */
export const findRenames = (
  before: Taxonomy,
  changes: ReadonlyArray<Change>
): ((removed: ItemRef) => ItemRef | undefined) => {
  const added = changes.flatMap((change) => {
    switch (change.kind) {
      case "dimension-added":
        return [{ item: dimensionRef(change.dimension), texts: textsOf(change.after) }]
      case "value-added":
        return [{ item: valueRef(change.dimension, change.value), texts: textsOf(change.after) }]
      case "license-added":
        return [{ item: licenseRef(change.license), texts: textsOf(change.after) }]
      default:
        return []
    }
  })
  if (added.length === 0) return () => undefined
  const lists = Map.groupBy(added, ({ item }) => listOf(item))
  const codes = new Map(
    [...lists].map(([list, items]) => [list, new Map(items.map(({ item }) => [codeOf(item), item]))])
  )
  const byText = new Map(
    added.toReversed().flatMap(({ item, texts }) => texts.map((text) => [`${listOf(item)} ${text}`, item]))
  )
  const textsBefore = indexTexts(before)
  const suggest = makeSuggestions()
  return (removed) => {
    const siblings = codes.get(listOf(removed))
    if (siblings === undefined) return undefined
    const same = (textsBefore(removed) ?? []).map((text) => byText.get(`${listOf(removed)} ${text}`)).find(isDefined)
    const near =
      same === undefined ? suggest(formatItem(removed), () => nearest(codeOf(removed), siblings.keys())) : undefined
    return same ?? (near === undefined ? undefined : siblings.get(near))
  }
}

/** Equal for items of one kind, and of one dimension. */
const listOf = (item: ItemRef): string => (item._tag === "Value" ? `values of ${item.dimension}` : item._tag)

interface Texts {
  readonly label?: string
  readonly name?: string
  readonly description: string
}

/** The texts of which one is enough to recognize an item. The name of a dimension is its code. */
const textsOf = ({ description, label, name }: Texts): ReadonlyArray<string> => [
  `label ${label ?? name}`,
  `description ${description}`
]

const isDefined = <A>(value: A | undefined): value is A => value !== undefined

/** The texts of the items of a snapshot. The values of a dimension are indexed once. */
const indexTexts = ({ dimensions, licenses }: Taxonomy): ((item: ItemRef) => ReadonlyArray<string> | undefined) => {
  const texts = new Map<string, ReadonlyArray<string>>([
    ...licenses.map((license) => [`License ${license.code}`, textsOf(license)] as const),
    ...dimensions.map((dimension) => [`Dimension ${dimension.name}`, textsOf(dimension)] as const)
  ])
  const values = new Map<string, ReadonlyMap<string, ReadonlyArray<string>>>()
  return (item) => {
    if (item._tag !== "Value") return texts.get(`${item._tag} ${formatItem(item)}`)
    const known =
      values.get(item.dimension) ??
      new Map(
        dimensions
          .find(({ name }) => name === item.dimension)
          ?.values.map((value) => [value.code, textsOf(value)] as const)
      )
    values.set(item.dimension, known)
    return known.get(item.value)
  }
}
