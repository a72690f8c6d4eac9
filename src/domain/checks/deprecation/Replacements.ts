import { makeFinding, type Finding, inItem, replacementPath, type Path } from "../../Finding.ts"
import { deprecatedItems, type DeprecatedItem } from "../../release/removal/DeprecationClock.ts"
import { dimensionRef, formatItem, isSameItem, toItemId, type ItemId, type ItemRef } from "../../taxonomy/ItemRef.ts"
import { empty } from "../../taxonomy/Normalize.ts"
import { replacementItems, replacementName } from "../../taxonomy/Replacement.ts"
import type { Taxonomy } from "../../taxonomy/Taxonomy.ts"
import { misspeltWaiver, otherSources, type Check } from "../Check.ts"
import { findCycles } from "../Cycles.ts"
import { perProposal } from "../ReleaseProposal.ts"

export const replacementDeprecated: Check<
  "deprecation/replacement-deprecated",
  {
    readonly replacement: string
    /** The deprecated item, if it is the dimension of the replacement. */
    readonly dimension?: string
    /** What replaces the deprecated item, as the editor would write it. */
    readonly replaced_by: ReadonlyArray<string>
  }
> = {
  id: "deprecation/replacement-deprecated",
  title: "Deprecated replacement",
  level: "error",
  stage: "release",
  waivable: true,
  followsFrom: [otherSources, misspeltWaiver],
  hasOneCause: true,
  explanation:
    "A replacement is an item that users can move to for good. If it is deprecated itself, they have to move twice. Name the item at the end of the chain, or give a reason if nothing replaces the item.",
  breaks: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
  - code: FAST_FOOD
    deprecated: { replaced_by: [QSR_FAST_FOOD] }
  - code: QSR_FAST_FOOD
    deprecated: { replaced_by: [QSR] }`,
  keeps: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
  - code: FAST_FOOD
    deprecated: { replaced_by: [QSR] }
  - code: QSR_FAST_FOOD
    deprecated: { replaced_by: [QSR] }`,
  message: ({ dimension, replacement }) =>
    `The replacement ${replacement} ${dimension === undefined ? "is deprecated itself" : `is in ${dimension}, which is deprecated`}`,
  help: ({ dimension, replaced_by, replacement }) => {
    if (replaced_by.length === 0)
      return "Name a replacement that is not deprecated, or give a reason without replaced_by."
    return dimension === undefined
      ? `Name what replaces ${replacement}: ${replaced_by.join(", ")}.`
      : `Name a value of what replaces ${dimension}: ${replaced_by.join(", ")}.`
  },
  run: (proposal) =>
    newReplacementProblems(proposal).flatMap((problem): ReadonlyArray<Finding> => {
      if (problem._tag !== "Deprecated") return []
      const { deprecated, item, path, replacement } = problem
      const next = replacementItems(deprecated.item, deprecated.deprecation)
      const facts = {
        replacement: formatItem(replacement),
        ...(isSameItem(deprecated.item, replacement) ? {} : { dimension: formatItem(deprecated.item) }),
        replaced_by: next.map((each) => replacementName(item, each))
      }
      const links = { explains: [toItemId(replacement)] }
      return [makeFinding(replacementDeprecated, facts, { item, location: inItem(item, ...path), links })]
    })
}

export const replacementCycle: Check<
  "deprecation/replacement-cycle",
  {
    /** From the first item to itself; long cycles are shortened. */
    readonly cycle: ReadonlyArray<string>
  }
> = {
  id: "deprecation/replacement-cycle",
  title: "Cycle of replacements",
  level: "error",
  stage: "release",
  waivable: true,
  followsFrom: [otherSources, misspeltWaiver],
  hasOneCause: true,
  explanation:
    "Users who follow the replacements of these items never arrive at one that stays. Decide which of them stays and remove its deprecation, or name another replacement. Each item of the cycle is a finding, and a waiver covers one: a cycle is approved only if each of its items has a waiver.",
  breaks: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
    deprecated: { replaced_by: [FAST_FOOD] }
  - code: FAST_FOOD
    deprecated: { replaced_by: [QSR] }`,
  keeps: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
  - code: FAST_FOOD
    deprecated: { replaced_by: [QSR] }`,
  message: ({ cycle }) => `These replacements lead in a circle: ${cycle.join(" -> ")}`,
  help: () => "Name a replacement that is not deprecated, or give a reason without replaced_by.",
  run: (proposal) =>
    newReplacementProblems(proposal).flatMap((problem): ReadonlyArray<Finding> => {
      if (problem._tag !== "Cycle") return []
      const { item, path } = problem
      return [makeFinding(replacementCycle, { cycle: path }, { item, location: inItem(item, "deprecated") })]
    })
}

/** A replacement that does not lead to an item that stays. */
type ReplacementProblem =
  | { readonly _tag: "Cycle"; readonly item: ItemRef; readonly path: ReadonlyArray<string> }
  | DeprecatedReplacement

/** The problems that the base release does not have already: what was published is not held against the next release. */
const newReplacementProblems = perProposal(({ base, command }): ReadonlyArray<ReplacementProblem> => {
  const before = new Set(problemsIn(base?.taxonomy ?? empty).map(identityOf))
  return problemsIn(command.taxonomy).filter((problem) => !before.has(identityOf(problem)))
})

/** Finds the deprecated items that their own replacements lead back to. */
export const replacementCycles = (deprecated: DeprecatedById): ReadonlyMap<ItemId, ReadonlyArray<string>> =>
  findCycles(
    new Map(
      [...deprecated].map(([id, { deprecation, item }]) => [id, replacementItems(item, deprecation).map(toItemId)])
    )
  )

interface DeprecatedReplacement {
  readonly _tag: "Deprecated"
  readonly item: ItemRef
  readonly path: Path
  readonly replacement: ItemRef
  /** The replacement, or the dimension that it is moved to. */
  readonly deprecated: DeprecatedItem
}

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

type DeprecatedById = ReadonlyMap<ItemId, DeprecatedItem>
