import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { isObject } from "../../../../src/domain/Json.ts"
import { Config, Flags, Territory } from "../../../../src/domain/taxonomy/Config.ts"
import { isConfig, isFlags, isListOfCodes, isTerritory } from "../../../../src/domain/taxonomy/ConfigGuards.ts"
import { Code, DimensionName } from "../../../../src/domain/taxonomy/Identifiers.ts"
import { isCode, isDimensionName } from "../../../../src/domain/taxonomy/NamePatterns.ts"
import { nearlyConfigs, nearlyTerritories } from "../../../support/arbitrary/nearlyConfigs.ts"

const guards = [
  ["isConfig", isConfig, Config],
  ["isTerritory", isTerritory, Territory],
  ["isFlags", isFlags, Flags],
  ["isListOfCodes", isListOfCodes, Schema.Array(Code)],
  ["isObject", isObject, Schema.Record(Schema.String, Schema.Unknown)],
  ["isCode", isCode, Code],
  ["isDimensionName", (value: unknown) => typeof value === "string" && isDimensionName(value), DimensionName]
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

describe("isConfig", () => {
  it("accepts names that objects inherit, and lists without holes only", () => {
    assert.isTrue(isConfig({ constructor: { constructor: true } }))
    assert.isFalse(isConfig({ constructor: 1 }))
    assert.isFalse(isConfig({ use_type: Array.from({ length: 1 }) }))
  })
})
