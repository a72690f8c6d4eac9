import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { itemsBody } from "../../../../src/api/projections/ItemsProjection.ts"
import {
  migrateConfig,
  validateConfig,
  type ConfigMigration,
  type ConfigRules
} from "../../../../src/client/Validate.ts"
import { assess } from "../../../../src/domain/contracts/Assess.ts"
import { releaseOfBodies } from "../../../../src/domain/contracts/ReleaseOfBodies.ts"
import { releaseOfHistory } from "../../../../src/domain/contracts/ReleaseOfHistory.ts"
import { formatItem } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { toRelease1 } from "../../../../src/release/artifacts/ReleaseRenderer.ts"
import { schemaBody as schemaBody1 } from "../../../../src/release/format1/Bodies.ts"
import { schemaBody as schemaBody2 } from "../../../../src/release/format3/Bodies.ts"
import { contractConfigs, contractReleases } from "../../../support/arbitrary/contracts.ts"
import { nearlyConfigs } from "../../../support/arbitrary/nearlyConfigs.ts"
import { whole } from "../../../support/arbitrary/pick.ts"
import { contractRelease } from "../../../support/domain/Contracts.ts"
import { publishedSchema } from "../../../support/domain/PublishedSchemas.ts"
import { histories } from "../../../support/domain/RandomHistories.ts"

const never = { id: "never", description: "Never A.", forbid: { use: { contains: "A" }, more: { equals: "X" } } }

const older = contractRelease("1.0.0", { use: "multiple A B", where: "territory NO", more: "single X" })
const newer = contractRelease(
  "2.0.0",
  { use: "multiple B C D", where: "territory NO", purpose: "single P" },
  { removed: { "use/A": "use/B", "use/E": "use/C | use/D", more: "", "use/F": "use/C & use/D" } }
)
const [from, to] = [publishedSchema(older), publishedSchema(newer)]

describe("migrateConfig", () => {
  it("leaves a config alone that the release accepts", () => {
    const config = { use: ["B"], where: { global: true, countries: [] } }
    const untouched: ConfigMigration = {
      verdict: "valid",
      config,
      draft: config,
      broken: [],
      deprecated: [],
      steps: [],
      open: [],
      problems: []
    }
    assert.deepStrictEqual(migrateConfig(config, { from, to }), untouched)
    assert.deepStrictEqual(migrateConfig(config, { to }), untouched)
  })

  const migrated: ConfigMigration = {
    verdict: "broken",
    config: { use: ["B"] },
    draft: { use: ["B"] },
    broken: [
      {
        kind: "ItemRemoved",
        item: "use/A",
        path: ["use", 0],
        dimensions: ["use"],
        removed_in: "2.0.0",
        replacement: { mode: "one_of", items: ["use/B"] },
        message: "use/A was removed in 2.0.0",
        help: "Use B instead."
      }
    ],
    deprecated: [],
    steps: [
      {
        kind: "Replaced",
        item: "use/A",
        path: ["use", 0],
        replaced_by: ["use/B"],
        message: "use/A became use/B"
      }
    ],
    open: [],
    problems: []
  }

  it("replaces what has exactly one replacement, with or without the schema of the config", () => {
    assert.deepStrictEqual(migrateConfig({ use: ["A"] }, { from, to }), migrated)
    assert.deepStrictEqual(migrateConfig({ use: ["A"] }, { to }), migrated)
  })

  it("leaves out a removed flag that is false, and asks about one that is true", () => {
    const [before, after] = [
      publishedSchema(contractRelease("1.0.0", { flags: "flags A B" })),
      publishedSchema(contractRelease("2.0.0", { flags: "flags B" }, { removed: { "flags/A": "" } }))
    ]
    for (const options of [{ to: after }, { from: before, to: after }]) {
      const { broken, config, open, steps, verdict } = migrateConfig({ flags: { A: false, B: true } }, options)
      assert.deepStrictEqual([verdict, config, open], ["broken", { flags: { B: true } }, []])
      assert.deepStrictEqual(
        broken.map(({ item, kind }) => [kind, item]),
        [["ItemRemoved", "flags/A"]]
      )
      const message = "flags/A is left out: false states nothing"
      assert.deepStrictEqual(steps, [
        { kind: "Replaced", item: "flags/A", path: ["flags", "A"], replaced_by: [], message }
      ])
      const refused = migrateConfig({ flags: { A: true } }, options)
      assert.isUndefined(refused.config)
      assert.deepStrictEqual(
        refused.open.map(({ item, obstacle }) => [item, obstacle]),
        [["flags/A", "no-replacement"]]
      )
    }
  })

  it("gives data that JSON keeps", ({ expect }) => {
    const result = migrateConfig({ use: ["A", "E"], more: "X", where: 1 }, { from, to })
    expect(JSON.parse(JSON.stringify(result))).toEqual(result)
    assert.isNotEmpty(result.broken)
    assert.notInclude(JSON.stringify(result), "_tag")
  })

  it("leaves open what has no replacement or several, with the candidates", () => {
    const { config, draft, open, problems, verdict } = migrateConfig({ use: ["A", "E", "F"], more: "X" }, { to })
    assert.strictEqual(verdict, "broken")
    assert.isUndefined(config)
    assert.deepStrictEqual(draft, { use: ["B", "E", "C", "D"], more: "X" })
    assert.deepStrictEqual(open, [
      {
        item: "use/E",
        path: ["use", 1],
        obstacle: "choice",
        candidates: ["use/C", "use/D"],
        message: "Choose use/C or use/D for use/E."
      },
      {
        item: "more/X",
        path: ["more"],
        obstacle: "no-replacement",
        candidates: [],
        message: "Nothing is known to replace more/X. Remove it, or choose another value."
      }
    ])
    assert.deepStrictEqual(
      problems.map(({ help, kind, path, suggestions }) => ({ kind, path, suggestions, help })),
      [
        { kind: "UnknownValue", path: ["use", 1], suggestions: ["C", "D"], help: "Use C or D instead." },
        {
          kind: "UnknownDimension",
          path: ["more"],
          suggestions: [],
          help: "Nothing replaces it. Reason: Nobody uses it."
        }
      ]
    )
  })

  it("tells apart what broke from what was wrong before, and finds new shapes, requirements and rules", () => {
    const strict = publishedSchema(
      contractRelease(
        "2.0.0",
        { use: "multiple A B", where: "flags NO", more: "single X", purpose: "single P" },
        { required: ["purpose"] }
      )
    )
    const forbidding = publishedSchema(
      contractRelease("2.0.0", { use: "multiple A B", more: "single X" }, { rules: [never] })
    )
    const wrong = { use: ["A", "NEVER"], where: { global: false, countries: ["NO"] } }
    const shape = migrateConfig(wrong, { from, to: strict })
    assert.strictEqual(shape.verdict, "broken")
    assert.deepStrictEqual(
      shape.broken.map(({ dimensions, kind, message, path }) => ({ kind, path, dimensions, message })),
      [
        {
          kind: "ShapeChanged",
          path: ["where"],
          dimensions: ["where"],
          message:
            "where takes an object of members that are true or false in 2.0.0, " +
            "no longer an object with global (true or false) and countries (a list of codes)"
        },
        { kind: "DimensionRequired", path: [], dimensions: ["purpose"], message: "2.0.0 requires purpose" }
      ]
    )
    assert.deepStrictEqual(migrateConfig({ use: ["A"], more: "X" }, { from, to: forbidding }).broken, [
      {
        kind: "RuleBroken",
        item: "rules/never",
        path: ["use"],
        dimensions: ["use", "more"],
        rule: "never",
        message: "The rule never forbids this combination in 2.0.0",
        help: "Never A."
      }
    ])
    const parts = { where: "territory NO US", states: "multiple US-NY" }
    const apart = { where: { global: false, countries: ["NO"] }, states: ["US-NY"] }
    const [loose, refining] = [
      contractRelease("1.0.0", parts),
      contractRelease("2.0.0", parts, { refines: { states: "where" } })
    ]
    assert.deepStrictEqual(
      migrateConfig(apart, { from: publishedSchema(loose), to: publishedSchema(refining) }).broken,
      [
        {
          kind: "UnlistedCountry",
          item: "states/US-NY",
          path: ["states", 0],
          dimensions: ["states"],
          message: "In 2.0.0, states/US-NY is part of a country that the territory does not list",
          help: "List US in place of the whole world, or remove US-NY."
        }
      ]
    )
    const unknown = migrateConfig(wrong, { to: strict })
    assert.deepStrictEqual([unknown.verdict, unknown.broken], ["invalid", []])
  })

  it("replaces deprecated items only if told to, and says which it cannot replace", () => {
    const deprecated = { "use/A": "use/B", "use/C": "use/D | use/E", "use/F": "use/X" }
    const forbid = { use: { contains_all: ["X", "G"] } } as const
    const release = publishedSchema(
      contractRelease(
        "1.2.0",
        { use: "multiple A B C D E F G X" },
        { deprecated, rules: [{ id: "never", description: "Never.", forbid }] }
      )
    )
    const config = { use: ["A", "C"] }
    const plain = migrateConfig(config, { to: release })
    assert.deepStrictEqual([plain.verdict, plain.config, plain.steps], ["deprecated", config, []])
    assert.deepStrictEqual(
      plain.deprecated.map(({ deprecation, item, path }) => [item, path, deprecation.replaced_by]),
      [
        ["use/A", ["use", 0], ["B"]],
        ["use/C", ["use", 1], ["D", "E"]]
      ]
    )
    const modern = migrateConfig(config, { to: release, modernize: true })
    assert.deepStrictEqual(
      [modern.verdict, modern.config, modern.draft],
      ["deprecated", { use: ["B", "C"] }, modern.config]
    )
    assert.deepStrictEqual(
      modern.steps.map(({ item, kind }) => [kind, item]),
      [["Modernized", "use/A"]]
    )
    assert.deepStrictEqual(
      modern.open.map(({ candidates, item, obstacle }) => [item, obstacle, candidates]),
      [["use/C", "choice", ["use/D", "use/E"]]]
    )
    const conflicting = migrateConfig({ use: ["F", "G"] }, { to: release, modernize: true })
    assert.deepStrictEqual(conflicting.config, { use: ["F", "G"] })
    assert.deepStrictEqual(
      conflicting.open.map(({ item, message, obstacle }) => [item, obstacle, message]),
      [["use/F", "conflict", "use/X cannot replace use/F alone, since a rule forbids the combination. Change both."]]
    )
  })

  it("ignores members that are undefined, and returns a config without them", () => {
    const config = { use: ["A"], more: undefined, where: { global: true, countries: [], until: undefined } }
    const expected = { use: ["B"], where: { global: true, countries: [] } }
    assert.deepStrictEqual(migrateConfig(config, { from, to }).config, expected)
    const accepted = migrateConfig({ use: ["B"], gone: undefined }, { to })
    assert.deepStrictEqual(accepted.config, { use: ["B"] })
    assert.deepStrictEqual(Object.keys(accepted.config ?? {}), ["use"])
  })
})

describe("migrateConfig, with schemas of format 1,", () => {
  const release = contractRelease("2.0.0", { use: "multiple B", where: "territory NO" })
  const last = contractRelease("1.3.0", { use: "multiple A B" }, { deprecated: { "use/A": "use/B" } })
  const target = publishedSchema(release, 1)
  const items = {
    items: [
      {
        item: "use/A",
        kind: "value",
        label: "A",
        added_in: "1.0.0",
        removed_in: "2.0.0",
        replacement: { mode: "one_of", items: ["use/B"] }
      }
    ]
  } as const

  it("says plainly that it cannot tell what became of an item", () => {
    const { broken, missing, open, verdict } = migrateConfig({ use: ["A"] }, { to: target })
    assert.deepStrictEqual([verdict, broken], ["invalid", []])
    assert.deepStrictEqual(
      open.map(({ obstacle }) => obstacle),
      ["no-replacement"]
    )
    assert.deepStrictEqual(missing, {
      options: ["items", "from"],
      message:
        "The schema of 2.0.0 does not list what was removed. Pass items, or as from the schema that the config was written for."
    })
    const early = migrateConfig({ use: ["A"] }, { to: target, from: publishedSchema(older, 1) })
    assert.strictEqual(early.verdict, "broken")
    assert.deepStrictEqual(early.missing, {
      options: ["items"],
      message:
        "The schema of 2.0.0 does not list what was removed, and that of 1.0.0 does not deprecate it. Pass items."
    })
  })

  it("reads the list of items, or the deprecations of an older schema", () => {
    const listed = migrateConfig({ use: ["A"] }, { to: target, items })
    assert.deepStrictEqual([listed.verdict, listed.config, listed.missing], ["broken", { use: ["B"] }, undefined])
    assert.deepStrictEqual(
      listed.broken.map((each) => ("removed_in" in each ? each.removed_in : each.kind)),
      ["2.0.0"]
    )
    const told = migrateConfig({ use: ["A"] }, { to: target, from: publishedSchema(last, 1) })
    assert.deepStrictEqual([told.verdict, told.config, told.missing], ["broken", { use: ["B"] }, undefined])
    assert.deepStrictEqual(
      told.broken.map(({ help, kind, message }) => [kind, message, help]),
      [["ItemUnknown", "2.0.0 has no use/A", "Use B instead."]]
    )
    assert.isUndefined(migrateConfig({ use: ["B"] }, { to: target }).missing)
  })
})

describe("migrateConfig, for any schemas and configs,", () => {
  it.prop(
    "agrees with the pipeline, and makes a config that the schema accepts",
    [contractReleases, contractReleases, contractConfigs, nearlyConfigs, whole(1, 2)],
    ([first, second, config, nearly, format]) => {
      const kind = format === 1 ? 1 : 2
      const [source, target] = [publishedSchema(first, kind), publishedSchema(second, kind)]
      for (const each of [config, nearly]) {
        const expected = assess(defined(each), toRelease(source), toRelease(target))
        const result = migrateConfig(each, { from: source, to: target })
        assertAgrees(result, expected)
        assertAccepted(result, target)
        const alone = migrateConfig(each, { to: target, modernize: true })
        assertAccepted(alone, target)
        assert.strictEqual(alone.verdict === "broken", alone.broken.length > 0)
        // A removal that broke the config is known without its schema, too, where releases list what was removed.
        for (const { item, kind } of result.broken) {
          if (kind === "ItemRemoved")
            assert.include(
              alone.broken.map((other) => other.item),
              item
            )
        }
      }
    },
    { arbitrary: { runs: 200 } }
  )

  it.prop(
    "agrees with the history of the releases, from bodies of format 2 and of format 1 with a list of items",
    [Arbitrary.all([histories, whole(0, 99), whole(0, 99)])],
    ([[{ history }, first, second]]) => {
      const releases = [...history.releases.values()]
      const [older, newer] = [releases[first % releases.length], releases[second % releases.length]]
      if (older === undefined || newer === undefined) return
      const { items } = itemsBody(history, newer.version)
      const [from1, to1] = [parsed(schemaBody1(toRelease1(older))), parsed(schemaBody1(toRelease1(newer)))]
      const [from2, to2] = [parsed(schemaBody2(older)), parsed(schemaBody2(newer))]
      for (const { config } of older.taxonomy.licenses) {
        const expected = assess(config, releaseOfHistory(history, older), releaseOfHistory(history, newer))
        assertAgrees(migrateConfig(config, { from: from2, to: to2 }), expected)
        assert.strictEqual(migrateConfig(config, { from: from1, to: to1, items: { items } }).verdict, expected.verdict)
        assertAccepted(migrateConfig(config, { to: to1, items: { items }, modernize: true }), to1)
      }
    },
    { arbitrary: { runs: 15 } }
  )
})

const parsed = (schema: unknown): ConfigRules => JSON.parse(JSON.stringify(schema))

const toRelease = ({ _meta, ...schema }: ConfigRules) =>
  releaseOfBodies({ ...schema, _meta: { release: _meta?.release ?? "" } })

/** The config as JSON has it, in which members that are `undefined` are left out. */
const defined = (config: unknown): unknown => {
  if (typeof config !== "object" || config === null || Array.isArray(config)) return config
  return Object.fromEntries(
    Object.entries(config).flatMap(([name, setting]: [string, unknown]) =>
      setting === undefined
        ? []
        : [
            [
              name,
              typeof setting === "object" && setting !== null && !Array.isArray(setting)
                ? Object.fromEntries(Object.entries(setting).filter(([, member]) => member !== undefined))
                : setting
            ]
          ]
    )
  )
}

const assertAgrees = (result: ConfigMigration, expected: ReturnType<typeof assess>): void => {
  assert.strictEqual(result.verdict, expected.verdict)
  assert.deepStrictEqual(
    result.broken.map(({ item, kind, path }) => ({ item, kind, path })),
    expected.broken.map(({ _tag, item, path }) => ({ item: formatItem(item), kind: _tag, path }))
  )
  assert.deepStrictEqual(
    result.deprecated.map(({ item, path }) => ({ item, path })),
    expected.deprecated.map(({ item, path }) => ({ item: formatItem(item), path }))
  )
  const { migration } = expected
  if (migration === undefined) return assert.isEmpty([...result.steps, ...result.open, ...result.problems])
  assert.deepStrictEqual(result.config, migration.config)
  assert.deepStrictEqual(
    result.steps.map(({ item, path }) => ({ item, path })),
    migration.steps.map(({ item, path }) => ({ item: formatItem(item), path }))
  )
  assert.deepStrictEqual(
    result.open.map(({ candidates, obstacle, path }) => ({ candidates, obstacle, path })),
    migration.open.map(({ candidates, obstacle, path }) => ({ candidates: candidates.map(formatItem), obstacle, path }))
  )
  assert.deepStrictEqual(
    result.problems.map(({ kind, path }) => ({ kind, path })),
    migration.problems.map(({ _tag, path }) => ({ kind: _tag, path }))
  )
}

const assertAccepted = ({ config, draft, problems }: ConfigMigration, schema: ConfigRules): void => {
  assert.strictEqual(config === undefined, problems.length > 0)
  if (config === undefined) return
  assert.isTrue(validateConfig(schema, config).valid)
  assert.deepStrictEqual(draft, config)
}
