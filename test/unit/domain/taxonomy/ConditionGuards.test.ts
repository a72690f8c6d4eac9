import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import {
  FlagsCondition,
  MultipleCondition,
  SingleCondition,
  TerritoryCondition
} from "../../../../src/domain/taxonomy/Condition.ts"
import {
  isFlagsCondition,
  isMultipleCondition,
  isSingleCondition,
  isTerritoryCondition
} from "../../../../src/domain/taxonomy/ConditionGuards.ts"
import { nearlyConfigs, nearlyTerritories } from "../../../support/arbitrary/nearlyConfigs.ts"

const guards = [
  ["isMultipleCondition", isMultipleCondition, MultipleCondition],
  ["isSingleCondition", isSingleCondition, SingleCondition],
  ["isTerritoryCondition", isTerritoryCondition, TerritoryCondition],
  ["isFlagsCondition", isFlagsCondition, FlagsCondition]
] as const

describe.each(guards)("%s", (_, guard, schema) => {
  const isOfSchema = Schema.is<Schema.Constraint>(schema)
  it.prop("accepts what the schema accepts", [nearlyConfigs, nearlyTerritories], ([value, territory]) => {
    assert.strictEqual(guard(value), isOfSchema(value))
    assert.strictEqual(guard(territory), isOfSchema(territory))
  })

  it.prop("accepts every value of the schema", [schema as Schema.Codec<unknown>], ([value]) => {
    assert.isTrue(guard(value))
  })
})

describe("isFlagsCondition", () => {
  it("accepts members that objects inherit, and asks for one that is a code", () => {
    assert.isTrue(isFlagsCondition({ constructor: true }))
    assert.isFalse(isFlagsCondition({ "bad key": true }))
    assert.isFalse(isFlagsCondition({}))
  })
})
