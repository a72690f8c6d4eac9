import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { configProblems, vocabularyOf } from "../../../../src/domain/taxonomy/ConfigValidation.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { configSchema } from "../../../../src/release/format1/ConfigSchema.ts"
import { choices, configsOf } from "../../../support/arbitrary/configs.ts"
import { taxonomies } from "../../../support/arbitrary/taxonomies.ts"
import { forbiddingFlag, operatorLikeFlags } from "../../../support/domain/OperatorLikeFlags.ts"

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

describe("a conflict rule about flags that are named like operators", () => {
  it.each(operatorLikeFlags)("forbids only configs with both flags that it names: %s", (member) => {
    const { allowed, forbidden, taxonomy } = forbiddingFlag(member)
    const verdicts = judgesOf(taxonomy)
    assert.include(verdicts(forbidden), { schema: false, own: false })
    for (const config of allowed) assert.include(verdicts(config), { schema: true, own: true }, JSON.stringify(config))
  })
})

/** The taxonomy with the rules that format 1 has: they bind, and forbid. */
const inFormat1 = (taxonomy: Taxonomy): Taxonomy => ({
  ...taxonomy,
  rules: taxonomy.rules.filter(({ advice, forbid }) => advice !== true && forbid !== undefined)
})

describe("config.schema.json", { concurrent: false }, () => {
  const seen = { accepted: 0, refused: 0, conflicts: 0 }

  it.prop(
    "accepts exactly the configs that the rules accept",
    [taxonomies, choices],
    ([generated, choices]) => {
      const taxonomy = inFormat1(generated)
      const verdicts = judgesOf(taxonomy)
      for (const config of configsOf(taxonomy, choices)) {
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
