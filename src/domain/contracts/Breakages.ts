import { isConfig } from "../taxonomy/ConfigGuards.ts"
import type { ConfigProblem } from "../taxonomy/ConfigValidation.ts"
import { conflicts } from "../taxonomy/Conflicts.ts"
import { conflictRuleRef, dimensionRef, toItemId, valueRef, type ItemRef } from "../taxonomy/ItemRef.ts"
import type { ConflictRule } from "../taxonomy/Taxonomy.ts"
import type { Breakage } from "./Assessment.ts"
import type { ContractRelease } from "./ContractRelease.ts"
import { indexRelease } from "./ReleaseIndex.ts"
import { findRemoval, findReplacement } from "./ReleasePair.ts"

/**
 * The problems of configs in a release that the release of the config does not have. A value that goes with its dimension
 * is no breakage of its own.
 */
export const makeFindBreakages = (from: ContractRelease, to: ContractRelease) => {
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
    problem: ConfigProblem,
    config: unknown,
    before: ReadonlyArray<ConfigProblem>
  ): ReadonlyArray<Breakage> => {
    switch (problem._tag) {
      case "UnknownDimension":
        return itemBreakage(dimensionRef(problem.dimension), problem.path)
      case "UnknownValue":
        return itemBreakage(valueRef(problem.dimension, problem.value), problem.path)
      case "RepeatedValue":
        return []
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
        if (old !== undefined && isBrokenBy(old, config)) return []
        const item = conflictRuleRef(rule.id)
        return [{ _tag: "RuleBroken", item, path, rule, since: old === undefined ? addedIn(item) : undefined }]
      }
    }
  }

  return (config: unknown, before: ReadonlyArray<ConfigProblem>, after: ReadonlyArray<ConfigProblem>) =>
    after.flatMap((problem) => breakageOf(problem, config, before))
}

const hasProblem = (
  problems: ReadonlyArray<ConfigProblem>,
  { _tag, dimension }: Extract<ConfigProblem, { readonly dimension: string }>
): boolean => problems.some((other) => other._tag === _tag && "dimension" in other && other.dimension === dimension)

const isBrokenBy = (rule: ConflictRule, config: unknown): boolean => isConfig(config) && conflicts(rule, config)
