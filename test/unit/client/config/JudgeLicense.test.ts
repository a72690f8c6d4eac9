import { assert, describe, it } from "@effect/vitest"
import {
  covers,
  describeCovers,
  describePermits,
  InvalidArgument,
  InvalidConfig,
  permits,
  type ConfigRules
} from "../../../../src/client/Validate.ts"
import { compileConfig, compileUse } from "../../../../src/domain/reasoning/CompileConfig.ts"
import { explainCovers } from "../../../../src/domain/reasoning/ExplainCovers.ts"
import { explainPermits } from "../../../../src/domain/reasoning/Permits.ts"
import type { Dimension, Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../../../src/domain/vocabulary/Snapshot.ts"
import { servedSchema } from "../../../support/domain/PublishedSchemas.ts"
import { makeRandom, nearbyConfig, randomConfig, randomTaxonomy } from "../../../support/domain/RandomMeanings.ts"

const dimension = (
  name: string,
  fields: Pick<Dimension, "shape"> & Partial<Dimension>,
  labels: Readonly<Record<string, string>>
): Dimension => ({
  name,
  label: name.toUpperCase(),
  description: "…",
  required: false,
  ...fields,
  values: Object.entries(labels).map(([code, label]) => ({ code, label, description: "…" }))
})

const taxonomy: Taxonomy = {
  namespace: "nil",
  title: "…",
  description: "…",
  licenses: [],
  rules: [
    {
      id: "no-cars-online",
      description: "Cars are not shown online.",
      forbid: { goods: { contains: "CARS" }, media: { contains: "WEB" } }
    }
  ],
  dimensions: [
    dimension("goods", { shape: "multiple", role: "scope" }, { CARS: "Cars", TOYS: "Toys" }),
    dimension("media", { shape: "multiple", role: "scope", required: true }, { TV: "Television", WEB: "Web" })
  ]
}

const schema = servedSchema(taxonomy)

const thrownBy = <E>(type: new (...parts: never) => E, run: () => unknown): E => {
  try {
    run()
  } catch (error) {
    if (error instanceof type) return error
    throw error
  }
  throw new Error("Nothing was thrown")
}

describe("covers and permits of the client", () => {
  it("answer by the body of a release as the pipeline answers by its sources", () => {
    const verdicts = new Set<string>()
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = makeRandom(seed)
      const sample = randomTaxonomy(random)
      const [snapshot, body] = [snapshotOf(sample), servedSchema(sample)]
      const a = randomConfig(random, sample)
      const b = nearbyConfig(random, sample, a)
      const use = randomConfig(random, sample, 0.75)
      const [ofA, ofB] = [compileConfig(snapshot, a), compileConfig(snapshot, b)]
      const facts = { release: "1.0.0", config: a }
      const answers = [covers(body, a, b), permits(body, a, use)] as const
      assert.deepStrictEqual(answers[0], { ...facts, ...explainCovers(ofA, ofB) })
      assert.deepStrictEqual(answers[1], { ...facts, ...explainPermits(ofA, compileUse(snapshot, use)) })
      for (const [index, { verdict }] of answers.entries()) verdicts.add(`${index} ${verdict}`)
    }
    assert.strictEqual(verdicts.size, 6)
  })

  it("refuse codes that the release lacks, and what its rules forbid, with the problems", () => {
    const media = ["WEB"]
    const license = thrownBy(InvalidConfig, () => permits(schema, { media, goods: ["cars"] }, {}))
    assert.strictEqual(license._tag, "InvalidConfig")
    assert.strictEqual(license.argument, "license")
    assert.strictEqual(license.message, 'license: GOODS (goods) has no value "cars". Correct it, and ask again.')
    assert.deepStrictEqual(license.problems[0]?.suggestions, ["CARS"])
    const use = thrownBy(InvalidConfig, () => permits(schema, { media }, { goods: ["CAR"], medium: "TV" }))
    assert.strictEqual(use.argument, "use")
    assert.lengthOf(use.problems, 2)
    const forbidden = { media, goods: ["CARS"] }
    assert.strictEqual(thrownBy(InvalidConfig, () => covers(schema, { media }, forbidden)).argument, "b")
    assert.strictEqual(thrownBy(InvalidConfig, () => covers(schema, { goods: ["TOYS"] }, { media })).argument, "a")
    assert.strictEqual(thrownBy(InvalidConfig, () => covers(schema, undefined, { media })).argument, "a")
  })

  it("let a use name what it wants alone, whatever the rules say of licenses", () => {
    const answer = permits(schema, { media: ["WEB", "TV"], goods: undefined }, { goods: ["CARS"], media: ["WEB"] })
    assert.strictEqual(answer.verdict, "unknown")
    assert.deepStrictEqual(answer.config, { media: ["WEB", "TV"] })
    assert.deepStrictEqual(answer.open, [{ dimension: "goods", of: "license" }])
  })

  it("have no answer by a release without roles, or by what is no schema", () => {
    const plain = servedSchema({ ...taxonomy, rules: [], dimensions: [dimension("goods", { shape: "multiple" }, {})] })
    for (const ask of [() => covers(plain, {}, {}), () => permits(plain, {}, {})]) {
      const { argument, message } = thrownBy(InvalidArgument, ask)
      assert.strictEqual(argument, "schema")
      assert.match(message, /^schema: No dimension of release 1\.0\.0 has a role/)
    }
    const [goods] = Object.values(schema.dimensions)
    assert.isDefined(goods)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A program in JavaScript can pass anything
    const broken = { ...schema, dimensions: { goods: { ...goods, role: "scopes" } } } as unknown as ConfigRules
    assert.match(thrownBy(InvalidArgument, () => covers(broken, {}, {})).message, /goods.*role/)
    const { _meta: _, ...unversioned } = schema
    assert.match(thrownBy(InvalidArgument, () => covers(unversioned, {}, {})).message, /_meta/)
  })

  it("are described with the labels of the schema", () => {
    const { goods } = schema.dimensions
    const german: ConfigRules = {
      ...schema,
      dimensions: {
        ...schema.dimensions,
        ...(goods && {
          goods: {
            ...goods,
            name: "Waren",
            value_details: { ...goods.value_details, TOYS: { label: "Spielzeug", description: "…" } }
          }
        })
      }
    }
    const [a, b] = [
      { media: ["TV"], goods: ["CARS"] },
      { media: ["TV"], goods: ["TOYS"] }
    ]
    assert.deepStrictEqual(describeCovers(german, covers(german, a, b), { a: "The license", b: "the sublicense" }), [
      "No. The license does not cover the sublicense.",
      "  Waren (goods): The license is for Cars (CARS), not for Spielzeug (TOYS)",
      "What would let The license cover the sublicense: add Spielzeug (TOYS) to Waren (goods).",
      "By release 1.0.0. As far as the codes say; not legal advice."
    ])
    const answer = permits(schema, { media: ["WEB"], goods: ["TOYS"] }, { goods: ["CARS"] })
    assert.deepStrictEqual(describePermits(schema, answer, { license: "LIC-1", use: "the poster" }), [
      "No. LIC-1 does not permit the poster.",
      "  GOODS (goods): the license is for Toys (TOYS), not for Cars (CARS)",
      "Within the license, where the use names nothing:",
      "  MEDIA (media): The license covers only: Web (WEB).",
      "What would permit it: add Cars (CARS) to GOODS (goods). The license would then be invalid, by the rule rules/no-cars-online.",
      "By release 1.0.0. As far as the codes say; not legal advice."
    ])
  })
})
