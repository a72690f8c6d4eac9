import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { configProblems, vocabularyOf } from "../../../src/domain/taxonomy/ConfigValidation.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { configSchema } from "../../../src/release/format3/ConfigSchema.ts"
import { choices, configsOf } from "../../support/arbitrary/configs.ts"
import { settingsOfParts, taxonomiesWithParts } from "../../support/arbitrary/territories.ts"
import { hasPythonValidator } from "../../support/PythonValidator.ts"
import { requireTool } from "../../support/Tools.ts"

type JsonSchema = ReturnType<typeof configSchema>

/** A JSON Schema, configs, and the verdicts of the rules on them. */
interface Case {
  readonly schema: JsonSchema
  readonly configs: ReadonlyArray<unknown>
  readonly verdicts: ReadonlyArray<boolean>
}

interface Sample extends Case {
  readonly taxonomy: Taxonomy
}

/** The same for every validator, since it takes longer to make them than to judge them. */
const samples: Promise<ReadonlyArray<Sample>> = Effect.runPromise(
  Arbitrary.sampleEffect(
    Arbitrary.all([taxonomiesWithParts, choices, Arbitrary.array(settingsOfParts, { minLength: 4, maxLength: 4 })]),
    { count: 300, seed: "validators" }
  )
).then((all) =>
  all.map(([taxonomy, choices, settings], index) => {
    const vocabulary = vocabularyOf(taxonomy.dimensions, taxonomy.rules)
    const others = configsOf(taxonomy, choices)
    const base = others.find((config) => configProblems(vocabulary, config).length === 0) ?? {}
    const configs = [...others, ...settings.map((setting) => ({ ...base, ...setting }))]
    return {
      taxonomy,
      schema: configSchema({ taxonomy, version: Version.make(`1.0.${index}`) }),
      configs,
      verdicts: configs.map((config) => configProblems(vocabulary, config).length === 0)
    }
  })
)

const cases: Promise<ReadonlyArray<Case>> = samples.then((all) =>
  all.map(({ configs, schema, verdicts }) => ({ configs, schema, verdicts }))
)

const assertVerdicts = ({ configs, schema, verdicts }: Case, given: ReadonlyArray<boolean>): void =>
  assert.deepStrictEqual(given, verdicts, JSON.stringify({ schema, configs }))

const hasRule =
  (text: string) =>
  ({ taxonomy }: Sample) =>
    JSON.stringify(taxonomy.rules).includes(`"${text}":`)

/** Whether a config that names parts of countries is valid, or invalid, and has a text in its territory. */
const hasParts =
  (isValid: boolean, text: string) =>
  ({ configs, verdicts }: Sample) =>
    configs.some(
      (config, index) =>
        verdicts[index] === isValid &&
        /"states":\["(US|NO)-/.test(JSON.stringify(config)) &&
        JSON.stringify(config).includes(text)
    )

describe("the cases of the validators", () => {
  it.each([
    ["none_of", hasRule("none_of")],
    ["contains_none", hasRule("contains_none")],
    ["what a rule requires", hasRule("require")],
    ["advice", hasRule("advice")],
    ["parts of listed countries", hasParts(true, '"global":false,"countries":["')],
    ["parts of no listed country", hasParts(false, '"global":false,"countries":[]')],
    ["parts of the world", hasParts(false, '"global":true')]
  ])("have %s in at least 15 taxonomies", async (_, occurs) => {
    assert.isAtLeast((await samples).filter(occurs).length, 15)
  })
})

describe("config.schema.json of format 3, in the validators of others", () => {
  it("means the same to ajv", async () => {
    for (const each of await cases) {
      // Dimensions can be named like members that every object inherits.
      const validate = new Ajv2020({ strict: true, ownProperties: true }).compile(each.schema)
      assertVerdicts(
        each,
        each.configs.map((config) => validate(config))
      )
    }
  })

  it("means the same to @cfworker/json-schema", async () => {
    const { Validator } = requireTool("@cfworker/json-schema")
    for (const each of await cases) {
      const validator = new Validator(each.schema, "2020-12", false)
      assertVerdicts(
        each,
        each.configs.map((config) => validator.validate(config).valid)
      )
    }
  })

  it("means the same to @hyperjump/json-schema", async () => {
    const { registerSchema, unregisterSchema, validate } = requireTool("@hyperjump/json-schema/draft-2020-12")
    for (const each of await cases) {
      const { $id } = each.schema
      registerSchema(each.schema)
      const judge = await validate($id)
      assertVerdicts(
        each,
        each.configs.map((config) => judge(config).valid)
      )
      unregisterSchema($id)
    }
  })
})

/** Judges the configs, and some schemas as such, which takes longer. */
const program = `
import json, sys
from jsonschema import Draft202012Validator
cases = json.load(sys.stdin)
for case in cases[::20]:
    Draft202012Validator.check_schema(case["schema"])
def verdicts(case):
    validator = Draft202012Validator(case["schema"])
    return [validator.is_valid(config) for config in case["configs"]]
json.dump([verdicts(case) for case in cases], sys.stdout)
`

if (!hasPythonValidator) {
  process.stderr.write("skipped: config.schema.json in Python. Install python3-jsonschema to run it\n")
}

describe.skipIf(!hasPythonValidator)("config.schema.json of format 3, in Python", () => {
  it("means the same to jsonschema", async () => {
    const all = await cases
    const run = promisify(execFile)("python3", ["-c", program], { maxBuffer: 2 ** 26 })
    run.child.stdin?.end(JSON.stringify(all))
    const judged: ReadonlyArray<ReadonlyArray<boolean>> = JSON.parse((await run).stdout)
    for (const [index, each] of all.entries()) assertVerdicts(each, judged[index] ?? [])
  })
})
