import { replacementPath, type Path } from "../../../Finding.ts"
import { deprecatedItems, type DeprecatedItem } from "../../../release/removal/DeprecationClock.ts"
import { dimensionRef, formatItem, toItemId, type ItemId, type ItemRef } from "../../../taxonomy/ItemRef.ts"
import { empty } from "../../../taxonomy/Normalize.ts"
import { replacementItems } from "../../../taxonomy/Replacement.ts"
import type { Taxonomy } from "../../../taxonomy/Taxonomy.ts"
import { perProposal } from "../../PerProposal.ts"
import { replacementCycles } from "./ReplacementCycles.ts"

/** A replacement that does not lead to an item that stays. */
export type ReplacementProblem =
  | { readonly _tag: "Cycle"; readonly item: ItemRef; readonly path: ReadonlyArray<string> }
  | DeprecatedReplacement

interface DeprecatedReplacement {
  readonly _tag: "Deprecated"
  readonly item: ItemRef
  readonly path: Path
  readonly replacement: ItemRef
  /** The replacement, or the dimension that it is moved to. */
  readonly deprecated: DeprecatedItem
}

/** The problems that the base release does not have already: what was published is not held against the next release. */
export const newReplacementProblems = perProposal(({ base, command }): ReadonlyArray<ReplacementProblem> => {
  const before = new Set(problemsIn(base?.taxonomy ?? empty).map(identityOf))
  return problemsIn(command.taxonomy).filter((problem) => !before.has(identityOf(problem)))
})

const problemsIn = (taxonomy: Taxonomy): ReadonlyArray<ReplacementProblem> => {
  const items = deprecatedItems(taxonomy)
  const byId = new Map(items.map((deprecated) => [toItemId(deprecated.item), deprecated]))
  const cycles = replacementCycles(byId)
  return items.flatMap((deprecated): ReadonlyArray<ReplacementProblem> => {
    const path = cycles.get(toItemId(deprecated.item))
    const replacements = deprecatedReplacements(deprecated, byId)
    if (path === undefined) return replacements
    // A waiver for the cycle does not approve replacements outside of it.
    const outside = replacements.filter(({ replacement }) => cycles.get(toItemId(replacement)) !== path)
    return [{ _tag: "Cycle", item: deprecated.item, path }, ...outside]
  })
}

const deprecatedReplacements = (
  { deprecation, item }: DeprecatedItem,
  byId: ReadonlyMap<ItemId, DeprecatedItem>
): ReadonlyArray<DeprecatedReplacement> =>
  replacementItems(item, deprecation).flatMap((replacement, index): ReadonlyArray<DeprecatedReplacement> => {
    const deprecated = byId.get(toItemId(replacement)) ?? deprecatedDimension(item, replacement, byId)
    const path = replacementPath(deprecation, index)
    return deprecated === undefined ? [] : [{ _tag: "Deprecated", item, path, replacement, deprecated }]
  })

/** The dimension that a value is moved to, if it is deprecated. */
const deprecatedDimension = (item: ItemRef, replacement: ItemRef, byId: ReadonlyMap<ItemId, DeprecatedItem>) =>
  item._tag === "Value" && replacement._tag === "Value" && item.dimension !== replacement.dimension
    ? byId.get(toItemId(dimensionRef(replacement.dimension)))
    : undefined

const identityOf = (problem: ReplacementProblem): string =>
  problem._tag === "Cycle"
    ? `${toItemId(problem.item)} ${problem.path.join(" ")}`
    : `${toItemId(problem.item)} ${formatItem(problem.replacement)} ${formatItem(problem.deprecated.item)}`
