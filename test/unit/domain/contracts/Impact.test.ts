import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { assess } from "../../../../src/domain/contracts/Assess.ts"
import { makeImpactCount } from "../../../../src/domain/contracts/Impact.ts"
import { formatItem } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { contractConfigs, contractReleases } from "../../../support/arbitrary/contracts.ts"
import { contractRelease } from "../../../support/domain/Contracts.ts"

const from = contractRelease("1.0.0", { use: "multiple A B C", where: "territory NO SE" })
const to = contractRelease(
  "2.0.0",
  { use: "multiple B C", where: "territory NO SE" },
  {
    removed: { "use/A": "use/B" },
    deprecated: { "use/C": "use/B" },
    rules: [{ id: "never", description: "Never B alone.", forbid: { use: { contains: "B" }, where: { global: true } } }]
  }
)

const impactOf = (configs: ReadonlyArray<unknown>) => {
  const count = makeImpactCount()
  for (const config of configs) count.add(assess(config, from, to))
  return count.result()
}

describe("makeImpactCount", () => {
  it("counts contracts by verdict, by reason and by deprecated item, the most frequent first", () => {
    const global = { global: true, countries: [] }
    const impact = impactOf([
      { use: ["B"] },
      { use: ["C"] },
      { use: ["A"] },
      { use: ["A", "C"] },
      { use: ["A"], where: global },
      { use: ["B"], where: global },
      { use: ["NEVER"] }
    ])
    assert.strictEqual(impact.contracts, 7)
    assert.deepStrictEqual(impact.verdicts, { valid: 1, deprecated: 1, broken: 4, invalid: 1 })
    // The third would break the rule after the migration, and nothing replaces what the fourth breaks.
    assert.strictEqual(impact.migratable, 2)
    assert.deepStrictEqual(
      impact.breakages.map(({ breakage, contracts }) => [breakage._tag, formatItem(breakage.item), contracts]),
      [
        ["ItemRemoved", "use/A", 3],
        ["RuleBroken", "rules/never", 1]
      ]
    )
    assert.deepStrictEqual(
      impact.deprecations.map(({ contracts, reference }) => [formatItem(reference.item), contracts]),
      [["use/C", 2]]
    )
  })

  it("counts a contract once for an item that it names twice", () => {
    const { breakages, verdicts } = impactOf([{ use: ["A", "A"] }])
    assert.deepStrictEqual([verdicts.broken, breakages.map(({ contracts }) => contracts)], [1, [1]])
  })

  it("counts nothing without contracts", () => {
    assert.deepStrictEqual(impactOf([]), {
      contracts: 0,
      verdicts: { valid: 0, deprecated: 0, broken: 0, invalid: 0 },
      migratable: 0,
      breakages: [],
      deprecations: []
    })
  })

  it.prop(
    "agrees with the assessments of any configs",
    [contractReleases, contractReleases, Arbitrary.array(contractConfigs, { maxLength: 8 })],
    ([before, after, configs]) => {
      const count = makeImpactCount()
      const all = configs.map((config) => assess(config, before, after))
      for (const assessment of all) count.add(assessment)
      const { breakages, contracts, deprecations, migratable, verdicts } = count.result()
      assert.strictEqual(contracts, configs.length)
      const broken = all.filter(({ verdict }) => verdict === "broken")
      assert.strictEqual(verdicts.broken, broken.length)
      assert.strictEqual(migratable, broken.filter(({ migration }) => migration?.config !== undefined).length)
      for (const { breakage, contracts: counted } of breakages) {
        const isSame = (other: typeof breakage) =>
          other._tag === breakage._tag && formatItem(other.item) === formatItem(breakage.item)
        assert.strictEqual(counted, all.filter((each) => each.broken.some(isSame)).length)
      }
      for (const { contracts: counted, reference } of deprecations) {
        const name = formatItem(reference.item)
        assert.strictEqual(
          counted,
          all.filter(({ deprecated }) => deprecated.some(({ item }) => formatItem(item) === name)).length
        )
      }
    }
  )
})
