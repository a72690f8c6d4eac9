import * as Result from "effect/Result"
import { dimensionRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import { createFile, valueContent, type Draft, type DraftChange } from "./Draft.ts"
import { requireFree } from "./DraftItems.ts"
import type { DraftRefused } from "./DraftRefused.ts"

export interface NewDimension extends Omit<Dimension, "deprecated" | "translations"> {
  /** The list whose entries are values too. */
  readonly valuesFrom?: string
}

/** Adds a dimension as a file of its own. */
export const addDimension = (
  draft: Draft,
  { definition, description, label, name, required, shape, values, valuesFrom }: NewDimension
): Result.Result<ReadonlyArray<DraftChange>, DraftRefused> =>
  Result.map(requireFree(draft, dimensionRef(name)), (item) => [
    createFile(item, {
      name,
      label,
      description,
      ...(definition === undefined ? {} : { definition }),
      shape,
      required,
      ...(valuesFrom === undefined ? {} : { values_from: valuesFrom }),
      ...(valuesFrom !== undefined && values.length === 0 ? {} : { values: values.map(valueContent) })
    })
  ])
