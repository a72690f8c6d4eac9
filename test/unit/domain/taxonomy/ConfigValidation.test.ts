import { assert, describe, it } from "@effect/vitest"
import { configProblems, vocabularyOf, type Vocabulary } from "../../../../src/domain/taxonomy/ConfigValidation.ts"
import { contractRelease } from "../../../support/domain/Contracts.ts"

const isValidConfig = (vocabulary: Vocabulary, config: unknown): boolean =>
  configProblems(vocabulary, config).length === 0

describe("configProblems", () => {
  it("sees holes, repeated codes in lists of every length, and what a prototype has", () => {
    const codes = Array.from({ length: 40 }, (_, index) => `C${index}`)
    const { dimensions, rules } = contractRelease(
      "1.0.0",
      { use: `multiple ${codes.join(" ")}`, where: "territory NO", constructor: "flags A" },
      { required: ["constructor"] }
    )
    const vocabulary = vocabularyOf(dimensions, rules)
    const flags = { constructor: { A: false } }
    assert.isTrue(isValidConfig(vocabulary, { ...flags, use: codes, where: { global: false, countries: ["NO"] } }))
    assert.isTrue(isValidConfig(vocabulary, { ...flags, use: codes.slice(0, 3) }))
    const holes = Object.assign(["C1"], { 2: "C3" })
    for (const config of [
      { use: codes },
      { ...flags, use: [...codes, "C0"] },
      { ...flags, use: ["C1", "C2", "C1"] },
      { ...flags, use: holes },
      { ...flags, use: undefined },
      { ...flags, where: { global: false, countries: ["NO"], more: true } },
      { ...flags, where: { global: 1, countries: ["NO"] } },
      { constructor: ["A"] },
      [],
      null
    ]) {
      assert.isFalse(isValidConfig(vocabulary, config))
    }
  })

  it("finds the broken one of many rules", () => {
    const codes = Array.from({ length: 40 }, (_, index) => `C${index}`)
    const { dimensions, rules } = contractRelease(
      "1.0.0",
      { use: `multiple ${codes.join(" ")}`, more: "flags A B" },
      {
        rules: codes.map((code) => ({
          id: `never-${code.toLowerCase()}`,
          description: "Never both.",
          forbid: { use: { contains_all: [code, "C39"] }, more: { A: true } }
        }))
      }
    )
    const vocabulary = vocabularyOf(dimensions, rules)
    for (const [config, isValid] of [
      [{ use: ["C1", "C39"], more: { A: true, B: false } }, false],
      [{ use: ["C1", "C39"], more: { A: false } }, true],
      [{ use: ["C1", "C38"], more: { A: true } }, true],
      [{ more: { A: true } }, true]
    ] as const) {
      assert.strictEqual(isValidConfig(vocabulary, config), isValid)
    }
  })

  it("finds the broken rules together with other problems, as far as no setting that they judge has one", () => {
    const rules = [
      { id: "never-a", description: "Never A.", forbid: { use: { contains: "A" } } },
      { id: "never-x", description: "Never X.", forbid: { more: { equals: "X" } } },
      {
        id: "a-needs-more",
        description: "A needs X.",
        when: { use: { contains: "A" } },
        require: { more: { equals: "X" } }
      }
    ]
    const terms = { use: "multiple A B", more: "single X", where: "territory NO", state: "multiple NO-1" }
    const options = { rules, required: ["where"], refines: { state: "where" } }
    const release = contractRelease("1.0.0", terms, options)
    const vocabulary = vocabularyOf(release.dimensions, release.rules)
    const found = (config: object): ReadonlyArray<string> =>
      configProblems(vocabulary, config).map((problem) =>
        problem._tag === "Conflict" ? problem.rule.id : `${problem._tag} ${problem.dimension}`
      )
    const where = { global: true, countries: [] }
    assert.deepStrictEqual(found({ use: ["A"], more: "Y", where, state: ["NO-1"] }), [
      "UnknownValue more",
      "UnlistedCountry state",
      "never-a"
    ])
    assert.deepStrictEqual(found({ use: ["A", "C"], more: "X", where: 1, state: ["NO-1"] }), [
      "UnknownValue use",
      "WrongShape where",
      "never-x"
    ])
    assert.deepStrictEqual(found({ use: ["A"] }), ["MissingDimension where", "never-a", "a-needs-more"])
    // The unknown name may be meant for the dimension that is left out.
    assert.deepStrictEqual(found({ use: ["A"], mroe: "X", where }), ["UnknownDimension mroe", "never-a"])
  })
})
