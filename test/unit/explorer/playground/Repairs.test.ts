import { assert, describe, it } from "@effect/vitest"
import type { Config } from "../../../../src/domain/taxonomy/Config.ts"
import { configProblems, vocabularyOf } from "../../../../src/domain/taxonomy/ConfigValidation.ts"
import { findRepairs } from "../../../../src/explorer/playground/Repairs.ts"
import { summaryOf } from "../../../../src/explorer/playground/Verdict.tsx"
import { taxonomyOf, useType } from "../../../support/domain/SmallTaxonomy.ts"

const value = (code: string) => ({ code, label: code, description: code })
const taxonomy = taxonomyOf({
  dimensions: [
    { ...useType, shape: "multiple", required: true, values: ["WATER", "FIRE"].map(value) },
    { ...useType, name: "flag", shape: "flags", required: false, values: ["a", "b"].map(value) }
  ],
  rules: [
    {
      id: "no-fire",
      description: "No fire with a.",
      forbid: { use_type: { contains: "FIRE" }, flag: { a: true } }
    }
  ]
})
const vocabulary = vocabularyOf(taxonomy.dimensions, taxonomy.rules)
const problemsOf = (config: Config) => configProblems(vocabulary, config)

describe("findRepairs", () => {
  it("leaves out one value of what a rule forbids together, and nothing that breaks something else", () => {
    const config = { use_type: ["WATER", "FIRE"], flag: { a: true, b: false } }
    const repairs = problemsOf(config).flatMap((problem) => findRepairs(vocabulary, config, problem))
    assert.deepStrictEqual(
      repairs.map(({ config: repaired }) => repaired),
      [
        { use_type: ["WATER"], flag: { a: true, b: false } },
        { use_type: ["WATER", "FIRE"], flag: { b: false } }
      ]
    )
    // Without its only value, a required dimension would be missing.
    const only = { use_type: ["FIRE"], flag: { a: true } }
    const [problem] = problemsOf(only)
    assert.deepStrictEqual(problem && findRepairs(vocabulary, only, problem).map((repair) => repair.config), [
      { use_type: ["FIRE"] }
    ])
  })

  it("leaves out what the release does not have, and offers nothing for what is missing", () => {
    const config = { use_type: ["WATER", "EARTH"], other: "X" }
    const repairs = problemsOf(config).map((problem) => findRepairs(vocabulary, config, problem))
    assert.deepStrictEqual(
      repairs.map((each) => each.map((repair) => repair.config)),
      [[{ use_type: ["WATER"], other: "X" }], [{ use_type: ["WATER", "EARTH"] }]]
    )
    assert.deepStrictEqual(
      problemsOf({}).flatMap((problem) => findRepairs(vocabulary, {}, problem)),
      []
    )
  })
})

describe("summaryOf", () => {
  it("tells terms that are wrong from those that are not complete", () => {
    const kinds = [{}, { flag: { a: true } }, { use_type: ["EARTH"] }, { use_type: ["FIRE"] }].map((config) => {
      const { kind, text } = summaryOf(config, problemsOf(config))
      return [kind, text]
    })
    assert.deepStrictEqual(kinds, [
      ["open", "Nothing is chosen yet"],
      ["open", "Not complete: 1 required dimension to set"],
      ["invalid", "Not valid: 1 problem"],
      ["valid", "Valid"]
    ])
  })
})
