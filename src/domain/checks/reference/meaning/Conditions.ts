import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { conditionOfShape, type Condition } from "../../../taxonomy/ConflictRule.ts"
import { nearest } from "../../../taxonomy/Suggestion.ts"
import type { Shape } from "../../../taxonomy/Taxonomy.ts"
import { isMap, type KnownDimension } from "./MeantCode.ts"
import { meantCondition } from "./MeantCondition.ts"
import { conditionExample } from "./ShapeExamples.ts"

/** The facts of a condition that the shape of its dimension does not take. */
export type WrongCondition = {
  readonly dimension: string
  readonly shape: Shape
  /** An operator of this shape that is similar to one in the condition. */
  readonly suggestion: string | null
  /** What the editor meant, as it is written. */
  readonly meant: string | null
  /** How a condition of this dimension is written. */
  readonly example: string
}

/** True if a condition is one that a dimension of this shape takes. */
export const fitsShape = (shape: Shape, condition: Condition): boolean => fits[shape](condition)

export const describeCondition = (name: string, dimension: KnownDimension, condition: unknown): WrongCondition => {
  const operators = operatorsOf[dimension.shape]
  const near = (isMap(condition) ? Object.keys(condition) : []).map((operator) => nearest(operator, operators))
  return {
    dimension: name,
    shape: dimension.shape,
    suggestion: near.find((operator) => operator !== undefined) ?? null,
    meant: meantCondition(dimension, condition) ?? null,
    example: conditionExample(name, dimension, condition)
  }
}

const strict = { onExcessProperty: "error" } as const
const fitsWith =
  <A>(decode: (condition: unknown) => Result.Result<A, unknown>) =>
  (condition: unknown): boolean =>
    Result.isSuccess(decode(condition))
const fits = {
  single: fitsWith(Schema.decodeUnknownResult(conditionOfShape.single, strict)),
  multiple: fitsWith(Schema.decodeUnknownResult(conditionOfShape.multiple, strict)),
  territory: fitsWith(Schema.decodeUnknownResult(conditionOfShape.territory, strict)),
  flags: fitsWith(Schema.decodeUnknownResult(conditionOfShape.flags, strict))
} as const

const operatorsOf = {
  single: ["equals", "any_of"],
  multiple: ["contains", "contains_any", "contains_all", "empty"],
  territory: ["global", "countries"],
  flags: []
} as const
