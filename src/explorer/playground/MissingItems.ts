import type { ConfigProblem } from "../../domain/taxonomy/ConfigValidation.ts"
import { dimensionRef, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Catalog } from "../model/Catalog.ts"
import { itemState } from "../model/ItemState.ts"
import type { Release } from "../model/Release.ts"
import { compareVersions } from "../model/Versions.ts"

/** The item of a problem that its release does not have. */
export const missingItem = (problem: ConfigProblem): ItemRef | undefined => {
  if (problem._tag === "UnknownDimension") return dimensionRef(problem.dimension)
  return problem._tag === "UnknownValue" ? valueRef(problem.dimension, problem.value) : undefined
}

/** The newest release before any item of the problems was removed, such as `1.3.0`; `undefined` if none was removed. */
export const releaseBeforeRemovals = (
  catalog: Catalog,
  release: Release,
  problems: ReadonlyArray<ConfigProblem>
): string | undefined => {
  const removals = problems.flatMap((problem) => {
    const item = missingItem(problem)
    const state = item && itemState(catalog, release, item)
    return state?._tag === "Removed" ? [state.version] : []
  })
  const [first] = removals.toSorted(compareVersions)
  return first === undefined ? undefined : (catalog.releaseOf.get(first)?.base ?? undefined)
}
