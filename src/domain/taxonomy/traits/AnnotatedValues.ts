import { memoizeByIdentity } from "../../MemoizeByIdentity.ts"
import type { Value } from "../Taxonomy.ts"

/** The texts of a value that has nothing else but its code. */
export const plainTexts = ["label", "description", "definition"] as const

/** The values with more than a code and texts, such as translations or a deprecation. Most lists have none. */
export const annotatedValues = (values: ReadonlyArray<Value>): ReadonlyArray<Value> =>
  annotatedPositions(values).flatMap((position) => values[position] ?? [])

export const annotatedPositions = memoizeByIdentity((values: ReadonlyArray<Value>): ReadonlyArray<number> =>
  values.flatMap((value, position): ReadonlyArray<number> => (isPlain(value) ? none : [position]))
)

/** `for in` is the fastest way to see it. */
const isPlain = (value: Value): boolean => {
  for (const field in value) if (!plainFields.has(field)) return false
  return true
}

const plainFields: ReadonlySet<string> = new Set(["code", ...plainTexts])

const none: ReadonlyArray<never> = []
