import { isObject } from "../Json.ts"
import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import { type ConfigViolation, configProblems } from "../taxonomy/ConfigValidation.ts"
import { type ItemRef, conflictRuleRef, dimensionRef, fromItemId, toItemId, valueRef } from "../taxonomy/ItemRef.ts"
import { conflicts } from "../taxonomy/Rules.ts"
import type { Shape } from "../taxonomy/Scalars.ts"
import { isConfig, isSetting, configReferences } from "../taxonomy/Settings.ts"
import type { ConflictRule } from "../taxonomy/Taxonomy.ts"
import {
  type ItemDeprecation,
  type ItemReplacement,
  type ContractRelease,
  indexRelease,
  findRemoval,
  findReplacement
} from "./ContractRelease.ts"
import { type Migration, migrateConfig } from "./Migration.ts"
import { makeFindSuccession, type MigrationTarget } from "./Succession.ts"

/** What a release says of a config that was written for another one. */
export interface Assessment {
  /**
   * - `valid`: the release accepts the config.
   * - `deprecated`: the release accepts the config, which names deprecated items.
   * - `broken`: the release refuses what the release of the config accepted.
   * - `invalid`: the release refuses the config for what the release of the config refused, too.
   */
  readonly verdict: "valid" | "deprecated" | "broken" | "invalid"
  /** Why the config is not valid in the release that it was written for. */
  readonly problems: ReadonlyArray<ConfigViolation>
  readonly broken: ReadonlyArray<Breakage>
  readonly deprecated: ReadonlyArray<DeprecatedReference>
  /** `undefined` if the release accepts the config as it is. */
  readonly migration: Migration | undefined
}

/** What a release no longer accepts, or an older one does not accept yet. `path` leads to the place within the config. */
export type Breakage =
  /** `since` is the release that removed the item. */
  | ItemBreakage<"ItemRemoved">
  /** The release is older than the item or on another line. `since` is the release that added the item, if it is known. */
  | ItemBreakage<"ItemUnknown">
  | (Place<"ShapeChanged"> & { readonly before: Shape; readonly after: Shape })
  /** `since` is the release that added the dimension; `undefined` if the dimension was optional, or that is unknown. */
  | (Place<"DimensionRequired"> & { readonly since: string | undefined })
  /** A part of a country that the config does not list: the dimension refines a territory now. */
  | Place<"UnlistedCountry">
  /** `since` is the release that added the rule; `undefined` if its conditions changed, or that is unknown. */
  | (Place<"RuleBroken"> & { readonly rule: ConflictRule; readonly since: string | undefined })

/** A deprecated item that a config names. */
export interface DeprecatedReference extends ItemDeprecation {
  readonly item: ItemRef
  readonly path: Path
  /** True if the release that the config was written for does not deprecate the item. */
  readonly is_new: boolean
}

type Path = ReadonlyArray<string | number>

interface Place<Tag extends string> {
  readonly _tag: Tag
  readonly item: ItemRef
  readonly path: Path
}

interface ItemBreakage<Tag extends string> extends Place<Tag> {
  readonly since: string | undefined
  readonly replacement: ItemReplacement | undefined
  readonly reason: string | undefined
}

type Assess = (config: unknown) => Assessment

/** What a release says of a config that was written for another one, which may be newer, older, or of another major. */
export const assess = (config: unknown, from: ContractRelease, to: ContractRelease): Assessment =>
  assessors(from)(to)(config)

/** What the assessments of two releases need of them is looked up once. */
const makeAssess = (from: ContractRelease, to: ContractRelease): Assess => {
  const [source, target] = [indexRelease(from), indexRelease(to)]
  const findDeprecated = makeFindDeprecated(from, to)
  const findBreakages = makeFindBreakages(from, to)
  const migrationTarget: MigrationTarget = {
    vocabulary: target.vocabulary,
    findSuccession: makeFindSuccession({
      isFinal: target.has,
      findReplacement: (item) => findReplacement(from, to, item)?.replacement
    }),
    isGone: (item) => !target.has(item) && (source.has(item) || findRemoval(to, item) !== undefined)
  }
  return (config) => {
    const after = configProblems(target.vocabulary, config)
    const before = from === to ? after : configProblems(source.vocabulary, config)
    const deprecated = isObject(config) ? findDeprecated(config) : none
    if (after.length === 0) {
      const verdict = deprecated.length === 0 ? "valid" : "deprecated"
      return { verdict, problems: before, broken: none, deprecated, migration: undefined }
    }
    const broken = findBreakages(config, before, after)
    return {
      verdict: broken.length === 0 ? "invalid" : "broken",
      problems: before,
      broken,
      deprecated,
      migration: isObject(config)
        ? migrateConfig(config, migrationTarget)
        : { config: undefined, draft: undefined, steps: none, open: none, problems: after }
    }
  }
}

const none: ReadonlyArray<never> = []

const assessors = /* @__PURE__ */ memoizeByIdentity((from: ContractRelease) =>
  memoizeByIdentity((to: ContractRelease) => makeAssess(from, to))
)

/**
 * The problems of configs in a release that the release of the config does not have. A value that goes with its dimension
 * is no breakage of its own.
 */
const makeFindBreakages = (from: ContractRelease, to: ContractRelease) => {
  const [source, target] = [indexRelease(from), indexRelease(to)]
  const addedIn = (item: ItemRef): string | undefined => to.added.get(toItemId(item))

  const itemBreakage = (item: ItemRef, path: Breakage["path"]): ReadonlyArray<Breakage> => {
    if (!source.has(item)) return []
    const { reason, replacement } = findReplacement(from, to, item) ?? {}
    const removal = findRemoval(to, item)
    const known = { item, path, replacement, reason }
    return removal === undefined
      ? [{ _tag: "ItemUnknown", ...known, since: from.added.get(toItemId(item)) }]
      : [{ _tag: "ItemRemoved", ...known, since: removal.removed_in }]
  }

  const breakageOf = (
    problem: ConfigViolation,
    config: unknown,
    before: ReadonlyArray<ConfigViolation>
  ): ReadonlyArray<Breakage> => {
    switch (problem._tag) {
      case "UnknownDimension":
        return itemBreakage(dimensionRef(problem.dimension), problem.path)
      case "UnknownValue":
        return itemBreakage(valueRef(problem.dimension, problem.value), problem.path)
      case "RepeatedValue":
        return []
      case "UnlistedCountry": {
        const { _tag, dimension, path, value } = problem
        return hasProblem(before, problem) ? [] : [{ _tag, item: valueRef(dimension, value), path }]
      }
      case "WrongShape": {
        const item = dimensionRef(problem.dimension)
        const shapes = [source, target].map(({ vocabulary }) => vocabulary.dimensions.get(problem.dimension)?.shape)
        const [shapeBefore, shapeAfter] = shapes
        return shapeBefore === undefined || shapeAfter === undefined || shapeBefore === shapeAfter
          ? []
          : hasProblem(before, problem)
            ? []
            : [{ _tag: "ShapeChanged", item, path: problem.path, before: shapeBefore, after: shapeAfter }]
      }
      case "MissingDimension": {
        const item = dimensionRef(problem.dimension)
        return hasProblem(before, problem)
          ? []
          : [{ _tag: "DimensionRequired", item, path: [], since: source.has(item) ? undefined : addedIn(item) }]
      }
      case "Conflict": {
        const { path, rule } = problem
        const old = source.rules.get(rule.id)
        if (old !== undefined && isBrokenBy(old, config, before)) return []
        const item = conflictRuleRef(rule.id)
        return [{ _tag: "RuleBroken", item, path, rule, since: old === undefined ? addedIn(item) : undefined }]
      }
    }
  }

  return (config: unknown, before: ReadonlyArray<ConfigViolation>, after: ReadonlyArray<ConfigViolation>) => {
    const breakages = after.flatMap((problem) => breakageOf(problem, config, before))
    // A config with settings that its own release refused is invalid, not broken, whatever else a new rule forbids.
    const isRefusedAnyway = after.some(({ _tag }) => _tag !== "Conflict" && _tag !== "MissingDimension")
    return isRefusedAnyway && breakages.every(({ _tag }) => _tag === "RuleBroken") ? none : breakages
  }
}

const hasProblem = (
  problems: ReadonlyArray<ConfigViolation>,
  { _tag, dimension }: Extract<ConfigViolation, { readonly dimension: string }>
): boolean => problems.some((other) => other._tag === _tag && "dimension" in other && other.dimension === dimension)

const isBrokenBy = (rule: ConflictRule, config: unknown, problems: ReadonlyArray<ConfigViolation>): boolean =>
  problems.some((problem) => problem._tag === "Conflict" && problem.rule.id === rule.id) ||
  (isConfig(config) && conflicts(rule, config))

/** Finds the items of configs that a release deprecates. Most dimensions have none. */
export const makeFindDeprecated = (
  from: ContractRelease,
  { deprecations }: ContractRelease
): ((config: Readonly<Record<string, unknown>>) => ReadonlyArray<DeprecatedReference>) => {
  const items = Array.from(deprecations.keys(), fromItemId)
  const dimensions = new Set(items.flatMap((item) => ("dimension" in item ? [item.dimension] : [])))
  return (config) =>
    Object.keys(config)
      .filter((dimension) => dimensions.has(dimension))
      .flatMap((dimension) => {
        const setting = config[dimension]
        return isSetting(setting) ? configReferences({ [dimension]: setting }) : []
      })
      .flatMap(({ item, path }) => {
        const id = toItemId(item)
        const deprecation = deprecations.get(id)
        return deprecation === undefined ? [] : [{ item, path, ...deprecation, is_new: !from.deprecations.has(id) }]
      })
}
