import { assert, describe, it } from "@effect/vitest"
import { withDefinedMembers } from "../../../../src/client/config/ConfigRelease.ts"
import type { TaxonomySchema } from "../../../../src/client/model/Model.generated.ts"
import { InvalidArgument, migrateConfig, validateConfig, type ConfigRules } from "../../../../src/client/Validate.ts"

const dimension = { shape: "multiple", required: false, values: ["A"], value_details: { A: {} } }
const conflict = { description: "Never A.", forbid: { use: { contains: "A" } } }
const deprecation = {
  since: { version: "v1.1", date: "2026-02-01T00:00:00Z" },
  replaced_by: ["B"],
  earliest_removal: { version: "v2.0", date: "2026-08-01" }
}
const sound = {
  _meta: { release: "1.2.0" },
  dimensions: { use: dimension },
  validation_rules: { conflicts: { never: conflict }, required: [], config_schema: {} }
}
const rules = sound.validation_rules

const withDimension = (changed: object) => ({ ...sound, dimensions: { use: { ...dimension, ...changed } } })

const withConflict = (changed: unknown) => ({ ...sound, validation_rules: { ...rules, conflicts: { never: changed } } })

/** What plain JavaScript may pass. */
const anything = (value: unknown): ConfigRules =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain JavaScript gives anything
  value as TaxonomySchema

const thrownBy = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (thrown) {
    return thrown
  }
}

const assertRefused = (run: () => unknown, argument: string, says: string): void => {
  const problem = thrownBy(run)
  assert.instanceOf(problem, InvalidArgument)
  assert.strictEqual(problem.argument, argument)
  assert.include(problem.message, says)
}

describe("an invalid schema", () => {
  const cases: ReadonlyArray<readonly [schema: unknown, says: string]> = [
    [undefined, "Expected object"],
    [null, "Expected object"],
    ["schema", "Expected object"],
    [[], "Expected object"],
    [{}, 'Missing key at ["dimensions"]'],
    [{ ...sound, dimensions: null }, 'Expected object at ["dimensions"]'],
    [{ ...sound, dimensions: { use: null } }, 'object at ["dimensions"]["use"]'],
    [withDimension({ shape: "toString" }), '"flags" at ["dimensions"]["use"]["shape"]'],
    [withDimension({ required: 1 }), 'boolean at ["dimensions"]["use"]["required"]'],
    [withDimension({ values: ["A", " "] }), 'a list of codes at ["dimensions"]["use"]["values"]'],
    [withDimension({ value_details: undefined }), '["dimensions"]["use"]["value_details"]'],
    [withDimension({ value_details: { A: null } }), '["value_details"]["A"]'],
    [withDimension({ deprecation: {} }), '["dimensions"]["use"]["deprecation"]["since"]'],
    [
      withDimension({ deprecation: { ...deprecation, replacement: { mode: "any", items: [] } } }),
      '"all_of" at ["dimensions"]["use"]["deprecation"]["replacement"]["mode"]'
    ],
    [{ ...sound, validation_rules: null }, 'object at ["validation_rules"]'],
    [{ ...sound, validation_rules: { ...rules, required: "use" } }, 'array at ["validation_rules"]["required"]'],
    [{ ...sound, validation_rules: { ...rules, required: [7] } }, 'string at ["validation_rules"]["required"][0]'],
    [{ ...sound, validation_rules: { ...rules, conflicts: null } }, '["conflicts"]'],
    [withConflict({}), 'Missing key at ["validation_rules"]["conflicts"]["never"]["description"]'],
    [withConflict({ ...conflict, forbid: { use: null } }), 'a condition at ["validation_rules"]'],
    [withConflict({ ...conflict, forbid: { use: { weird: null, contains: "A" } } }), '["forbid"]["use"]'],
    [withConflict({ ...conflict, forbid: { use: { contains: 7 } } }), '["forbid"]["use"]'],
    [{ ...sound, deprecations: [{}] }, 'Missing key at ["deprecations"][0]["item"]'],
    [{ ...sound, removed: {} }, 'array at ["removed"]'],
    [{ ...sound, removed: [{ item: "use/B" }] }, 'Missing key at ["removed"][0]["removed_in"]'],
    [{ ...sound, removed: [{ item: "use/B", removed_in: "2.0.0", reason: 1 }] }, '["removed"][0]["reason"]'],
    [{ ...sound, removed: [{ item: "use/B", removed_in: 2 }] }, 'string at ["removed"][0]["removed_in"]'],
    [{ ...sound, removed: [{ item: "use/B", removed_in: "2.0.0", replacement: [] }] }, '["removed"][0]["replacement"]'],
    [{ ...sound, _meta: {} }, 'Missing key at ["_meta"]["release"]'],
    ...["v1.2", "v1.2.0", "1.2.0-rc.1", "1.2", "1.x.0", "", 1.2, ["1.2.0"]].map(
      (release): readonly [unknown, string] => [
        { ...sound, _meta: { release } },
        'Expected a version such as 1.0.0 at ["_meta"]["release"]'
      ]
    )
  ]

  it.each(cases)("is rejected with the place of the problem: %j", (schema, says) => {
    assertRefused(() => validateConfig(anything(schema), {}), "schema", says)
    assertRefused(() => validateConfig(anything(sound), {}, { from: anything(schema ?? null) }), "from", says)
    assertRefused(() => migrateConfig({}, { to: anything(schema) }), "to", says)
    assertRefused(() => migrateConfig({}, { to: anything(sound), from: anything(schema ?? null) }), "from", says)
  })

  it("is not one whose version has several digits", () => {
    const later = { ...sound, _meta: { release: "10.20.30" } }
    assert.isTrue(validateConfig(anything(later), {}, { items: { items: [] } }).valid)
  })

  it("is distinguished from an empty one, which is valid", () => {
    const empty = { dimensions: {}, validation_rules: { conflicts: {}, required: [], config_schema: {} } }
    assert.isTrue(validateConfig(empty, {}).valid)
    assert.isTrue(validateConfig(empty, {}).valid)
  })

  it("may leave its version out for a validation, and not for anything that needs it", () => {
    const { _meta, ...nameless } = sound
    const items = { items: [] }
    assert.isTrue(validateConfig(anything(nameless), {}).valid)
    assertRefused(() => validateConfig(anything(nameless), {}, { items }), "schema", 'Missing key at ["_meta"]')
    assertRefused(() => migrateConfig({}, { to: anything(nameless) }), "to", 'Missing key at ["_meta"]')
    assertRefused(
      () => migrateConfig({}, { to: anything(sound), from: anything(nameless) }),
      "from",
      'Missing key at ["_meta"]'
    )
  })
})

describe("an invalid list of items", () => {
  const item = { item: "use/B", kind: "value", added_in: "1.0.0" }
  const cases: ReadonlyArray<readonly [items: unknown, says: string]> = [
    [null, "Expected object"],
    [[item], "Expected object"],
    [{}, 'Missing key at ["items"]'],
    [{ items: item }, 'array at ["items"]'],
    ...["item", "kind", "added_in", "removed_in", "reason"].map((member): readonly [unknown, string] => [
      { items: [{ ...item, [member]: 1 }] },
      `string at ["items"][0]["${member}"]`
    ]),
    ...["item", "kind", "added_in"].map((member): readonly [unknown, string] => [
      { items: [Object.fromEntries(Object.entries(item).filter(([name]) => name !== member))] },
      `Missing key at ["items"][0]["${member}"]`
    ]),
    [{ items: [item, { ...item, replacement: {} }] }, '["items"][1]["replacement"]["mode"]']
  ]

  it.each(cases)("is rejected with the place of the problem: %j", (items, says) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain JavaScript gives anything
    const given = { items: items as { items: [] } }
    assertRefused(() => validateConfig(anything(sound), {}, given), "items", says)
    assertRefused(() => migrateConfig({}, { to: anything(sound), ...given }), "items", says)
  })
})

describe("invalid options", () => {
  it("are rejected by their name", () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain JavaScript gives anything
    const nothing = null as unknown as { to: ConfigRules; from: ConfigRules }
    assertRefused(() => validateConfig(anything(sound), {}, nothing), "history", "from, items")
    assertRefused(() => migrateConfig({}, nothing), "options", "an object with to")
  })
})

describe("the rules of a schema", () => {
  it("decide what is required, so that a program can relax them for an unfinished config", () => {
    const strict = { ...withDimension({ required: true }), validation_rules: { ...rules, required: ["use"] } }
    assert.isFalse(validateConfig(anything(strict), {}).valid)
    assert.isTrue(validateConfig(anything({ ...strict, validation_rules: rules }), {}).valid)
  })
})

describe("withDefinedMembers", () => {
  it("leaves out members that are undefined, at both levels and nowhere else", () => {
    const deep = { more: undefined }
    assert.deepStrictEqual(
      withDefinedMembers({ one: undefined, two: { three: undefined, four: deep }, five: [undefined] }),
      { two: { four: deep }, five: [undefined] }
    )
  })

  it("keeps an object without such members, and whatever is not an object", () => {
    for (const config of [{ one: { two: null } }, {}, [undefined], null, undefined, "x", 7]) {
      assert.strictEqual(withDefinedMembers(config), config)
    }
  })

  it("keeps names that objects inherit as their own", () => {
    const config = JSON.parse('{ "__proto__": { "constructor": true } }')
    const kept = withDefinedMembers({ ...JSON.parse("{}"), toString: undefined, ...config })
    assert.isFalse(Object.hasOwn(Object(kept), "toString"))
    const proto = withDefinedMembers(Object.defineProperty(config, "left", { value: undefined, enumerable: true }))
    assert.deepStrictEqual(Object.keys(Object(proto)), ["__proto__"])
  })
})
