import { execFile, execFileSync } from "node:child_process"
import { promisify } from "node:util"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { configProblems, vocabularyOf } from "../../../src/domain/taxonomy/ConfigValidation.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { configSchema } from "../../../src/release/format3/ConfigSchema.ts"
import { choices, configsOf } from "../../support/arbitrary/configs.ts"
import { taxonomies } from "../../support/arbitrary/taxonomies.ts"
import { requireTool } from "../../support/Tools.ts"

type JsonSchema = ReturnType<typeof configSchema>

/** A JSON Schema, configs, and the verdicts of the rules on them. */
interface Case {
  readonly schema: JsonSchema
  readonly configs: ReadonlyArray<unknown>
  readonly verdicts: ReadonlyArray<boolean>
}

/** The same for every validator, since it takes longer to make them than to judge them. */
const cases: Promise<ReadonlyArray<Case>> = Effect.runPromise(
  Arbitrary.sampleEffect(Arbitrary.all([taxonomies, choices]), { count: 300, seed: "validators" })
).then((samples) =>
  samples.map(([taxonomy, choices], index) => {
    const vocabulary = vocabularyOf(taxonomy.dimensions, taxonomy.rules)
    const configs = configsOf(taxonomy, choices)
    return {
      schema: configSchema({ taxonomy, version: Version.make(`1.0.${index}`) }),
      configs,
      verdicts: configs.map((config) => configProblems(vocabulary, config).length === 0)
    }
  })
)

const assertVerdicts = ({ configs, schema, verdicts }: Case, given: ReadonlyArray<boolean>): void =>
  assert.deepStrictEqual(given, verdicts, JSON.stringify({ schema, configs }))

describe("config.schema.json of format 2, in the validators of others", () => {
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

const hasPythonValidator = (() => {
  try {
    execFileSync("python3", ["-c", "from jsonschema import Draft202012Validator"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

if (!hasPythonValidator) {
  process.stderr.write("skipped: config.schema.json in Python. Install python3-jsonschema to run it\n")
}

describe.skipIf(!hasPythonValidator)("config.schema.json of format 2, in Python", () => {
  it("means the same to jsonschema", async () => {
    const all = await cases
    const run = promisify(execFile)("python3", ["-c", program], { maxBuffer: 2 ** 26 })
    run.child.stdin?.end(JSON.stringify(all))
    const judged: ReadonlyArray<ReadonlyArray<boolean>> = JSON.parse((await run).stdout)
    for (const [index, each] of all.entries()) assertVerdicts(each, judged[index] ?? [])
  })
})
