import { memoizeByIdentity } from "../../MemoizeByIdentity.ts"
import { isUnusual } from "../../text/TextSlips.ts"
import type { Value } from "../Taxonomy.ts"
import { annotatedPositions, plainTexts } from "./AnnotatedValues.ts"

/** True for each list with a text that can have a slip, and for each with other texts than those of most values. */
export const hasUnusualText = memoizeByIdentity(
  (values: ReadonlyArray<Value>): boolean =>
    annotatedPositions(values).length > 0 ||
    plainTexts.some((name) => values.some((value) => isUnusual(value[name] ?? "")))
)
