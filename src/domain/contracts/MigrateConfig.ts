import type { Config, Setting } from "../taxonomy/Config.ts"
import { isFlags, isSetting, isTerritory } from "../taxonomy/ConfigGuards.ts"
import { codesIn, type SettingCode } from "../taxonomy/ConfigReferences.ts"
import { configProblems, type Vocabulary } from "../taxonomy/ConfigValidation.ts"
import { dimensionRef } from "../taxonomy/ItemRef.ts"
import type { Migration, MigrationStep, OpenItem } from "./Migration.ts"
import { moveDimension, type EditResult } from "./MoveDimension.ts"
import { isObstacle, shapeOf, type DraftConfig } from "./PlaceValue.ts"
import { replaceCode, type ValueRef } from "./ReplaceCode.ts"
import { isSuccessor, successorsOfCode, type MigrationTarget } from "./Succession.ts"

/**
 * Replaces the items of a config by their successors, in whichever dimension these are. An item that cannot be replaced
 * stays, and so does what is unknown.
 */
export const migrateConfig = (config: Readonly<Record<string, unknown>>, target: MigrationTarget): Migration => {
  const { vocabulary } = target
  const entries = Object.entries(config).flatMap(([dimension, setting]) =>
    isSetting(setting) ? [{ dimension, setting }] : []
  )
  const reshaped = run(
    new Map(Object.entries(config)),
    entries.flatMap(({ dimension, setting }) => reshapeEdits(vocabulary, dimension, setting))
  )
  const replaced = run(
    reshaped.draft,
    entries.flatMap(({ dimension, setting }) => replaceEdits(target, dimension, setting))
  )
  const migrated = Object.fromEntries(
    [...replaced.draft].filter(([dimension, setting]) => setting !== undefined || isUndefinedIn(config, dimension))
  )
  const problems = configProblems(vocabulary, migrated)
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- What has no problems is a config
    config: problems.length === 0 ? (migrated as Config) : undefined,
    draft: migrated,
    steps: [...reshaped.steps, ...replaced.steps],
    open: [
      ...reshaped.open.filter(({ path }) => hasOtherShape(vocabulary, replaced.draft, String(path[0]))),
      ...replaced.open
    ],
    problems
  }
}

/** False also once all codes of the setting have moved, or have been replaced in the shape of the dimension. */
const hasOtherShape = ({ dimensions }: Vocabulary, draft: DraftConfig, dimension: string): boolean => {
  const shape = dimensions.get(dimension)?.shape
  const setting = draft.get(dimension)
  return shape !== undefined && isSetting(setting) && !isOfShape[shape](setting)
}

/** True for what a program set to `undefined`, which no edit did. */
const isUndefinedIn = (config: Readonly<Record<string, unknown>>, dimension: string): boolean =>
  Object.hasOwn(config, dimension) && config[dimension] === undefined

/** An edit of a config, which is done as a whole or not at all. */
type Edit = (draft: DraftConfig) => EditResult | OpenItem

/** Does the edits that can be done. One may make room for another. */
const run = (
  draft: DraftConfig,
  edits: ReadonlyArray<Edit>
): EditResult & { readonly open: ReadonlyArray<OpenItem> } => {
  const steps: Array<MigrationStep> = []
  const open: Array<OpenItem> = []
  const waiting: Array<Edit> = []
  let current = draft
  for (const edit of edits) {
    const result = edit(current)
    if ("obstacle" in result) {
      open.push(result)
      waiting.push(edit)
      continue
    }
    current = result.draft
    steps.push(...result.steps)
  }
  if (waiting.length === 0 || waiting.length === edits.length) return { draft: current, steps, open }
  const rest = run(current, waiting)
  return { ...rest, steps: [...steps, ...rest.steps] }
}

/** A dimension whose shape changed. One code and a list of one code say the same. */
const reshapeEdits = ({ dimensions }: Vocabulary, dimension: string, setting: Setting): ReadonlyArray<Edit> => {
  const after = dimensions.get(dimension)?.shape
  if (after === undefined || isOfShape[after](setting)) return []
  const place = { path: [dimension], item: dimensionRef(dimension) }
  const reshaped = reshape(setting, after)
  const step: MigrationStep = { _tag: "Reshaped", ...place, before: shapeOf(setting), after }
  return [
    (draft) =>
      reshaped === undefined
        ? { ...place, obstacle: "shape", candidates: [] }
        : { draft: new Map(draft).set(dimension, reshaped), steps: [step] }
  ]
}

const isOfShape = {
  single: (setting: Setting) => typeof setting === "string",
  multiple: (setting: Setting) => Array.isArray(setting),
  territory: isTerritory,
  flags: isFlags
}

const reshape = (setting: Setting, after: string): Setting | undefined => {
  if (after === "multiple") return typeof setting === "string" ? [setting] : undefined
  return after === "single" && Array.isArray(setting) && setting.length === 1 ? setting[0] : undefined
}

const replaceEdits = (target: MigrationTarget, dimension: string, setting: Setting): ReadonlyArray<Edit> => {
  const item = dimensionRef(dimension)
  const isKept = isSuccessor(target.findSuccession(item), item)
  return isKept
    ? codesIn(setting).flatMap((place) => replaceEdit(target, dimension, setting, place))
    : [(draft) => moveDimension(draft, target, dimension, setting)]
}

const replaceEdit = (
  target: MigrationTarget,
  dimension: string,
  setting: Setting,
  { code, path }: SettingCode
): ReadonlyArray<Edit> => {
  const item: ValueRef = { _tag: "Value", dimension, value: code }
  const succession = successorsOfCode(target, setting, item)
  if (isSuccessor(succession, item)) return []
  const place = { path: [dimension, ...path], item }
  if ("obstacle" in succession) return [() => ({ ...place, ...succession })]
  const { items } = succession
  return [
    (draft) => {
      const result = replaceCode(draft, target.vocabulary, item, items)
      return isObstacle(result)
        ? { ...place, obstacle: result, candidates: items }
        : { draft: result, steps: [{ _tag: "Replaced", ...place, replaced_by: items }] }
    }
  ]
}
