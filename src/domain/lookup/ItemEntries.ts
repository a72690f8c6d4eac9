import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import type { Deprecation } from "../taxonomy/Deprecation.ts"
import { conflictRuleRef, dimensionRef, licenseRef, valueRef, type ItemRef } from "../taxonomy/ItemRef.ts"
import type { ConflictRule, Dimension, License, Taxonomy, Value } from "../taxonomy/Taxonomy.ts"
import type { Translations } from "../taxonomy/Translations.ts"

/** An item with its texts, whatever kind it is. */
export interface ItemEntry {
  readonly item: ItemRef
  /** The label, or the name of a license; conflict rules have none. */
  readonly label: string | undefined
  readonly texts: ItemTexts
}

/** The fields of an item that hold text for people. */
export interface ItemTexts {
  readonly label?: string
  readonly name?: string
  readonly description: string
  readonly definition?: string
  readonly translations?: Translations
  readonly deprecated?: Deprecation
}

/** Every item of a snapshot, in its order. */
export const itemEntries = ({ dimensions, licenses, rules }: Taxonomy): ReadonlyArray<ItemEntry> => [
  ...dimensions.flatMap((dimension) => [
    dimensionEntry(dimension),
    ...dimension.values.map((value) => valueEntry(dimension.name, value))
  ]),
  ...licenses.map(licenseEntry),
  ...rules.map(ruleEntry)
]

/** The references of all items of a snapshot, in its order. */
export const itemRefs = ({ dimensions, licenses, rules }: Taxonomy): ReadonlyArray<ItemRef> => [
  ...dimensions.flatMap(({ name, values }) => [dimensionRef(name), ...values.map(({ code }) => valueRef(name, code))]),
  ...licenses.map(({ code }) => licenseRef(code)),
  ...rules.map(({ id }) => conflictRuleRef(id))
]

/** Makes a function that finds items of a snapshot. Dimensions whose values nobody asks for are not indexed. */
export const makeFindEntry = ({
  dimensions,
  licenses,
  rules
}: Taxonomy): ((item: ItemRef) => ItemEntry | undefined) => {
  const dimensionsByName = new Map(dimensions.map((dimension) => [dimension.name, dimension]))
  const licensesByCode = new Map(licenses.map((license) => [license.code, license]))
  const rulesById = new Map(rules.map((rule) => [rule.id, rule]))
  const valuesByCode = memoizeByIdentity(({ values }: Dimension) => new Map(values.map((value) => [value.code, value])))
  return (item) => {
    switch (item._tag) {
      case "Dimension": {
        const dimension = dimensionsByName.get(item.dimension)
        return dimension && dimensionEntry(dimension)
      }
      case "Value": {
        const dimension = dimensionsByName.get(item.dimension)
        const value = dimension && valuesByCode(dimension).get(item.value)
        return value && valueEntry(item.dimension, value)
      }
      case "License": {
        const license = licensesByCode.get(item.license)
        return license && licenseEntry(license)
      }
      case "ConflictRule": {
        const rule = rulesById.get(item.rule)
        return rule && ruleEntry(rule)
      }
    }
  }
}

const dimensionEntry = (dimension: Dimension): ItemEntry => {
  // The name of a dimension is its code, not a text.
  const { name, values: _, ...texts } = dimension
  return { item: dimensionRef(name), label: texts.label, texts }
}

const valueEntry = (dimension: string, value: Value): ItemEntry => ({
  item: valueRef(dimension, value.code),
  label: value.label,
  texts: value
})

const licenseEntry = (license: License): ItemEntry => ({
  item: licenseRef(license.code),
  label: license.name,
  texts: license
})

const ruleEntry = (rule: ConflictRule): ItemEntry => ({ item: conflictRuleRef(rule.id), label: undefined, texts: rule })
