import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Schema from "effect/Schema"
import { configProblems, vocabularyOf } from "../../../../src/domain/taxonomy/ConfigValidation.ts"
import { codesOf, type ConflictRule } from "../../../../src/domain/taxonomy/ConflictRule.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { configSchema } from "../../../../src/release/format1/ConfigSchema.ts"
import { taxonomies } from "../../../support/arbitrary/taxonomies.ts"

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, ownProperties: true })

/** The verdicts of the JSON Schema and of the rules on a config. */
const judgesOf = (taxonomy: Taxonomy) => {
  const validate = ajv.compile({ ...configSchema(taxonomy) })
  const vocabulary = vocabularyOf(taxonomy.dimensions, taxonomy.rules)
  return (config: unknown) => {
    const problems = configProblems(vocabulary, config)
    return { schema: validate(config), own: problems.length === 0, problems }
  }
}

/** The settings of random configs. Most could be valid, so that both verdicts are common. */
const Choice = Schema.Struct({ kind: Schema.Int, picks: Schema.Array(Schema.Natural), flag: Schema.Boolean })

type Choice = typeof Choice.Type

const configOf = ({ dimensions }: Taxonomy, choices: ReadonlyArray<Choice>): unknown =>
  Object.fromEntries(
    dimensions.flatMap(({ name, shape, values }, index) => {
      const choice = choices[index % Math.max(1, choices.length)]
      if (choice === undefined || choice.kind % 7 === 0) return []
      const codes = [...values.map(({ code }) => code), "unknown"]
      const picked = choice.picks.map((pick) => codes[pick % codes.length] ?? "unknown")
      const settings = {
        single: picked[0] ?? "unknown",
        multiple: picked,
        territory: { global: choice.flag, countries: picked },
        flags: Object.fromEntries(picked.map((code) => [code, choice.flag]))
      }
      const misfits = [
        null,
        7,
        {},
        [[]],
        { global: true },
        { global: true, countries: [], more: 1 },
        [7],
        settings.single
      ]
      const misfit = misfits[choice.picks.length % misfits.length]
      return [[name, choice.kind % 11 === 5 ? misfit : settings[shape]]]
    })
  )

/** A config that meets every condition of a rule, if one can. */
const configMeeting = (taxonomy: Taxonomy, { forbid }: ConflictRule): unknown =>
  Object.fromEntries(
    taxonomy.dimensions.flatMap(({ name, required, shape, values }) => {
      const condition = forbid[name]
      if (condition === undefined && !required) return []
      const codes = condition === undefined ? [] : codesOf(condition, shape).map(({ value }) => value)
      const first = codes[0] ?? values[0]?.code ?? ""
      const settings = {
        single: first,
        multiple: [...new Set(codes)],
        territory: { global: false, ...condition, countries: [...new Set(codes)] },
        flags: { ...condition }
      }
      return [[name, settings[shape]]]
    })
  )

describe("config.schema.json", { concurrent: false }, () => {
  const seen = { accepted: 0, refused: 0, conflicts: 0 }

  it.prop(
    "accepts exactly the configs that the rules accept",
    [taxonomies, Schema.Array(Choice).check(Schema.isMaxLength(6))],
    ([taxonomy, choices]) => {
      const configs = [
        configOf(taxonomy, choices),
        ...taxonomy.rules.map((rule) => configMeeting(taxonomy, rule)),
        ...taxonomy.licenses.map(({ config }) => config),
        {},
        null,
        [],
        "x"
      ]
      const verdicts = judgesOf(taxonomy)
      for (const config of configs) {
        const { own, problems, schema } = verdicts(config)
        assert.strictEqual(schema, own, JSON.stringify({ config, problems }))
        seen[own ? "accepted" : "refused"] += 1
        if (problems.some(({ _tag }) => _tag === "Conflict")) seen.conflicts += 1
      }
    },
    { arbitrary: { runs: 400 } }
  )

  it("was tested on valid and invalid configs of every kind", () => {
    for (const count of Object.values(seen)) assert.isAbove(count, 20)
  })
})
