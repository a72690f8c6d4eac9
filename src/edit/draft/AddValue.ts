import * as Result from "effect/Result"
import { dimensionRef, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Value } from "../../domain/taxonomy/Taxonomy.ts"
import { insertAt } from "../Edit.ts"
import { editFile, valueContent, type Draft, type DraftChange } from "./Draft.ts"
import { getDimension, refuse, requireFree } from "./DraftItems.ts"
import type { DraftRefused } from "./DraftRefused.ts"

/** A new value, and the value after which an unsorted list shows it. */
export interface NewValue {
  readonly dimension: string
  readonly value: Omit<Value, "deprecated">
  readonly after?: string
}

/** Adds a value to a dimension, where the order of its list wants it. */
export const addValue = (
  draft: Draft,
  { after, dimension, value }: NewValue
): Result.Result<ReadonlyArray<DraftChange>, DraftRefused> => {
  const codes = draft.ownCodes.get(dimension) ?? []
  if (after !== undefined && !codes.includes(after)) return refuse("unknown-neighbor", after, dimension)
  return getDimension(draft, dimension).pipe(
    Result.andThen(() => requireFree(draft, valueRef(dimension, value.code))),
    Result.map(() => [editFile(dimensionRef(dimension), insertAt(["values"], valueContent(value), after))])
  )
}
