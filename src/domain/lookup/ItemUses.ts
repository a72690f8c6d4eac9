import { inItem, replacementPath, type ItemLocation } from "../Finding.ts"
import { deprecatedItems } from "../release/removal/DeprecationClock.ts"
import type { Deprecation } from "../taxonomy/Deprecation.ts"
import {
  type ItemRef,
  conflictRuleRef,
  dimensionRef,
  isSameItem,
  licenseRef,
  toItemId,
  valueRef,
  type ItemId
} from "../taxonomy/ItemRef.ts"
import { consideredItems, replacementItems } from "../taxonomy/Replacement.ts"
import { listConditions } from "../taxonomy/Rules.ts"
import { codesOf, configReferences } from "../taxonomy/Settings.ts"
import type { Taxonomy } from "../taxonomy/Taxonomy.ts"
import type { Translations } from "../taxonomy/Translations.ts"
import { namedItems, namesItems } from "../vocabulary/ItemTypes.ts"
import { labelIn, snapshotOf, type Item } from "../vocabulary/Snapshot.ts"

/** An item with its texts, whatever kind it is. */
export interface ItemEntry {
  readonly item: ItemRef
  /** The label, or the name of a license; conflict rules have none. */
  readonly label: string | undefined
  readonly texts: ItemTexts
}

/** An item as far as it holds texts for people. Those that not every item has are known to the vocabulary. */
interface ItemTexts {
  readonly description: string
  readonly translations?: Translations
  readonly deprecated?: Deprecation
}

/** Every item of a snapshot, in its order. */
export const itemEntries = (taxonomy: Taxonomy): ReadonlyArray<ItemEntry> =>
  Array.from(snapshotOf(taxonomy).items(), ({ content, item }) => toEntry(item, content))

/** The references of all items of a snapshot, in its order. */
export const itemRefs = (taxonomy: Taxonomy): ReadonlyArray<ItemRef> =>
  Array.from(snapshotOf(taxonomy).items(), ({ item }) => item)

/** Finds an item of a snapshot. */
export const findEntry = (taxonomy: Taxonomy, item: ItemRef): ItemEntry | undefined => {
  const content = snapshotOf(taxonomy).get(item)
  return content && toEntry(item, content)
}

const toEntry = (item: ItemRef, content: Item): ItemEntry => {
  if ("values" in content) {
    // The name of a dimension is its code, not a text.
    const { name: _, ...texts } = content
    return { item, label: texts.label, texts }
  }
  return { item, label: labelIn(content), texts: content }
}

/**
 * A place that names an item: the config of a license, the condition of a rule, the replacement of a deprecated item, or a
 * field such as `broader`.
 */
export interface ItemUse {
  readonly kind: "config" | "condition" | "replacement" | "field"
  /** The license, rule, deprecated item, or the item with the field. */
  readonly by: ItemRef
  /** What is named there. */
  readonly names: ItemRef
  readonly location: ItemLocation
}

/** Every use of an item, by its id: licenses first, then rules, replacements and fields. */
export type ItemUses = ReadonlyMap<ItemId, ReadonlyArray<ItemUse>>

/** Every use of the items of a snapshot. A dimension is used wherever a config or a condition sets it. */
export const itemUses = (taxonomy: Taxonomy): ItemUses =>
  Map.groupBy(
    [...usesByLicenses(taxonomy), ...usesByRules(taxonomy), ...usesAsReplacement(taxonomy), ...usesByFields(taxonomy)],
    ({ names }) => toItemId(names)
  )

const usesByLicenses = ({ licenses }: Taxonomy): ReadonlyArray<ItemUse> =>
  licenses.flatMap((license) => {
    const by = licenseRef(license.code)
    return configReferences(license.config).map(({ item, path }) => {
      const location = inItem(by, "config", ...path)
      return {
        kind: "config",
        by,
        names: item,
        location: item._tag === "Dimension" ? { ...location, key: true } : location
      }
    })
  })

const usesByRules = (taxonomy: Taxonomy): ReadonlyArray<ItemUse> =>
  taxonomy.rules.flatMap((rule) => {
    const by = conflictRuleRef(rule.id)
    return listConditions(rule).flatMap(({ condition, dimension: name, key }): ReadonlyArray<ItemUse> => {
      const dimension = snapshotOf(taxonomy).dimension(name)
      const codes = dimension === undefined ? [] : codesOf(condition, dimension.shape)
      return [
        { kind: "condition", by, names: dimensionRef(name), location: { ...inItem(by, key, name), key: true } },
        ...codes.map(({ code, path }): ItemUse => {
          const location = inItem(by, key, name, ...path)
          return { kind: "condition", by, names: valueRef(name, code), location }
        })
      ]
    })
  })

const usesAsReplacement = (taxonomy: Taxonomy): ReadonlyArray<ItemUse> =>
  deprecatedItems(taxonomy).flatMap(({ deprecation, item }) =>
    [
      ...replacementItems(item, deprecation).map((names, index) => ({
        names,
        path: replacementPath(deprecation, index)
      })),
      ...consideredItems(item, deprecation).map((names, index) => ({ names, path: ["deprecated", "consider", index] }))
    ].flatMap(({ names, path }): ReadonlyArray<ItemUse> => {
      const location = inItem(item, ...path)
      const use: ItemUse = { kind: "replacement", by: item, names, location }
      const isMove = names._tag === "Value" && item._tag === "Value" && names.dimension !== item.dimension
      return isMove ? [use, { ...use, names: dimensionRef(names.dimension) }] : [use]
    })
  )

const usesByFields = (taxonomy: Taxonomy): ReadonlyArray<ItemUse> =>
  [...snapshotOf(taxonomy).items(namesItems)].flatMap((found) =>
    namedItems(found).map(({ names, path }): ItemUse => ({
      kind: "field",
      by: found.item,
      names,
      location: inItem(found.item, ...path)
    }))
  )

/** The uses of an item, without those by the item itself. */
export const usesOf = (uses: ItemUses, item: ItemRef): ReadonlyArray<ItemUse> =>
  (uses.get(toItemId(item)) ?? []).filter(({ by }) => !isSameItem(by, item))
