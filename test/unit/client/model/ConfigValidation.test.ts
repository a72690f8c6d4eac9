import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import {
  InvalidArgument,
  TaxonomyClient,
  validateConfig,
  type ConfigProblem,
  type Deprecation,
  type TaxonomySchema
} from "../../../../src/client/Package.ts"
import type { Config } from "../../../../src/domain/taxonomy/Config.ts"
import { configProblems, vocabularyOf } from "../../../../src/domain/taxonomy/ConfigValidation.ts"
import { codesOf, type ConflictRule } from "../../../../src/domain/taxonomy/ConflictRule.ts"
import type { Dimension, Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { Version } from "../../../../src/domain/taxonomy/Version.ts"
import { schemaBody } from "../../../../src/release/format1/Bodies.ts"
import { pick, whole } from "../../../support/arbitrary/pick.ts"
import { taxonomies } from "../../../support/arbitrary/taxonomies.ts"
import { flags, taxonomyOf, territory, useType } from "../../../support/domain/SmallTaxonomy.ts"

const release = (taxonomy: Taxonomy) => ({
  version: Version.make("1.0.0"),
  base: null,
  published_at: "2026-01-15T10:00:00Z",
  source_commit: "0".repeat(40),
  changes: [],
  waivers: [],
  format: 1,
  taxonomy,
  clocks: new Map(),
  removals: new Map()
})

/** The schema of a taxonomy as the client returns it. */
const served = (taxonomy: Taxonomy): Promise<TaxonomySchema> =>
  new TaxonomyClient({
    baseUrl: "https://licensing.example/api/taxonomy",
    apiKey: "nil_sample",
    onDeprecation: () => {},
    fetch: () => Promise.resolve(Response.json(schemaBody(release(taxonomy))))
  }).schema()

describe("validateConfig", { concurrent: false }, () => {
  const seen = { accepted: 0, refused: 0, conflicts: 0 }

  it.effect.prop(
    "finds the same problems as the pipeline",
    [Arbitrary.map(Arbitrary.all({ taxonomy: taxonomies, names: pick("plain", "operators") }), renamed), choices()],
    ([taxonomy, choices]) =>
      Effect.gen(function* () {
        const schema = yield* Effect.promise(() => served(taxonomy))
        const vocabulary = vocabularyOf(taxonomy.dimensions, taxonomy.rules)
        const configs = [
          ...choices.map((choice) => randomConfig(taxonomy, choice)),
          ...taxonomy.rules.map((rule) => configMeeting(taxonomy, rule)),
          ...taxonomy.licenses.map(({ config }) => config),
          {},
          [],
          null,
          "x"
        ]
        for (const config of configs) {
          const expected = configProblems(vocabulary, config).map(({ _tag, path }) => ({ kind: _tag, path }))
          const { problems, valid } = validateConfig(schema, config)
          assert.deepStrictEqual(
            problems.map(({ kind, path }) => ({ kind, path })),
            expected
          )
          assert.strictEqual(valid, expected.length === 0)
          seen[valid ? "accepted" : "refused"] += 1
          if (expected.some(({ kind }) => kind === "Conflict")) seen.conflicts += 1
        }
      }),
    { arbitrary: { runs: 300 } }
  )

  it("is tested with configs of every kind", () => {
    for (const count of Object.values(seen)) assert.isAbove(count, 50)
  })
})

describe("a config problem", () => {
  const rule: ConflictRule = {
    id: "global-or-countries",
    description: "The world needs no list of countries.",
    forbid: { territory: { global: true, countries: { empty: false } } }
  }
  const taxonomy = taxonomyOf({
    dimensions: [flags, territory, { ...useType, required: true }],
    licenses: [],
    rules: [rule]
  })
  const use_type = ["editorial"]
  const cases: ReadonlyArray<readonly [name: string, config: unknown, problem: ConfigProblem]> = [
    [
      "a misspelled name",
      { use_type, teritory: 1 },
      {
        kind: "UnknownDimension",
        path: ["teritory"],
        message: 'Unknown dimension "teritory"',
        help: 'Did you mean "territory"?'
      }
    ],
    [
      "a value that is nearly one",
      { use_type: ["editorial", "educatoinal"] },
      {
        kind: "UnknownValue",
        path: ["use_type", 1],
        message: 'use_type has no value "educatoinal"',
        help: 'Did you mean "educational"?'
      }
    ],
    [
      "a repeated value",
      { use_type: ["editorial", "editorial"] },
      {
        kind: "RepeatedValue",
        path: ["use_type", 1],
        message: 'use_type repeats the value "editorial"',
        help: undefined
      }
    ],
    [
      "another shape",
      { use_type: "editorial" },
      { kind: "WrongShape", path: ["use_type"], message: "use_type takes a list of codes", help: undefined }
    ],
    [
      "no object at all",
      7,
      { kind: "WrongShape", path: [], message: "A config takes an object of dimension settings", help: undefined }
    ],
    [
      "a dimension that is left out",
      {},
      {
        kind: "MissingDimension",
        path: [],
        message: "The required dimension use_type is missing",
        help: undefined
      }
    ],
    [
      "a rule that is broken",
      { use_type, territory: { global: true, countries: ["NO"] } },
      {
        kind: "Conflict",
        path: ["territory"],
        message: "The rule global-or-countries forbids this combination",
        help: "The world needs no list of countries."
      }
    ]
  ]

  it.each(cases)("has a message and a path: %s", async (_, config, problem) => {
    const { problems, valid } = validateConfig(await served(taxonomy), config)
    assert.deepStrictEqual(problems, [problem])
    assert.isFalse(valid)
  })
})

describe("an invalid schema", () => {
  const sound = { dimensions: {}, validation_rules: { conflicts: {}, required: [], config_schema: {} } }
  const rules = sound.validation_rules
  const cases: ReadonlyArray<readonly [schema: unknown, place: string]> = [
    [undefined, ""],
    [null, ""],
    ["schema", ""],
    [[], "dimensions"],
    [{ ...sound, dimensions: null }, "dimensions"],
    [{ ...sound, dimensions: { use_type: null } }, "use_type"],
    [{ ...sound, dimensions: { use_type: { shape: "single" } } }, "use_type"],
    [{ ...sound, validation_rules: { ...rules, required: "use_type" } }, "required"],
    [{ ...sound, validation_rules: { ...rules, conflicts: null } }, "conflicts"],
    [{ ...sound, validation_rules: { ...rules, conflicts: { rule: {} } } }, "rule"]
  ]

  it.each(cases)("is rejected with the path of the problem: %j", (schema, place) => {
    let problem: unknown
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain JavaScript gives anything
      problem = validateConfig(schema as TaxonomySchema, {})
    } catch (thrown) {
      problem = thrown
    }
    assert.instanceOf(problem, InvalidArgument)
    assert.strictEqual(problem.argument, "schema")
    assert.include(problem.message, place)
  })

  it("is distinguished from an empty one, which is valid", () => {
    assert.isTrue(validateConfig(sound, {}).valid)
    assert.isTrue(validateConfig(sound, {}).valid)
  })
})

describe("a config with deprecated items", () => {
  const deprecated: Deprecation = {
    since: { version: "v1.0", date: "2026-01-15T10:00:00Z" },
    replaced_by: ["editorial"],
    earliest_removal: { version: "v2.0", date: "2026-07-15" }
  }
  const going = { deprecated: { replaced_by: ["editorial"] } }

  it("is valid, and lists each dimension and value", async () => {
    const old = (dimension: Dimension): Dimension => ({
      ...dimension,
      values: dimension.values.map((value) => ({ ...value, ...going }))
    })
    const schema = await served(
      taxonomyOf({ dimensions: [old(flags), old(territory), { ...old(useType), ...going }], licenses: [] })
    )
    const verdict = validateConfig(schema, {
      ai_synthetic_use: { avatar_only: false },
      territory: { global: false, countries: ["NO"] },
      use_type: ["educational"]
    })
    assert.deepStrictEqual(verdict, {
      valid: true,
      problems: [],
      deprecated: [
        { item: "ai_synthetic_use/avatar_only", path: ["ai_synthetic_use", "avatar_only"], deprecation: deprecated },
        { item: "territory/NO", path: ["territory", "countries", 0], deprecation: deprecated },
        { item: "use_type", path: ["use_type"], deprecation: deprecated },
        { item: "use_type/educational", path: ["use_type", 0], deprecation: deprecated }
      ]
    })
  })

  it("lists nothing without deprecations", async () => {
    const schema = await served(taxonomyOf({ dimensions: [useType], licenses: [] }))
    assert.deepStrictEqual(validateConfig(schema, { use_type: ["editorial"], constructor: "x" }).deprecated, [])
  })
})

/** Optionally renames codes to names of operators and of territory members. */
function renamed({ names, taxonomy }: { readonly names: string; readonly taxonomy: Taxonomy }): Taxonomy {
  if (names === "plain") return taxonomy
  const operators: Readonly<Record<string, string>> = { A: "empty", B: "global", C: "countries", D: "equals" }
  return JSON.parse(JSON.stringify(taxonomy).replaceAll(/"([A-D])"/g, (_, code: string) => `"${operators[code]}"`))
}

function choices() {
  return Arbitrary.array(Arbitrary.array(whole(0, 1023), { minLength: 4, maxLength: 4 }), { maxLength: 6 })
}

/** Makes nearly valid settings, so that every verdict is common. */
const randomConfig = ({ dimensions }: Taxonomy, choice: ReadonlyArray<number>): unknown =>
  Object.fromEntries(
    dimensions.flatMap(({ name, shape, values }, index) => {
      const number = choice[index % choice.length] ?? 0
      if (number % 7 === 0) return []
      const codes = [...values.map(({ code }) => code), ...(number % 5 === 0 ? ["unknown", "unknown"] : [])]
      const picked = codes.filter((_, place) => (number >> place) % 2 === 1)
      const settings = settingsOf(picked, number % 2 === 0)
      const misfits = [null, 7, {}, [[]], [7], { global: true }, { global: true, countries: [], more: 1 }, picked[0]]
      return [[name, number % 11 === 5 ? misfits[number % misfits.length] : settings[shape]]]
    })
  )

/** Makes a config that meets every condition of a rule, if possible. */
const configMeeting = (taxonomy: Taxonomy, { forbid }: ConflictRule): unknown =>
  Object.fromEntries(
    taxonomy.dimensions.flatMap(({ name, required, shape, values }) => {
      const condition = forbid[name]
      if (condition === undefined && !required) return []
      const codes = condition === undefined ? values.slice(0, 1).map(({ code }) => code) : codesIn(condition, shape)
      const settings = settingsOf(codes, false)
      const own = { ...settings, territory: { ...settings.territory, ...globalOf(condition) }, flags: { ...condition } }
      return [[name, own[shape]]]
    })
  )

const codesIn = (...named: Parameters<typeof codesOf>): ReadonlyArray<string> => [
  ...new Set(codesOf(...named).map(({ value }) => value))
]

const globalOf = (condition: ConflictRule["forbid"][string] | undefined) =>
  condition !== undefined && "global" in condition ? { global: condition.global } : {}

const settingsOf = (codes: ReadonlyArray<string>, flag: boolean) => ({
  single: codes[0] ?? "unknown",
  multiple: codes,
  territory: { global: flag, countries: codes },
  flags: Object.fromEntries(codes.map((code) => [code, flag])) satisfies Config[string]
})
