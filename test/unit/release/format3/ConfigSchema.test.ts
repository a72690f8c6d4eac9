import { assert, describe, it } from "@effect/vitest"
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js"
import { configProblems, vocabularyOf, type ConfigViolation } from "../../../../src/domain/taxonomy/ConfigValidation.ts"
import { normalize } from "../../../../src/domain/taxonomy/Normalize.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import type { Dimension, Taxonomy, Value } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { configSchema } from "../../../../src/release/format3/ConfigSchema.ts"
import { choices, configsOf } from "../../../support/arbitrary/configs.ts"
import { taxonomies } from "../../../support/arbitrary/taxonomies.ts"
import { forbiddingFlag, operatorLikeFlags } from "../../../support/domain/OperatorLikeFlags.ts"

const version = Version.make("1.2.3")

const schemaOf = (taxonomy: Taxonomy) => configSchema({ taxonomy, version })

/** As strict as ajv can be. It reports every error with the schema that it is about. */
const ajv = new Ajv2020({ strict: true, ownProperties: true, allErrors: true, verbose: true })

const compile = (taxonomy: Taxonomy) => {
  // ajv keeps one schema of a name.
  ajv.removeSchema(`urn:taxonomy:${taxonomy.namespace}:${version}:config`)
  return ajv.compile({ ...schemaOf(taxonomy) })
}

const problemsOf = (taxonomy: Taxonomy, config: unknown): ReadonlyArray<ConfigViolation> =>
  configProblems(vocabularyOf(taxonomy.dimensions, taxonomy.rules), config)

describe("config.schema.json of format 3", { concurrent: false }, () => {
  const seen = { accepted: 0, refused: 0, conflicts: 0 }

  it.prop(
    "accepts exactly the configs that the rules accept, and reports conflicts at the same dimension",
    [taxonomies, choices],
    ([taxonomy, choices]) => {
      const validate = compile(taxonomy)
      for (const config of configsOf(taxonomy, choices)) {
        const problems = problemsOf(taxonomy, config)
        assert.strictEqual(validate(config), problems.length === 0, JSON.stringify({ config, problems }))
        seen[problems.length === 0 ? "accepted" : "refused"] += 1
        // The rules are judged only if every setting is sound, while the schema reports what it can.
        if (!problems.every(({ _tag }) => _tag === "Conflict" || _tag === "MissingDimension")) continue
        assert.deepStrictEqual(conflictsIn(validate.errors ?? []), problems.flatMap(conflictOf).toSorted())
        if (problems.some(({ _tag }) => _tag === "Conflict")) seen.conflicts += 1
      }
    },
    { arbitrary: { runs: 300 } }
  )

  it("was tested on valid and invalid configs of every kind", () => {
    for (const count of Object.values(seen)) assert.isAbove(count, 20)
  })
})

describe("a conflict rule about flags that are named like operators", () => {
  it.each(operatorLikeFlags)("forbids only configs with both flags that it names: %s", (member) => {
    const { allowed, forbidden, taxonomy } = forbiddingFlag(member)
    const validate = compile(taxonomy)
    assert.isFalse(validate(forbidden))
    assert.deepStrictEqual(conflictsIn(validate.errors ?? []), problemsOf(taxonomy, forbidden).flatMap(conflictOf))
    for (const config of allowed) assert.isTrue(validate(config), JSON.stringify(config))
  })
})

/** The broken rules and where they are reported, as a form reads them: `/use_type no-news: News is never licensed.` */
const conflictsIn = (errors: ReadonlyArray<ErrorObject>): ReadonlyArray<string> =>
  errors
    .filter(({ schemaPath }) => /^#\/dependentSchemas\/.*\/not$/.test(schemaPath))
    .map(
      ({ instancePath, parentSchema }) => `${instancePath} ${parentSchema?.["title"]}: ${parentSchema?.["description"]}`
    )
    .toSorted()

const conflictOf = (problem: ConfigViolation): ReadonlyArray<string> =>
  problem._tag === "Conflict" ? [`/${problem.path[0]} ${problem.rule.id}: ${problem.rule.description}`] : []

const deprecated = { replaced_by: [], reason: "Nobody uses it." }

const value = (code: string, more: Partial<Value> = {}): Value => ({
  code,
  label: `Label of ${code}`,
  description: `What ${code} means.`,
  definition: `The legal meaning of ${code}.`,
  ...more
})

const dimension = (shape: Dimension["shape"], ...values: ReadonlyArray<Value>): Dimension => ({
  name: `by_${shape}`,
  label: `Label of ${shape}`,
  description: `What ${shape} means.`,
  definition: `The legal meaning of ${shape}.`,
  shape,
  required: shape === "multiple",
  values
})

const taxonomyOf = (...dimensions: ReadonlyArray<Dimension>): Taxonomy =>
  normalize({ namespace: "test", title: "Test", description: "A test.", dimensions, licenses: [], rules: [] })

describe("the texts of config.schema.json", () => {
  const old = value("OLD", { deprecated })
  const ofNew = { const: "NEW", title: "Label of NEW", description: "What NEW means." }
  const ofOld = { const: "OLD", title: "Label of OLD", description: "What OLD means.", deprecated: true }
  const properties = (...dimensions: ReadonlyArray<Dimension>) => schemaOf(taxonomyOf(...dimensions))["properties"]

  it("name the taxonomy and the release", () => {
    const { $id, description, title } = schemaOf(taxonomyOf())
    assert.deepStrictEqual(
      { $id, description, title },
      {
        $id: "urn:taxonomy:test:1.2.3:config",
        description: "A test.",
        title: "Test"
      }
    )
  })

  it("label codes, and mark what is deprecated, in every shape", () => {
    const values = [value("NEW"), old]
    assert.deepStrictEqual(
      properties(
        { ...dimension("single", ...values), deprecated },
        dimension("multiple", ...values),
        dimension("territory", ...values),
        dimension("flags", ...values)
      ),
      {
        by_flags: {
          title: "Label of flags",
          description: "What flags means.",
          type: "object",
          properties: {
            NEW: { title: "Label of NEW", description: "What NEW means.", type: "boolean" },
            OLD: { title: "Label of OLD", description: "What OLD means.", deprecated: true, type: "boolean" }
          },
          additionalProperties: false
        },
        by_multiple: {
          title: "Label of multiple",
          description: "What multiple means.",
          type: "array",
          items: { oneOf: [ofNew, ofOld] },
          uniqueItems: true
        },
        by_single: {
          title: "Label of single",
          description: "What single means.",
          deprecated: true,
          type: "string",
          oneOf: [ofNew, ofOld]
        },
        by_territory: {
          title: "Label of territory",
          description: "What territory means.",
          type: "object",
          properties: {
            global: { title: "Worldwide", type: "boolean", default: false },
            countries: { title: "Countries", type: "array", items: { oneOf: [ofNew, ofOld] }, uniqueItems: true }
          },
          required: ["global", "countries"],
          additionalProperties: false
        }
      }
    )
  })

  it("are left out of lists that are too long for ajv and for a form", () => {
    const codes = Array.from({ length: 501 }, (_, index) => `C${index}`)
    const taxonomy = taxonomyOf({ ...dimension("single", ...codes.map((code) => value(code))) })
    assert.deepInclude(properties(...taxonomy.dimensions), {
      by_single: { title: "Label of single", description: "What single means.", type: "string", enum: codes }
    })
    const validate = compile(taxonomy)
    assert.isTrue(validate({ by_single: "C500" }))
    assert.isFalse(validate({ by_single: "C501" }))
  })

  it("stay a schema that strict validators accept if a dimension has no values", () => {
    const taxonomy = taxonomyOf(dimension("single"), dimension("multiple"), dimension("territory"), dimension("flags"))
    const validate = compile(taxonomy)
    const territory = { global: true, countries: [] }
    for (const [config, isValid] of [
      [{ by_multiple: [], by_territory: territory, by_flags: {} }, true],
      [{ by_multiple: ["A"] }, false],
      [{ by_multiple: [], by_single: "A" }, false],
      [{ by_multiple: [], by_territory: { ...territory, countries: ["A"] } }, false]
    ] as const) {
      assert.strictEqual(validate(config), isValid, JSON.stringify(config))
      assert.strictEqual(problemsOf(taxonomy, config).length === 0, isValid)
    }
  })
})
