import { assert, describe, it } from "@effect/vitest"
import { applyWaivers } from "../../../../src/domain/checks/ApplyWaivers.ts"
import { isError } from "../../../../src/domain/Finding.ts"
import { decide, findAll, propose, type Publish } from "../../../../src/domain/release/PublishRelease.ts"
import { formatItem } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { histories } from "../../../support/domain/RandomHistories.ts"
import { allFindings, found, foundInAll, given, release, waiver } from "../../../support/domain/ReleaseScenario.ts"
import { add, deprecate, edit, forbid, grow, remove, type Edit } from "../../../support/domain/TaxonomyEdits.ts"

const qsr = "exclusive_categories/QSR"

const fastFood = "exclusive_categories/QSR_FAST_FOOD"

const first = given(release("1.0.0", "2026-01-10"))

const story = given(release("1.0.0", "2026-01-10"), release("1.1.0", "2026-02-10", deprecate(fastFood, "QSR")))

/** Removes an item and leaves the configs as they are. */
const forget =
  (dimension: string, value?: string): Edit =>
  (taxonomy) => ({
    ...taxonomy,
    dimensions: taxonomy.dimensions.flatMap((other) => {
      if (other.name !== dimension) return [other]
      return value === undefined ? [] : [{ ...other, values: other.values.filter(({ code }) => code !== value) }]
    })
  })

describe("one mistake", () => {
  it("of a published value that was renamed is one finding, with the uses as part of it", () => {
    const renamed = [forget("exclusive_categories", "QSR_FAST_FOOD"), add("exclusive_categories/QSR_FASTFOOD")]
    const decision = first.when("1.1.0", "2026-02-10", ...renamed)
    assert.deepStrictEqual(found(decision), [`deprecation/removed-without-deprecation ${fastFood}`])
    assert.sameMembers(foundInAll(decision).slice(1), [
      `deprecation/removed-outside-major ${fastFood}`,
      "reference/unknown-value MENU"
    ])
    assert.deepStrictEqual(decision.notChecked, ["version"])
  })

  it("of a code whose case was changed is one finding", () => {
    const decision = first.when("1.1.0", "2026-02-10", remove(qsr), add("exclusive_categories/qsr"))
    assert.deepStrictEqual(found(decision), [`deprecation/removed-without-deprecation ${qsr}`])
    assert.include(foundInAll(decision), "code/reused exclusive_categories/qsr")
    assert.isUndefined(decision.findings[0]?.fix)
  })

  it("of a dimension that was removed or renamed is one finding", () => {
    for (const edits of [[forget("use_type")], [forget("use_type"), add("use_types", { required: true })]]) {
      const decision = first.when("1.1.0", "2026-02-10", ...edits)
      assert.deepStrictEqual(found(decision), ["deprecation/removed-without-deprecation use_type"])
      assert.include(foundInAll(decision), "reference/unknown-dimension NEWS")
    }
  })

  it("of a value that is removed too early is one finding, which tells all conditions", () => {
    const decision = story.when("1.2.0", "2026-03-10", remove(fastFood))
    assert.deepStrictEqual(found(decision), [`deprecation/removed-before-minor-releases ${fastFood}`])
    assert.sameMembers(foundInAll(decision).slice(1), [
      `deprecation/removed-before-six-months ${fastFood}`,
      `deprecation/removed-outside-major ${fastFood}`,
      "semver/bump-too-small"
    ])
  })

  it("of a dimension that is required too early is one finding at the dimension", () => {
    const decision = first.when("1.1.0", "2026-02-10", add("tone", { required: true }))
    assert.deepStrictEqual(found(decision), ["reference/missing-dimension tone"])
    assert.deepStrictEqual(decision.findings[0]?.context, {
      dimension: "tone",
      licenses: ["CLASS", "MENU", "NEWS"],
      is_major: false
    })
  })

  it("of a shape that was changed is one finding at the dimension", () => {
    const decision = first.when("1.1.0", "2026-02-10", edit("use_type", { shape: "single" }))
    assert.deepStrictEqual(found(decision), ["reference/shape-changed use_type"])
    assert.deepStrictEqual(foundInAll(decision).slice(1), ["source/wrong-type NEWS"])
  })

  it("of a rule that forbids what is offered is one finding at the rule", () => {
    const decision = first.when("2.0.0", "2026-02-10", forbid("no-news", { use_type: { contains: "editorial" } }))
    assert.deepStrictEqual(found(decision), ["license/conflict rules/no-news"])
    assert.deepStrictEqual(decision.findings[0]?.context.licenses, ["NEWS"])
  })

  it("of the newest sources under an older version is one finding", () => {
    const two = given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-10", deprecate("CLASS")),
      release("1.2.0", "2026-03-10", grow("a")),
      release("1.3.0", "2026-04-10", grow("b")),
      release("2.0.0", "2026-09-10", remove("CLASS"))
    )
    const newest = [...two.history.releases.values()].at(-1)?.taxonomy
    const sources: Edit = (taxonomy) => newest ?? taxonomy
    const decision = two.when("1.3.1", "2026-10-10", sources, edit(qsr, { label: "The QSRs" }))
    assert.deepStrictEqual(found(decision), ["lifecycle/sources-of-newer-line"])
    assert.strictEqual(decision.findings[0]?.context.correction, "1.3.1")
    // A correction on that line, with its own sources.
    assert.deepStrictEqual(found(two.when("1.3.1", "2026-10-10", edit(qsr, { label: "The QSRs" }))), [])
  })
})

describe("two mistakes", () => {
  it("are two findings: a removal that is too early, and another change that requires a larger bump", () => {
    const decision = story.when("1.2.0", "2026-03-10", remove(fastFood), edit("NEWS", { config: {} }))
    assert.deepStrictEqual(found(decision), [
      "semver/bump-too-small",
      `deprecation/removed-before-minor-releases ${fastFood}`
    ])
  })

  it("are two findings: two items that are removed too early", () => {
    const decision = story.when("2.0.0", "2026-03-10", remove(fastFood), remove("CLASS"))
    assert.deepStrictEqual(found(decision), [
      `deprecation/removed-before-minor-releases ${fastFood}`,
      "deprecation/removed-without-deprecation CLASS"
    ])
  })

  it("are two findings: a removal, and an unknown name that never existed", () => {
    const decision = first.when(
      "2.0.0",
      "2026-03-10",
      forget("use_type", "educational"),
      edit("NEWS", { config: { use_type: ["editorial", "sport"] } })
    )
    assert.deepStrictEqual(found(decision), [
      "deprecation/removed-without-deprecation use_type/educational",
      "reference/unknown-value NEWS"
    ])
  })
})

describe("a waiver", () => {
  const conditions = ["deprecation/removed-before-minor-releases", "deprecation/removed-before-six-months"]

  it("of one condition leaves the others", () => {
    for (const [index, next] of [...conditions, "deprecation/removed-outside-major"].entries()) {
      const waivers = conditions.slice(0, index).map((rule) => waiver(rule, fastFood, "1.2.0"))
      const decision = story.when("1.2.0", { date: "2026-03-10", waivers }, remove(fastFood))
      assert.deepStrictEqual(found(decision), [`${next} ${fastFood}`])
      assert.strictEqual(decision.waivers.length, index)
    }
  })

  it("that is misspelt is the finding, and names what it nearly covers", () => {
    const [rule = ""] = conditions
    for (const [written, subject] of [
      [rule, "exclusive_categories/QSR_FASTFOOD"],
      [rule, "QSR_FAST_FOOD"],
      [rule.replace("minor", "minro"), fastFood],
      ["code/reused", fastFood]
    ] as const) {
      const waivers = [waiver(written, subject, "2.0.0")]
      const decision = story.when("2.0.0", { date: "2026-09-10", waivers }, remove(fastFood))
      assert.deepStrictEqual(found(decision), [`waiver/unused ${subject}`])
      assert.deepStrictEqual(decision.findings[0]?.context.near, { rule, subject: fastFood })
    }
  })

  it("of another version is named by the finding", () => {
    const later = waiver("deprecation/removed-before-minor-releases", fastFood, "2.1.0")
    const decision = story.when("2.0.0", { date: "2026-09-10", waivers: [later] }, remove(fastFood))
    assert.deepStrictEqual(decision.findings[0]?.near_waiver, {
      version: later.version,
      location: { _tag: "Waiver", index: 0 }
    })
  })
})

/** The same proposal, with names that lead nowhere, and with waivers of some of its findings. */
const variantsOf = (history: Parameters<typeof decide>[0], command: Publish): ReadonlyArray<Publish> => {
  const { taxonomy, version } = command
  const broken = { ...command, taxonomy: { ...taxonomy, dimensions: taxonomy.dimensions.slice(1) } }
  const valueless = taxonomy.dimensions.map((dimension) => ({ ...dimension, values: dimension.values.slice(1) }))
  const variants = [command, broken, { ...command, taxonomy: { ...taxonomy, dimensions: valueless } }]
  return variants.flatMap((variant) => {
    const all = findAll(propose(history, variant)).flatMap(({ item, rule }) =>
      item === undefined ? [] : [waiver(rule, formatItem(item), version)]
    )
    const misspelt = all.slice(0, 1).map((other) => ({ ...other, subject: `${other.subject}_` }))
    return [[], all.filter((_, index) => index % 2 === 0), all, misspelt].map((waivers) => ({ ...variant, waivers }))
  })
}

describe("a proposal", () => {
  it.prop(
    "is refused if and only if one of all its findings is an error that no waiver covers",
    [histories],
    ([told]) => {
      for (const { before, command } of told.attempts) {
        if (before.releases.has(command.version)) continue
        for (const variant of variantsOf(before, command)) {
          const all = applyWaivers(variant, findAll(propose(before, variant)), before).findings
          const decision = decide(before, variant)
          assert.strictEqual(decision.outcome._tag === "Refused", all.some(isError))
          assert.strictEqual(decision.findings.some(isError), all.some(isError))
          const reported = allFindings(decision)
          assert.isAtMost(reported.length, all.length)
          assert.strictEqual(new Set(reported).size, reported.length)
        }
      }
    },
    { arbitrary: { runs: 12 } }
  )
})
