import * as Result from "effect/Result"
import type { Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import { parseFlag } from "./AssignedCodes.ts"
import { codeNamed, refuse } from "./DraftItems.ts"
import type { DraftRefused } from "./DraftRefused.ts"

/** The flags that texts set or clear, each a value of the dimension. */
export const toFlags = (
  dimension: Dimension,
  texts: ReadonlyArray<string>
): Result.Result<Readonly<Record<string, boolean>>, DraftRefused> =>
  Result.gen(function* () {
    const flags: Array<readonly [string, boolean]> = []
    for (const text of texts) {
      const flag = parseFlag(text)
      if (flag === undefined) return yield* refuse("flag-setting", text)
      flags.push([yield* codeNamed(dimension, flag[0]), flag[1]])
    }
    return Object.fromEntries(flags)
  })
