import type { Setting } from "../taxonomy/Config.ts"
import { isTerritory } from "../taxonomy/ConfigGuards.ts"
import { codesIn } from "../taxonomy/ConfigReferences.ts"
import type { Vocabulary } from "../taxonomy/ConfigValidation.ts"
import { dimensionRef, valueRef } from "../taxonomy/ItemRef.ts"
import type { MigrationStep, OpenItem } from "./Migration.ts"
import { isObstacle, shapeOf, type DraftConfig } from "./PlaceValue.ts"
import { replaceCode } from "./ReplaceCode.ts"
import { isSuccessor, successorsOfCode, type MigrationTarget } from "./Succession.ts"

export interface EditResult {
  readonly draft: DraftConfig
  readonly steps: ReadonlyArray<MigrationStep>
}

/**
 * Replaces the setting of a dimension by settings of others: of the dimension that replaces it, and of those to which its
 * values moved. Without a dimension that replaces it, all of its values must have moved.
 */
export const moveDimension = (
  draft: DraftConfig,
  migrationTarget: MigrationTarget,
  dimension: string,
  setting: Setting
): EditResult | OpenItem => {
  const { findSuccession, vocabulary } = migrationTarget
  const item = dimensionRef(dimension)
  const place = { path: [dimension], item }
  const succession = findSuccession(item)
  const [successor] = "items" in succession && succession.items.length === 1 ? succession.items : []
  const target = successor?._tag === "Dimension" ? successor.dimension : undefined
  const started = target === undefined ? draft : startSetting(draft, vocabulary, dimension, target, setting)
  if (started === undefined) return { ...place, obstacle: "occupied", candidates: [successor ?? item] }
  const codes = codesIn(setting)
  const isWhole = target !== undefined && vocabulary.dimensions.get(target)?.shape === shapeOf(setting)
  if (!isWhole && (codes.length === 0 || (isTerritory(setting) && setting.global))) {
    return "obstacle" in succession
      ? { ...place, ...succession }
      : { ...place, obstacle: target === undefined ? "choice" : "shape", candidates: succession.items }
  }
  let current = started
  const steps: Array<MigrationStep> = []
  const dimensions = new Set<string>(target === undefined ? [] : [target])
  for (const { code, path } of codes) {
    const value = { _tag: "Value", dimension, value: code } as const
    const found = successorsOfCode(migrationTarget, setting, value)
    const codePlace = { path: [dimension, ...path], item: value }
    if ("obstacle" in found) return { ...codePlace, ...found }
    const replaced = replaceCode(current, vocabulary, value, found.items)
    if (isObstacle(replaced)) return { ...codePlace, obstacle: replaced, candidates: found.items }
    current = replaced
    for (const each of found.items) if ("dimension" in each) dimensions.add(each.dimension)
    // A code that stays the same is told by the step of the dimension.
    if (target === undefined || !isSuccessor(found, valueRef(target, code))) {
      steps.push({ _tag: "Replaced", ...codePlace, replaced_by: found.items })
    }
  }
  return {
    draft: new Map(current).set(dimension, undefined),
    steps: [{ _tag: "Replaced", ...place, replaced_by: [...dimensions].map(dimensionRef) }, ...steps]
  }
}

/** Gives the new dimension what the setting says beside its codes. `undefined` if the config already says otherwise. */
const startSetting = (
  draft: DraftConfig,
  { dimensions }: Vocabulary,
  dimension: string,
  target: string,
  setting: Setting
): DraftConfig | undefined => {
  const shape = shapeOf(setting)
  const existing = draft.get(target)
  if (existing !== undefined) {
    const contradicts = isTerritory(setting) && isTerritory(existing) && setting.global !== existing.global
    return contradicts ? undefined : draft
  }
  const empty = dimensions.get(target)?.shape === shape ? emptySetting(setting) : undefined
  // The new setting stands where the old one stood.
  return new Map(
    [...draft].flatMap(([name, value]) =>
      name === dimension
        ? [
            [target, empty],
            [name, value]
          ]
        : name === target
          ? []
          : [[name, value]]
    )
  )
}

const emptySetting = (setting: Setting): Setting | undefined => {
  if (typeof setting === "string") return undefined
  if (isTerritory(setting)) return { global: setting.global, countries: [] }
  return Array.isArray(setting) ? [] : {}
}
