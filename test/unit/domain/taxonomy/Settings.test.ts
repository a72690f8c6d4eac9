import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { isObject } from "../../../../src/domain/Json.ts"
import {
  type Conditions,
  Config,
  Flags,
  Territory,
  FlagsCondition,
  MultipleCondition,
  SingleCondition,
  TerritoryCondition,
  type Condition
} from "../../../../src/domain/taxonomy/Config.ts"
import { isCode, isDimensionName } from "../../../../src/domain/taxonomy/Names.ts"
import { conflicts } from "../../../../src/domain/taxonomy/Rules.ts"
import { Code, DimensionName } from "../../../../src/domain/taxonomy/Scalars.ts"
import {
  isConfig,
  isFlags,
  isListOfCodes,
  isTerritory,
  isFlagsCondition,
  isMultipleCondition,
  isSingleCondition,
  isTerritoryCondition,
  codesOf,
  formatCondition
} from "../../../../src/domain/taxonomy/Settings.ts"
import type { ConflictRule } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { nearlyConfigs, nearlyTerritories } from "../../../support/arbitrary/nearlyConfigs.ts"
import { some } from "../../../support/arbitrary/pick.ts"

const guards = [
  ["isConfig", isConfig, Config],
  ["isTerritory", isTerritory, Territory],
  ["isFlags", isFlags, Flags],
  ["isListOfCodes", isListOfCodes, Schema.Array(Code)],
  ["isObject", isObject, Schema.Record(Schema.String, Schema.Unknown)],
  ["isCode", isCode, Code],
  ["isDimensionName", (value: unknown) => typeof value === "string" && isDimensionName(value), DimensionName],
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

describe("isConfig", () => {
  it("accepts names that objects inherit, and lists without holes only", () => {
    assert.isTrue(isConfig({ constructor: { constructor: true } }))
    assert.isFalse(isConfig({ constructor: 1 }))
    assert.isFalse(isConfig({ use_type: Array.from({ length: 1 }) }))
  })
})

describe("isFlagsCondition", () => {
  it("accepts members that objects inherit, and asks for one that is a code", () => {
    assert.isTrue(isFlagsCondition({ constructor: true }))
    assert.isFalse(isFlagsCondition({ "bad key": true }))
    assert.isFalse(isFlagsCondition({}))
  })
})

describe("codesOf", () => {
  it("finds each code with the way to it", () => {
    assert.deepStrictEqual(codesOf({ global: false, countries: { contains_all: ["A", "B"] } }, "territory"), [
      { code: "A", path: ["countries", "contains_all", 0] },
      { code: "B", path: ["countries", "contains_all", 1] }
    ])
    assert.deepStrictEqual(codesOf({ equals: "A", any_of: ["B"] }, "single"), [
      { code: "A", path: ["equals"] },
      { code: "B", path: ["any_of", 0] }
    ])
    assert.deepStrictEqual(codesOf({ empty: true }, "multiple"), [])
    assert.deepStrictEqual(codesOf({ on: true }, "flags"), [{ code: "on", path: ["on"] }])
  })
})

describe("the conflicts of the service spec, 2.5", () => {
  const educational = forbidding({
    use_type: { contains: "educational" },
    commercial_scope: { equals: "full_commercial" }
  })
  const twice = forbidding({ territory: { global: true, countries: { empty: false } } })

  it("are an educational use with full commercial scope", () => {
    assert.isTrue(
      conflicts(educational, { use_type: ["editorial", "educational"], commercial_scope: "full_commercial" })
    )
    assert.isFalse(conflicts(educational, { use_type: ["educational"], commercial_scope: "non_commercial" }))
    assert.isFalse(conflicts(educational, { use_type: ["editorial"], commercial_scope: "full_commercial" }))
    assert.isFalse(conflicts(educational, { use_type: [], commercial_scope: "full_commercial" }))
  })

  it("are a global territory with countries", () => {
    assert.isTrue(conflicts(twice, { territory: { global: true, countries: ["US"] } }))
    assert.isFalse(conflicts(twice, { territory: { global: true, countries: [] } }))
    assert.isFalse(conflicts(twice, { territory: { global: false, countries: ["US"] } }))
  })

  it("need every dimension that they name to be set", () => {
    assert.isFalse(conflicts(educational, { use_type: ["educational"] }))
    assert.isFalse(conflicts(educational, {}))
    assert.isFalse(conflicts(twice, {}))
  })
})

describe("conflicts", () => {
  const cases: ReadonlyArray<readonly [string, Conditions[string], Config[string], boolean]> = [
    ["equals the code", { equals: "A" }, "A", true],
    ["equals another code", { equals: "A" }, "a", false],
    ["is any of the codes", { any_of: ["A", "B"] }, "B", true],
    ["is none of the codes", { any_of: ["A", "B"] }, "C", false],
    ["equals the code, yet is none of the others", { equals: "A", any_of: ["B"] }, "A", false],
    ["contains the code", { contains: "A" }, ["B", "A"], true],
    ["does not contain the code", { contains: "A" }, ["B"], false],
    ["contains any of the codes", { contains_any: ["A", "C"] }, ["B", "C"], true],
    ["contains none of the codes", { contains_any: ["A", "C"] }, ["B"], false],
    ["contains all of the codes", { contains_all: ["A", "B"] }, ["B", "C", "A"], true],
    ["lacks one of the codes", { contains_all: ["A", "B"] }, ["A"], false],
    ["is empty", { empty: true }, [], true],
    ["is not empty", { empty: false }, ["A"], true],
    ["is empty, but must not be", { empty: false }, [], false],
    ["contains one code, but not the other", { contains: "A", contains_any: ["B"] }, ["A"], false],
    ["is global", { global: true }, { global: true, countries: ["A"] }, true],
    ["is not global", { global: true }, { global: false, countries: [] }, false],
    ["lists the country", { countries: { contains: "A" } }, { global: false, countries: ["A"] }, true],
    [
      "is global, but lists no country",
      { global: true, countries: { empty: false } },
      { global: true, countries: [] },
      false
    ],
    ["has the member as it should be", { on: true }, { on: true, off: false }, true],
    ["has the member the other way", { on: true }, { on: false }, false],
    ["leaves the member out", { on: false }, {}, false],
    ["has one member, but not the other", { on: true, off: true }, { on: true, off: false }, false],
    ["does not have an inherited member", { constructor: true }, { on: true }, false],
    ["is no object", { on: true }, "on", false]
  ]

  it.each(cases)("where the setting %s", (_, condition, setting, expected) => {
    assert.strictEqual(conflicts(forbidding({ item: condition }), { item: setting }), expected)
  })

  it("never hold for a dimension that a config only inherits", () => {
    assert.isFalse(conflicts(forbidding({ constructor: { empty: true } }), {}))
  })

  it.prop("are fewer, the more conditions a rule has", [codes, codes, codes], ([set, some, others]) => {
    const setting: ReadonlyArray<string> = set
    const config = { item: setting }
    const wide = forbidding({ item: { contains_any: nonEmpty(some) } })
    const narrow = forbidding({ item: { contains_any: nonEmpty(some), contains_all: nonEmpty(others) } })
    if (conflicts(narrow, config)) assert.isTrue(conflicts(wide, config))
    assert.strictEqual(
      conflicts(wide, config),
      nonEmpty(some).some((code) => setting.includes(code))
    )
  })
})

const codes = some(0, "A", "B", "C")

const nonEmpty = (codes: ReadonlyArray<string>): readonly [string, ...Array<string>] => {
  const [first = "A", ...rest] = codes
  return [first, ...rest]
}

function forbidding(forbid: Conditions): ConflictRule {
  return { id: "a-rule", description: "It does not fit.", forbid }
}

const formatCode = (code: string): string => `<${code}>`

describe("formatCondition", () => {
  it("says what a rule asks of a dimension of each shape", () => {
    const rows: ReadonlyArray<readonly [Condition, string]> = [
      [{ contains: "film" }, "contains <film>"],
      [{ contains_any: ["film", "tv"] }, "contains <film> or <tv>"],
      [{ contains_all: ["film", "tv"] }, "contains <film> and <tv>"],
      [{ empty: true }, "is empty"],
      [{ contains: "film", contains_any: ["tv"], empty: false }, "contains <film> and contains <tv> and is not empty"],
      [{ equals: "loud" }, "is <loud>"],
      [{ any_of: ["loud", "soft"] }, "is <loud> or <soft>"],
      [{ equals: "loud", any_of: ["soft"] }, "is <loud> and is <soft>"],
      [{ global: true }, "is worldwide"],
      [{ global: false, countries: { contains: "US" } }, "is not worldwide and its list of countries contains <US>"],
      [{ countries: { empty: true } }, "its list of countries is empty"],
      [{ floor: true, bench: false }, "<floor> is yes and <bench> is no"]
    ]
    for (const [condition, text] of rows) assert.strictEqual(formatCondition(condition, formatCode), text)
  })
})
