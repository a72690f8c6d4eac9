import { readFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import { renderTypes } from "../../src/api/typescript/RenderTypes.ts"
import type { ContractRelease } from "../../src/domain/contracts/ContractRelease.ts"
import { configProblems, vocabularyOf } from "../../src/domain/taxonomy/ConfigValidation.ts"
import { toRelease1 } from "../../src/release/artifacts/ReleaseRenderer.ts"
import { schemaBody as schemaBody1 } from "../../src/release/format1/Bodies.ts"
import { schemaBody as schemaBody2 } from "../../src/release/format3/Bodies.ts"
import { contractConfigs, contractReleases } from "../support/arbitrary/contracts.ts"
import { histories } from "../support/domain/RandomHistories.ts"
import { compilers, typeCheck } from "../support/types/TypeCheck.ts"
import { typesBody } from "../support/types/TypesBody.ts"

const clean = compilers.map(() => "")

describe("the types of a release", () => {
  it("let right programs compile, and no wrong ones: release 1.0.0", async () => {
    const schema: Parameters<typeof renderTypes>[0] = JSON.parse(
      await readFile(new URL("../../releases/v1.0.0/schema.json", import.meta.url), "utf8")
    )
    const reports = await typeCheck({
      "taxonomy.ts": renderTypes(schema),
      "licenses.ts": configModule(schema.base_licenses.map(({ config }) => ({ config, isRight: true }))),
      "program.ts": `
import type { Config, DimensionName, LicenseCode, RuleId, Taxonomy, UseTypeValue, Values } from "./taxonomy.ts"

export const use: UseTypeValue = "editorial"
export const same: Values["use_type"] = use
export const dimensions: ReadonlyArray<DimensionName> = ["use_type", "territory"]
export const license: LicenseCode = "NIL-EDU-IMAGE"
export const rule: RuleId = "global-or-countries"
export const release: Taxonomy["release"] = "1.0.0"
export const config: Config = {
  subject_scope: ["name", "image"],
  use_type: ["educational", "editorial"],
  commercial_scope: "non_commercial",
  territory: { global: false, countries: ["US", "NO"] },
  ai_synthetic_use: { avatar_only: true, model_training: false }
}
export const asRecord: { readonly [dimension: string]: string | ReadonlyArray<string> | object } = config

// @ts-expect-error -- a misspelt dimension
export const dimension: DimensionName = "usetype"
// @ts-expect-error -- a misspelt code
export const code: UseTypeValue = "educatoinal"
// @ts-expect-error -- the code of another dimension
export const other: UseTypeValue = "non_commercial"
// @ts-expect-error -- a license that does not exist
export const missing: LicenseCode = "NIL-EDU-IMAGES"
// @ts-expect-error -- a rule that does not exist
export const noRule: RuleId = "global-and-countries"
export const wrong: ReadonlyArray<Config> = [
  // @ts-expect-error -- a required dimension is missing
  { use_type: ["editorial"], commercial_scope: "non_commercial", territory: { global: true, countries: [] } },
  {
    ...config,
    // @ts-expect-error -- a misspelt dimension
    usetype: ["editorial"]
  },
  {
    ...config,
    // @ts-expect-error -- a misspelt code
    use_type: ["editorial", "educatoinal"]
  },
  {
    ...config,
    // @ts-expect-error -- a list for one code
    commercial_scope: ["non_commercial"]
  },
  {
    ...config,
    // @ts-expect-error -- one code for a list
    use_type: "editorial"
  },
  {
    ...config,
    // @ts-expect-error -- a territory without its list
    territory: { global: true }
  },
  {
    ...config,
    // @ts-expect-error -- a code for true or false
    ai_synthetic_use: { avatar_only: "yes" }
  }
]
`
    })
    assert.deepStrictEqual(reports, clean)
  })

  it("compile for any texts and names, which stay within their comments and literals", async () => {
    const names = [
      "constructor",
      "a_1",
      "a1",
      "a__1",
      "class",
      "value",
      "values",
      "config",
      "object",
      "symbol",
      "license"
    ]
    const text = '*/ export const broken: string = 1 /* \n@deprecated ${x} `y` \u2028 \u202E "\\ // @ts-nocheck'
    const codes = ["constructor", "toString", "1", "007", "a.b+c-d", "__proto__", "valueOf"].map((code) => ({ code }))
    const shapes = ["flags", "single", "multiple", "territory"] as const
    const dimensions = names.map((name, index) => ({
      name,
      shape: shapes[index % shapes.length] ?? "flags",
      required: index % 3 === 1,
      values: index === 5 ? [] : codes
    }))
    const hostile = ["", "1", "a b", '"', "\u2028", "__proto__", "É"].map((name) => ({
      name,
      shape: "flags" as const,
      required: false,
      values: [{ code: `"\n${name}` }, { code: "\u2028" }]
    }))
    const conflicts = Object.fromEntries([["rule", { description: text, forbid: {} }]])
    const reports = await typeCheck({
      "taxonomy.ts": renderTypes(typesBody(dimensions, { text, validation_rules: { conflicts } })),
      "hostile.ts": renderTypes(typesBody(hostile, { text, namespace: text, version: text, published_at: text })),
      "empty.ts": renderTypes(typesBody([])),
      "program.ts": `
import type { Config } from "./taxonomy.ts"
import type { Config as None } from "./empty.ts"

export const none: None = {}
export const required = { a_1: "007", class: { "1": true, "a.b+c-d": false }, config: { global: true, countries: [] }, license: ["1"] } as const
export const config: Config = { ...required, constructor: { toString: true } }
// @ts-expect-error -- a misspelt member of a dimension that every object seems to have
export const misspelt: Config = { ...required, constructor: { tostring: true } }
// @ts-expect-error -- lists have the name, too, and are no objects of settings
export const list: Config = { ...required, constructor: ["toString"] }
// @ts-expect-error -- no dimension exists
export const some: None = { use_type: "editorial" }
`
    })
    assert.deepStrictEqual(reports, clean)
  })

  it.effect.prop(
    "compile for every release of random histories, in both formats, with the configs of its licenses",
    [Arbitrary.array(histories, { minLength: 4, maxLength: 4 })],
    Effect.fnUntraced(function* ([told]) {
      const releases = told.flatMap(({ history }) => [...history.releases.values()].slice(-2))
      assert.isAbove(releases.length, 3)
      const bodies = releases.flatMap((release) => [schemaBody1(toRelease1(release)), schemaBody2(release)])
      const files = bodies.flatMap((body, index) => [
        [`taxonomy${index}.ts`, renderTypes(body)] as const,
        [
          `configs${index}.ts`,
          configModule(
            body.base_licenses.map(({ config }) => ({ config, isRight: true })),
            `./taxonomy${index}.ts`
          )
        ] as const
      ])
      assert.deepStrictEqual(yield* Effect.promise(() => typeCheck(Object.fromEntries(files))), clean)
    }),
    { arbitrary: { runs: 1 } }
  )

  it.effect.prop(
    "accept exactly the configs that a release accepts, but for repeated codes and conflicts, which no type can tell",
    [
      Arbitrary.array(
        Arbitrary.all([contractReleases, Arbitrary.array(contractConfigs, { minLength: 6, maxLength: 6 })]),
        { minLength: 60, maxLength: 60 }
      )
    ],
    Effect.fnUntraced(function* ([pairs]) {
      const cases = pairs.map(([release, configs]) =>
        configs.map((config) => ({ config, isRight: typeAccepts(release, config) }))
      )
      const files = pairs.flatMap(([{ dimensions }], index) => [
        [`taxonomy${index}.ts`, renderTypes(typesBody(dimensions))] as const,
        [`configs${index}.ts`, configModule(cases[index] ?? [], `./taxonomy${index}.ts`)] as const
      ])
      // Neither of them is rare, or the property says little.
      const right = cases.flat().filter(({ isRight }) => isRight).length
      assert.isAbove(right, 10)
      assert.isAbove(cases.flat().length - right, 10)
      assert.deepStrictEqual(yield* Effect.promise(() => typeCheck(Object.fromEntries(files))), clean)
    }),
    { arbitrary: { runs: 1 } }
  )
})

/** True if a release accepts a config, or refuses it for what no type can tell. */
const typeAccepts = ({ dimensions, rules }: ContractRelease, config: unknown): boolean =>
  configProblems(vocabularyOf(dimensions, rules), config).every(({ _tag }) =>
    ["Conflict", "RepeatedValue"].includes(_tag)
  )

/** A module that compiles if exactly the right ones are configs. */
const configModule = (
  configs: ReadonlyArray<{ readonly config: unknown; readonly isRight: boolean }>,
  taxonomy = "./taxonomy.ts"
): string =>
  [
    `import type { Config } from "${taxonomy}"`,
    ...configs.map(
      ({ config, isRight }, index) =>
        `${isRight ? "" : "// @ts-expect-error\n"}export const config${index}: Config = ${JSON.stringify(config)}`
    ),
    "export type { Config }"
  ].join("\n")
