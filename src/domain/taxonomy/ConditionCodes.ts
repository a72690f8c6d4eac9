import type { Condition } from "./Condition.ts"
import { isTerritoryCondition } from "./ConditionGuards.ts"
import type { Shape } from "./Shape.ts"

/** Every code that a condition names, with the path to it. */
export const codesOf = (condition: Condition, shape: Shape): ReadonlyArray<NamedCode> => {
  switch (shape) {
    case "flags":
      return Object.keys(condition).map((value) => ({ value, path: [value] }))
    case "territory":
      return isTerritoryCondition(condition) && condition.countries !== undefined
        ? namedIn(condition.countries).map(({ value, path }) => ({ value, path: ["countries", ...path] }))
        : []
    case "single":
    case "multiple":
      return namedIn(condition)
  }
}

export interface NamedCode {
  readonly value: string
  readonly path: ReadonlyArray<string | number>
}

const namedIn = (condition: Condition): ReadonlyArray<NamedCode> =>
  Object.entries(condition).flatMap(([operator, operand]) =>
    typeof operand === "string"
      ? [{ value: operand, path: [operator] }]
      : Array.isArray(operand)
        ? operand.map((value: string, index) => ({ value, path: [operator, index] }))
        : []
  )
