import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import type { Config, Setting, Flags, Territory } from "../taxonomy/Config.ts"
import { type ConfigViolation, configProblems, type Vocabulary } from "../taxonomy/ConfigValidation.ts"
import { type ItemRef, dimensionRef, toItemId, valueRef } from "../taxonomy/ItemRef.ts"
import type { Shape } from "../taxonomy/Scalars.ts"
import {
  isFlags,
  isSetting,
  isTerritory,
  codesIn,
  type SettingCode,
  isListOfCodes,
  isOfShape
} from "../taxonomy/Settings.ts"
import { type ItemReplacement, type ContractRelease, indexRelease } from "./ContractRelease.ts"
import {
  isSuccessor,
  makeFindSuccession,
  successorsOfCode,
  type MigrationTarget,
  type Obstacle,
  type ValueRef
} from "./Succession.ts"

/**
 * How a config changes for a release. Every `path` leads to a place within the config before the migration, and those of
 * the problems into the draft.
 */
export interface Migration {
  /** The config that is valid in the release; `undefined` if problems remain. */
  readonly config: Config | undefined
  /** What the steps lead to, valid or not; `undefined` for what is not an object. */
  readonly draft: Readonly<Record<string, unknown>> | undefined
  readonly steps: ReadonlyArray<MigrationStep>
  /** The items that no step replaces, and why. */
  readonly open: ReadonlyArray<OpenItem>
  /** Why the release refuses what the steps lead to. */
  readonly problems: ReadonlyArray<ConfigViolation>
}

export type MigrationStep =
  | {
      /** By nothing, if the item was a flag that is false. */
      readonly _tag: "Replaced"
      readonly path: ReadonlyArray<string | number>
      readonly item: ItemRef
      readonly replaced_by: ReadonlyArray<ItemRef>
    }
  | {
      readonly _tag: "Reshaped"
      readonly path: ReadonlyArray<string | number>
      readonly item: ItemRef
      readonly before: Shape
      readonly after: Shape
    }

export interface OpenItem {
  readonly path: ReadonlyArray<string | number>
  readonly item: ItemRef
  readonly obstacle: Obstacle
  /** The items to choose from. */
  readonly candidates: ReadonlyArray<ItemRef>
}

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

interface EditResult {
  readonly draft: DraftConfig
  readonly steps: ReadonlyArray<MigrationStep>
}

/**
 * Replaces the setting of a dimension by settings of others: of the dimension that replaces it, and of those to which its
 * values moved. Without a dimension that replaces it, all of its values must have moved.
 */
const moveDimension = (
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

/** Replaces a value of a config by its successors: those of the same list take its place, the others are added. */
const replaceCode = (
  draft: DraftConfig,
  { dimensions }: Vocabulary,
  { dimension, value: code }: ValueRef,
  successors: ReadonlyArray<ItemRef>
): DraftConfig | Obstacle => {
  const setting = draft.get(dimension)
  const taken = takeCode(setting, code)
  let result: DraftConfig | Obstacle = new Map(draft).set(dimension, taken.rest)
  let { at } = taken
  for (const successor of successors) {
    const target = "dimension" in successor ? dimensions.get(successor.dimension) : undefined
    if (target === undefined || successor._tag !== "Value") return "shape"
    const isBeside = successor.dimension === dimension
    result = placeValue(
      result,
      { dimension: successor.dimension, code: successor.value, flag: taken.flag },
      target.shape,
      isBeside ? at : undefined
    )
    if (isObstacle(result)) return result
    if (isBeside && at !== undefined) at += 1
  }
  return result
}

interface Taken {
  /** The setting without the code. */
  readonly rest: unknown
  /** The position of the code in its list. */
  readonly at?: number
  readonly flag?: boolean | undefined
}

const takeCode = (setting: unknown, code: string): Taken => {
  if (isListOfCodes(setting)) return takeFrom(setting, code, (rest) => rest)
  if (isTerritory(setting)) return takeFrom(setting.countries, code, (countries) => ({ ...setting, countries }))
  if (!isFlags(setting)) return { rest: setting === code ? undefined : setting }
  return {
    rest: Object.fromEntries(Object.entries(setting).filter(([member]) => member !== code)),
    flag: Object.hasOwn(setting, code) ? setting[code] : undefined
  }
}

/** Takes a code from a list, as often as it is there. */
const takeFrom = (
  codes: ReadonlyArray<string>,
  code: string,
  toSetting: (rest: ReadonlyArray<string>) => unknown
): Taken => {
  const at = codes.indexOf(code)
  return { rest: toSetting(codes.filter((each) => each !== code)), ...(at === -1 ? {} : { at }) }
}

/** The settings of a config while it is migrated, in their order. A dimension without a setting keeps its place. */
type DraftConfig = ReadonlyMap<string, unknown>

/** A code of a dimension, and what a flag of that code is set to. */
interface PlacedValue {
  readonly dimension: string
  readonly code: string
  readonly flag: boolean | undefined
}

/** Adds a value to the setting of its dimension, unless the shape or what is set forbids it. */
const placeValue = (
  draft: DraftConfig,
  { code, dimension, flag }: PlacedValue,
  shape: Shape,
  at?: number
): DraftConfig | Obstacle => {
  const setting = draft.get(dimension)
  const placed = placeIn[shape](setting, code, flag ?? true, at)
  return isObstacle(placed) ? placed : new Map(draft).set(dimension, placed.setting)
}

const isObstacle = (result: unknown): result is Obstacle => typeof result === "string"

/** The shape of a dimension that would be set like this. */
const shapeOf = (setting: Setting): Shape => {
  if (typeof setting === "string") return "single"
  if (Array.isArray(setting)) return "multiple"
  return isTerritory(setting) ? "territory" : "flags"
}

type Place = (
  setting: unknown,
  code: string,
  flag: boolean,
  at: number | undefined
) => { readonly setting: Setting } | Obstacle

const placeIn: { readonly [S in Shape]: Place } = {
  single: (setting, code) =>
    setting === undefined || setting === code ? { setting: code } : typeof setting === "string" ? "occupied" : "shape",
  multiple: (setting = [], code, _, at) =>
    isListOfCodes(setting) ? { setting: insertCode(setting, code, at) } : "shape",
  territory: (setting = nowhere, code, _, at) =>
    isTerritory(setting) ? { setting: { ...setting, countries: insertCode(setting.countries, code, at) } } : "shape",
  flags: (setting = {}, code, flag) => {
    if (!isFlags(setting)) return "shape"
    if (Object.hasOwn(setting, code) && setting[code] !== flag) return "occupied"
    const flags: Flags = { ...setting, [code]: flag }
    return { setting: flags }
  }
}

const nowhere: Territory = { global: false, countries: [] }

const insertCode = (codes: ReadonlyArray<string>, code: string, at = codes.length): ReadonlyArray<string> =>
  codes.includes(code) ? codes : codes.toSpliced(at, 0, code)

/** Replaces the deprecated items of a valid config, as far as each has exactly one replacement. The others stay. */
export const modernize = (config: Config, release: ContractRelease): Migration =>
  migrateConfig(config, targets(release))

const targets = /* @__PURE__ */ memoizeByIdentity((release: ContractRelease): MigrationTarget => {
  const { has, vocabulary } = indexRelease(release)
  const findReplacement = (item: ItemRef): ItemReplacement | undefined => {
    const replacement = release.deprecations.get(toItemId(item))?.replacement
    return replacement === undefined || replacement.items.length === 0 ? undefined : replacement
  }
  const isFinal = (item: ItemRef): boolean =>
    has(item) &&
    findReplacement(item) === undefined &&
    (item._tag !== "Value" || findReplacement(dimensionRef(item.dimension)) === undefined)
  return { vocabulary, findSuccession: makeFindSuccession({ isFinal, findReplacement }), isGone: () => false }
})
