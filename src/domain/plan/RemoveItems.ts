import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { isObject } from "../Json.ts"
import { conditionOfShape, type Condition } from "../taxonomy/Condition.ts"
import type { Config, Setting } from "../taxonomy/Config.ts"
import type { Deprecation } from "../taxonomy/Deprecation.ts"
import { dimensionRef, licenseRef, toItemId, valueRef, type ItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import { normalize } from "../taxonomy/Normalize.ts"
import { replacementItems } from "../taxonomy/Replacement.ts"
import type { Shape } from "../taxonomy/Shape.ts"
import type { ConflictRule, Taxonomy } from "../taxonomy/Taxonomy.ts"
import { snapshotOf } from "../vocabulary/Snapshot.ts"

/** The deprecations of items that are removed, by the id of the item. */
export type RemovedItems = ReadonlyMap<ItemId, { readonly item: ItemRef; readonly deprecation: Deprecation }>

/**
 * Removes items as an editor would do it: a config that names a removed value names its replacement instead, if that is
 * clear, or nothing. A conflict rule that no config can violate any more goes, too.
 */
export const removeItems = (taxonomy: Taxonomy, removed: RemovedItems): Taxonomy => {
  const isKept = (item: ItemRef): boolean => !removed.has(toItemId(item))
  const replace = replacementsIn(removed)
  const dimensions = taxonomy.dimensions
    .filter(({ name }) => isKept(dimensionRef(name)))
    .map((dimension) => ({
      ...withoutReplacements(dimension, dimensionRef(dimension.name), isKept),
      values: dimension.values
        .filter(({ code }) => isKept(valueRef(dimension.name, code)))
        .map((value) => withoutReplacements(value, valueRef(dimension.name, value.code), isKept))
    }))
  const names = new Set(dimensions.map(({ name }) => name))
  return normalize({
    ...taxonomy,
    dimensions,
    licenses: taxonomy.licenses
      .filter(({ code }) => isKept(licenseRef(code)))
      .map((license) => ({
        ...withoutReplacements(license, licenseRef(license.code), isKept),
        config: replaceInConfig(license.config, names, replace)
      })),
    rules: taxonomy.rules.flatMap((rule) => reduceRule(taxonomy, rule, isKept))
  })
}

/** The codes that stand for a code of a dimension: itself, its replacements, or none. */
type Replace = (dimension: string, code: string) => ReadonlyArray<string>

const replacementsIn =
  (removed: RemovedItems): Replace =>
  (dimension, code) => {
    const found = removed.get(toItemId(valueRef(dimension, code)))
    if (found === undefined) return [code]
    const others = replacementItems(found.item, found.deprecation).filter((other) => !removed.has(toItemId(other)))
    // Somebody has to choose between alternatives.
    if (others.length > 1 && found.deprecation.replacement_mode !== "all_of") return []
    return others.flatMap((other) => (other._tag === "Value" && other.dimension === dimension ? [other.value] : []))
  }

/** The item without replacements that are removed. */
const withoutReplacements = <A extends { readonly deprecated?: Deprecation }>(
  content: A,
  item: ItemRef,
  isKept: (item: ItemRef) => boolean
): A => {
  const { deprecated } = content
  if (deprecated === undefined) return content
  const kept = replacementItems(item, deprecated).map(isKept)
  if (kept.every(Boolean)) return content
  const replaced_by = deprecated.replaced_by.filter((_, index) => kept[index])
  return { ...content, deprecated: { reason: "Its replacement was removed.", ...deprecated, replaced_by } }
}

const replaceInConfig = (config: Config, dimensions: ReadonlySet<string>, replace: Replace): Config =>
  Object.fromEntries(
    Object.entries(config).flatMap(([dimension, setting]) => {
      if (!dimensions.has(dimension)) return []
      const kept = replaceInSetting(setting, (code) => replace(dimension, code))
      return kept === undefined ? [] : [[dimension, kept]]
    })
  )

const replaceInSetting = (setting: Setting, replace: (code: string) => ReadonlyArray<string>): Setting | undefined => {
  if (typeof setting === "string") return onlyOne(replace(setting))
  if (isList(setting)) return unique(setting.flatMap(replace))
  if (isTerritory(setting)) return { ...setting, countries: unique(setting.countries.flatMap(replace)) }
  const flags = Object.entries(setting).flatMap(([code, isSet]) =>
    replace(code).map((other) => [other, isSet] as const)
  )
  return flags.length === 0 ? undefined : Object.fromEntries(flags)
}

const reduceRule = (
  taxonomy: Taxonomy,
  rule: ConflictRule,
  isKept: (item: ItemRef) => boolean
): ReadonlyArray<ConflictRule> => {
  const forbid = Object.entries(rule.forbid).map(([name, condition]) => {
    const shape = snapshotOf(taxonomy).dimension(name)?.shape
    const reduced =
      shape === undefined || !isKept(dimensionRef(name))
        ? undefined
        : reduceCondition(condition, shape, (code) => isKept(valueRef(name, code)))
    return [name, reduced] as const
  })
  const kept = forbid.flatMap(([name, condition]) => (condition === undefined ? [] : [[name, condition] as const]))
  return kept.length < forbid.length ? [] : [{ ...rule, forbid: Object.fromEntries(kept) }]
}

/** The condition without removed codes, or `undefined` if no config can meet it any more. */
const reduceCondition = (
  condition: Condition,
  shape: Shape,
  isKept: (code: string) => boolean
): Condition | undefined => {
  if (shape === "flags" && !Object.keys(condition).every(isKept)) return undefined
  // No condition can have an operand without codes.
  return Option.getOrUndefined(Schema.decodeOption(conditionOfShape[shape])(reduceOperands(condition, isKept)))
}

const reduceOperands = (operands: object, isKept: (code: string) => boolean): object =>
  Object.fromEntries(
    Object.entries(operands).map(([operator, operand]: [string, unknown]) => [
      operator,
      reduceOperand(operator, operand, isKept)
    ])
  )

const reduceOperand = (operator: string, operand: unknown, isKept: (code: string) => boolean): unknown => {
  if (typeof operand === "string") return isKept(operand) ? operand : undefined
  if (isList(operand)) {
    const kept = operand.filter(isKept)
    return operator === "contains_all" && kept.length < operand.length ? undefined : kept
  }
  return isObject(operand) ? reduceOperands(operand, isKept) : operand
}

const onlyOne = (codes: ReadonlyArray<string>): string | undefined => (codes.length === 1 ? codes[0] : undefined)

const unique = (codes: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(codes)]

const isList = (value: unknown): value is ReadonlyArray<string> => Array.isArray(value)

const isTerritory = (
  setting: object
): setting is { readonly global: boolean; readonly countries: ReadonlyArray<string> } =>
  "countries" in setting && isList(setting.countries)
