import * as Result from "effect/Result"
import { conflictRuleRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import type { ContentMap } from "../Edit.ts"
import { parseFlag, type Assignment } from "./AssignedCodes.ts"
import { toFlags } from "./AssignedFlags.ts"
import { createFile, type Draft, type DraftChange } from "./Draft.ts"
import { codesOf, getDimension, refuse, requireFree } from "./DraftItems.ts"
import type { DraftRefused } from "./DraftRefused.ts"

export interface NewRule {
  readonly id: string
  readonly description: string
  readonly forbid: ReadonlyArray<Assignment>
}

/**
 * Adds a conflict rule as a file of its own. The codes of one assignment are alternatives, those of several assignments
 * of a dimension apply together, `*` means any code, and none at all means an empty list.
 */
export const addRule = (
  draft: Draft,
  { description, forbid, id }: NewRule
): Result.Result<ReadonlyArray<DraftChange>, DraftRefused> =>
  Result.gen(function* () {
    const item = yield* requireFree(draft, conflictRuleRef(id))
    const conditions: Array<readonly [string, ContentMap]> = []
    for (const [name, assignments] of Map.groupBy(forbid, ({ dimension }) => dimension)) {
      const dimension = yield* getDimension(draft, name)
      conditions.push([
        name,
        yield* toCondition(
          dimension,
          assignments.map(({ codes }) => codes)
        )
      ])
    }
    return [createFile(item, { id, description, forbid: Object.fromEntries(conditions) })]
  })

type Alternatives = ReadonlyArray<ReadonlyArray<string>>

/** The condition that alternatives mean, by the shape of the dimension. */
const toCondition = (dimension: Dimension, written: Alternatives): Result.Result<ContentMap, DraftRefused> =>
  Result.gen(function* () {
    const { name, shape } = dimension
    const isGlobal = shape === "territory" ? globalOf(written) : undefined
    const listed =
      isGlobal === undefined
        ? written
        : written.filter(([code]) => code !== "global" && code !== "global:false" && code !== "global:true")
    if (shape === "flags") return yield* toFlags(dimension, written.flat())
    const groups: Array<ReadonlyArray<string>> = []
    for (const codes of listed) groups.push(yield* codesOf(dimension, codes))
    if (shape === "single") {
      const [codes = [], ...others] = groups
      if (others.length > 0 || codes.length === 0 || codes.includes("*")) return yield* refuse("one-condition", name)
      return codes.length === 1 ? { equals: codes[0] ?? "" } : { any_of: codes }
    }
    if (shape === "multiple") return listCondition(groups)
    return {
      ...(isGlobal === undefined ? {} : { global: isGlobal }),
      ...(listed.length === 0 ? {} : { countries: listCondition(groups) })
    }
  })

/** A condition of a list: one code, any of several, all of several, or whether it is empty. */
const listCondition = (groups: Alternatives): ContentMap => {
  const single = groups
    .filter(({ length }) => length === 1)
    .flat()
    .filter((code) => code !== "*")
  const several = groups.find(({ length }) => length > 1)
  return {
    ...(single.length === 1 ? { contains: single[0] ?? "" } : {}),
    ...(several === undefined ? {} : { contains_any: several }),
    ...(single.length > 1 ? { contains_all: single } : {}),
    ...(groups.some(([code]) => code === "*")
      ? { empty: false }
      : groups.some(({ length }) => length === 0)
        ? { empty: true }
        : {})
  }
}

const globalOf = (groups: Alternatives): boolean | undefined => {
  const [flag] = groups.flat().flatMap((code) => (/^global(?::|$)/.test(code) ? [parseFlag(code)] : []))
  return flag?.[1]
}
