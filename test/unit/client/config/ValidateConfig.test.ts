import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { migrateConfig, validateConfig, type ConfigProblem } from "../../../../src/client/Validate.ts"
import type { Conditions, Config } from "../../../../src/domain/taxonomy/Config.ts"
import { brokenAdvice, configProblems, vocabularyOf } from "../../../../src/domain/taxonomy/ConfigValidation.ts"
import { codesOf } from "../../../../src/domain/taxonomy/Settings.ts"
import type { ConflictRule, Dimension, Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { contractConfigs, contractReleases } from "../../../support/arbitrary/contracts.ts"
import { nearlyConfigs } from "../../../support/arbitrary/nearlyConfigs.ts"
import { pick, whole } from "../../../support/arbitrary/pick.ts"
import { taxonomies } from "../../../support/arbitrary/taxonomies.ts"
import { contractRelease } from "../../../support/domain/Contracts.ts"
import { publishedSchema, servedSchema } from "../../../support/domain/PublishedSchemas.ts"
import { flags, taxonomyOf, territory, useType } from "../../../support/domain/SmallTaxonomy.ts"

describe("validateConfig", { concurrent: false }, () => {
  const seen = { accepted: 0, refused: 0, conflicts: 0, advised: 0 }

  it.prop(
    "finds the same problems as the pipeline",
    [Arbitrary.map(Arbitrary.all({ taxonomy: taxonomies, names: pick("plain", "operators") }), renamed), choices()],
    ([taxonomy, choices]) => {
      const schema = servedSchema(taxonomy)
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
        const { advice, problems, valid } = validateConfig(schema, config)
        assert.deepStrictEqual(
          problems.map(({ kind, path }) => ({ kind, path })),
          expected
        )
        assert.strictEqual(valid, expected.length === 0)
        const broken = brokenAdvice(vocabulary, config).map(({ rule }) => rule.id)
        assert.deepStrictEqual(advice.map(({ rule }) => rule).toSorted(), broken.toSorted())
        if (broken.length > 0) seen.advised += 1
        seen[valid ? "accepted" : "refused"] += 1
        if (expected.some(({ kind }) => kind === "Conflict")) seen.conflicts += 1
      }
    },
    { arbitrary: { runs: 300 } }
  )

  it("is tested with configs of every kind", () => {
    const { advised, ...others } = seen
    for (const count of Object.values(others)) assert.isAbove(count, 50)
    assert.isAbove(advised, 20)
  })
})

describe("the advice that a config breaks", () => {
  const rule: ConflictRule = {
    id: "news-is-not-teaching",
    description: "News is no teaching.",
    advice: true,
    when: { use_type: { contains: "editorial" } },
    require: { use_type: { contains_none: ["educational"] } }
  }
  const schema = servedSchema(taxonomyOf({ dimensions: [territory, useType], licenses: [], rules: [rule] }))
  const adviceOf = (config: object) => validateConfig(schema, config).advice

  it("is listed, and leaves the config valid", () => {
    const config = { use_type: ["editorial", "educational"] }
    assert.isTrue(validateConfig(schema, config).valid)
    assert.deepStrictEqual(adviceOf(config), [
      {
        rule: "news-is-not-teaching",
        path: ["use_type"],
        dimensions: ["use_type"],
        message: "The rule news-is-not-teaching is not met",
        help: "News is no teaching."
      }
    ])
    assert.deepStrictEqual(adviceOf({ use_type: ["editorial"] }), [])
  })

  it("is listed for a config that lacks something, but not for one that is not well-formed", () => {
    const use_type = ["editorial", "educational"]
    const strict = { ...schema, validation_rules: { ...schema.validation_rules, required: ["territory"] } }
    assert.lengthOf(validateConfig(strict, { use_type }).advice, 1)
    assert.deepStrictEqual(adviceOf({ use_type, territory: 1 }), [])
  })

  it("is read with the same care as the rules", () => {
    const advice = { r: { description: "R.", when: { use_type: { contains: 1 } } } }
    const broken = { ...schema, validation_rules: { ...schema.validation_rules, advice } }
    // @ts-expect-error -- no condition has a number
    assert.throws(() => validateConfig(broken, {}), "advice")
  })
})

describe("a config problem", () => {
  const rule: ConflictRule = {
    id: "global-or-countries",
    description: "The world needs no list of countries.",
    forbid: { territory: { global: true, countries: { empty: false } }, use_type: { empty: false } }
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
        dimension: "teritory",
        dimensions: ["teritory"],
        suggestions: ["territory"],
        message: 'Unknown dimension "teritory"',
        help: 'Did you mean Territory ("territory")?'
      }
    ],
    [
      "a value that is nearly one",
      { use_type: ["editorial", "educatoinal"] },
      {
        kind: "UnknownValue",
        path: ["use_type", 1],
        dimension: "use_type",
        dimensions: ["use_type"],
        code: "educatoinal",
        suggestions: ["educational"],
        message: 'Use type (use_type) has no value "educatoinal"',
        help: 'Did you mean Educational ("educational")?'
      }
    ],
    [
      "a value that is like no other",
      { use_type: ["\n".repeat(100)] },
      {
        kind: "UnknownValue",
        path: ["use_type", 0],
        dimension: "use_type",
        dimensions: ["use_type"],
        code: "\n".repeat(100),
        suggestions: [],
        message: `Use type (use_type) has no value "${"\\n".repeat(64)}…"`,
        help: undefined
      }
    ],
    [
      "a repeated value",
      { use_type: ["editorial", "editorial"] },
      {
        kind: "RepeatedValue",
        path: ["use_type", 1],
        dimension: "use_type",
        dimensions: ["use_type"],
        code: "editorial",
        suggestions: [],
        message: 'Use type (use_type) repeats the value Editorial ("editorial")',
        help: undefined
      }
    ],
    [
      "another shape",
      { use_type: "editorial" },
      {
        kind: "WrongShape",
        path: ["use_type"],
        dimension: "use_type",
        dimensions: ["use_type"],
        shape: "multiple",
        suggestions: [],
        message: "Use type (use_type) takes a list of codes",
        help: undefined
      }
    ],
    [
      "no object at all",
      7,
      {
        kind: "WrongShape",
        path: [],
        dimensions: [],
        suggestions: [],
        message: "A config takes an object of dimension settings",
        help: undefined
      }
    ],
    [
      "a dimension that is left out",
      {},
      {
        kind: "MissingDimension",
        path: [],
        dimension: "use_type",
        dimensions: ["use_type"],
        suggestions: [],
        message: "The required dimension Use type (use_type) is missing",
        help: undefined
      }
    ],
    [
      "a rule that is broken",
      { use_type, territory: { global: true, countries: ["NO"] } },
      {
        kind: "Conflict",
        path: ["territory"],
        dimension: "territory",
        dimensions: ["territory", "use_type"],
        rule: "global-or-countries",
        suggestions: [],
        message: "The rule global-or-countries forbids this combination",
        help: "The world needs no list of countries."
      }
    ]
  ]

  it.each(cases)("is data and sentences: %s", (_, config, problem) => {
    const { problems, valid } = validateConfig(servedSchema(taxonomy), config)
    assert.deepStrictEqual(problems, [problem])
    assert.isFalse(valid)
  })
})

describe("a config with deprecated items", () => {
  const going = { deprecated: { replaced_by: ["editorial"] } }

  it("is valid, and lists each dimension and value", () => {
    const old = (dimension: Dimension): Dimension => ({
      ...dimension,
      values: dimension.values.map((value) => ({ ...value, ...going }))
    })
    const schema = servedSchema(
      taxonomyOf({ dimensions: [old(flags), old(territory), { ...old(useType), ...going }], licenses: [] })
    )
    const config = {
      ai_synthetic_use: { avatar_only: false },
      territory: { global: false, countries: ["NO"] },
      use_type: ["educational"]
    }
    const { ai_synthetic_use: ai, territory: countries, use_type: use } = schema.dimensions
    const ofValue = (dimension: typeof ai, code: string) =>
      dimension?.value_details[code]?.deprecation ?? assert.fail(code)
    if (use?.deprecation === undefined) return assert.fail("The dimension is deprecated")
    assert.strictEqual(use.deprecation.since.version, "v1.0")
    assert.deepStrictEqual(validateConfig(schema, config), {
      valid: true,
      config,
      problems: [],
      advice: [],
      deprecated: [
        {
          item: "ai_synthetic_use/avatar_only",
          path: ["ai_synthetic_use", "avatar_only"],
          deprecation: ofValue(ai, "avatar_only")
        },
        { item: "territory/NO", path: ["territory", "countries", 0], deprecation: ofValue(countries, "NO") },
        { item: "use_type", path: ["use_type"], deprecation: use.deprecation },
        { item: "use_type/educational", path: ["use_type", 0], deprecation: ofValue(use, "educational") }
      ]
    })
  })

  it("lists nothing without deprecations", () => {
    const schema = servedSchema(taxonomyOf({ dimensions: [useType], licenses: [] }))
    assert.deepStrictEqual(validateConfig(schema, { use_type: ["editorial"], constructor: "x" }).deprecated, [])
  })
})

describe("a config with removed items", () => {
  const release = contractRelease(
    "2.0.0",
    { use: "multiple B C D", purpose: "single P" },
    { removed: { "use/A": "use/B", "use/E": "use/C | purpose/P", "use/F": "use/C & use/D", old: "purpose", gone: "" } }
  )
  const schema = publishedSchema(release)

  it("tells since when, what replaces each, and what to write in its place", () => {
    const { problems } = validateConfig(schema, { use: ["A", "E", "F"], old: "P", gone: 1 })
    assert.deepStrictEqual(problems, [
      {
        kind: "UnknownValue",
        path: ["use", 0],
        dimension: "use",
        dimensions: ["use"],
        code: "A",
        removed_in: "2.0.0",
        replacement: { mode: "one_of", items: ["use/B"] },
        suggestions: ["B"],
        message: "use/A was removed in 2.0.0",
        help: "Use B instead."
      },
      {
        kind: "UnknownValue",
        path: ["use", 1],
        dimension: "use",
        dimensions: ["use"],
        code: "E",
        removed_in: "2.0.0",
        replacement: { mode: "one_of", items: ["use/C", "purpose/P"] },
        suggestions: ["C"],
        message: "use/E was removed in 2.0.0",
        help: "Use C or P of purpose instead."
      },
      {
        kind: "UnknownValue",
        path: ["use", 2],
        dimension: "use",
        dimensions: ["use"],
        code: "F",
        removed_in: "2.0.0",
        replacement: { mode: "all_of", items: ["use/C", "use/D"] },
        suggestions: [],
        message: "use/F was removed in 2.0.0",
        help: "Use C and D instead."
      },
      {
        kind: "UnknownDimension",
        path: ["old"],
        dimension: "old",
        dimensions: ["old"],
        removed_in: "2.0.0",
        replacement: { mode: "one_of", items: ["purpose"] },
        suggestions: ["purpose"],
        message: "old was removed in 2.0.0",
        help: "Use purpose instead."
      },
      {
        kind: "UnknownDimension",
        path: ["gone"],
        dimension: "gone",
        dimensions: ["gone"],
        removed_in: "2.0.0",
        reason: "Nobody uses it.",
        suggestions: [],
        message: "gone was removed in 2.0.0",
        help: "Nothing replaces it. Reason: Nobody uses it."
      }
    ])
  })

  it("tells it from the deprecations of an older schema or a list of items, if its own schema does not", () => {
    const silent = publishedSchema(release, 1)
    const config = { use: ["A"] }
    const [untold] = validateConfig(silent, config).problems
    assert.deepStrictEqual([untold?.message, untold?.help], ['use has no value "A"', undefined])
    const last = contractRelease("1.3.0", { use: "multiple A B" }, { deprecated: { "use/A": "use/B" } })
    const [told] = validateConfig(silent, config, { from: publishedSchema(last, 1) }).problems
    assert.deepStrictEqual(
      [told?.message, told?.help, told?.suggestions],
      ['use has no value "A"', "Use B instead.", ["B"]]
    )
    const item = { item: "use/A", kind: "value", label: "A", added_in: "1.0.0", removed_in: "2.0.0" } as const
    const items = { items: [{ ...item, replacement: { mode: "one_of", items: ["use/B"] } as const }] }
    assert.deepStrictEqual(validateConfig(silent, config, { items }).problems, validateConfig(schema, config).problems)
  })
})

describe("members that are undefined", () => {
  const schema = publishedSchema(
    contractRelease("1.0.0", { use: "multiple A", where: "territory NO", may: "flags F" }, { required: ["use"] })
  )

  it("are ignored, as JSON leaves them out", () => {
    const settings = { use: ["A"], where: { global: true, countries: [], more: undefined }, may: { F: undefined } }
    const config = { ...settings, nothing: undefined }
    assert.deepStrictEqual(validateConfig(schema, config), {
      valid: true,
      config: { use: ["A"], where: { global: true, countries: [] }, may: {} },
      problems: [],
      deprecated: [],
      advice: []
    })
    assert.deepStrictEqual(
      validateConfig(schema, { use: undefined }).problems.map(({ dimension, kind }) => [kind, dimension]),
      [["MissingDimension", "use"]]
    )
  })

  it("are not those of lists, which JSON writes as null", () => {
    const [problem] = validateConfig(schema, { use: [undefined] }).problems
    assert.strictEqual(problem?.kind, "WrongShape")
  })
})

describe("validateConfig, for any value,", () => {
  const cyclic: Record<string, unknown> = { use: ["A"] }
  cyclic["self"] = cyclic
  cyclic["where"] = { global: true, countries: cyclic }
  const list: Array<unknown> = []
  list.push(list)
  const oddities: ReadonlyArray<unknown> = [
    cyclic,
    { one: list, two: cyclic },
    list,
    new Proxy({ one: ["A"] }, {}),
    { one: new Proxy(["A"], {}), two: new Proxy({ global: true, countries: ["A"] }, {}) },
    JSON.parse('{ "__proto__": ["A"], "constructor": "toString", "toString": { "__proto__": true } }'),
    { one: "__proto__", two: ["constructor", "toString", "hasOwnProperty"], three: { valueOf: true } },
    { constructor: JSON.parse('{ "__proto__": { "A": true }, "A": true }') },
    Object.create(null),
    Object.create({ one: "A" }),
    new Map([["one", "A"]]),
    [undefined],
    Symbol("one"),
    10n,
    () => "A",
    { one: Symbol("A"), two: [10n], three: () => true },
    { [Symbol("one")]: "A" },
    Number.NaN,
    undefined,
    { one: "x".repeat(100_000), two: ["x".repeat(100_000)] }
  ]

  it.prop(
    "never throws, and gives the verdict that JSON would get",
    [contractReleases, nearlyConfigs, contractConfigs],
    ([release, nearly, config]) => {
      const schema = publishedSchema(release)
      const vocabulary = vocabularyOf(release.dimensions, release.rules)
      for (const each of [...oddities, nearly, config]) {
        const { problems, valid } = validateConfig(schema, each)
        assert.strictEqual(valid, problems.length === 0)
        for (const { dimensions, path } of problems)
          assert.isTrue(path.length === 0 || dimensions.includes(String(path[0])))
        migrateConfig(each, { to: schema, modernize: true })
      }
      const json: unknown = JSON.parse(JSON.stringify(config))
      assert.strictEqual(validateConfig(schema, config).valid, configProblems(vocabulary, json).length === 0)
    }
  )
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
const configMeeting = (taxonomy: Taxonomy, { forbid, when = {} }: ConflictRule): unknown =>
  Object.fromEntries(
    taxonomy.dimensions.flatMap(({ name, required, shape, values }) => {
      const condition = (forbid ?? when)[name]
      if (condition === undefined && !required) return []
      const codes = condition === undefined ? values.slice(0, 1).map(({ code }) => code) : codesIn(condition, shape)
      const settings = settingsOf(codes, false)
      const own = { ...settings, territory: { ...settings.territory, ...globalOf(condition) }, flags: { ...condition } }
      return [[name, own[shape]]]
    })
  )

const codesIn = (...named: Parameters<typeof codesOf>): ReadonlyArray<string> => [
  ...new Set(codesOf(...named).map(({ code }) => code))
]

const globalOf = (condition: Conditions[string] | undefined) =>
  condition !== undefined && "global" in condition ? { global: condition.global } : {}

const settingsOf = (codes: ReadonlyArray<string>, flag: boolean) => ({
  single: codes[0] ?? "unknown",
  multiple: codes,
  territory: { global: flag, countries: codes },
  flags: Object.fromEntries(codes.map((code) => [code, flag])) satisfies Config[string]
})
