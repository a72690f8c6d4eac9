import { assert, describe, it } from "@effect/vitest"
import { formatItem } from "../../../../src/domain/taxonomy/ItemRef.ts"
import {
  allFindings,
  found,
  foundInAll,
  given,
  published,
  release,
  type Step,
  waiver
} from "../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../support/domain/RenderedFinding.ts"
import { add, deprecate, edit, grow, remove, type Edit } from "../../../support/domain/TaxonomyEdits.ts"

const rule = "code/reused"

const fastFood = "exclusive_categories/QSR_FAST_FOOD"

/** Removed in 2.0.0 as the rules want it. */
const gone = (subject: string): ReadonlyArray<Step> => [
  release("1.0.0", "2026-01-10", meaning("Its use.")),
  release("1.1.0", "2026-02-10", deprecate(subject)),
  release("1.2.0", "2026-03-10", grow("a")),
  release("1.3.0", "2026-04-10", grow("b")),
  release("2.0.0", "2026-09-10", remove(subject))
]

const meaning = (definition: string): Edit => edit("use_type", { definition })

describe("code/reused", () => {
  it("is found for a value, a dimension and a license that were removed, in any later version", () => {
    for (const subject of [fastFood, "attribution", "CLASS"]) {
      const story = given(...gone(subject), release("2.1.0", "2026-10-10", grow("c")))
      assert.deepStrictEqual(found(story.when("2.2.0", "2026-11-10", add(subject))), [`${rule} ${subject}`])
      assert.deepStrictEqual(found(story.when("3.0.0", "2036-11-10", meaning("It changed."), add(subject))), [
        `${rule} ${subject}`
      ])
    }
  })

  it("says that no version may use it, and names none", () => {
    const [finding] = given(...gone("CLASS"))
      .when("2.1.0", "2026-10-10", add("CLASS"))
      .findings.map(rendered)
    assert.strictEqual(finding?.help, "Choose another code.")
    assert.include(finding?.message, "it was removed in 2.0.0")
  })

  it("ignores case, and tells the two apart", () => {
    const decision = given(...gone(fastFood)).when("2.1.0", "2026-10-10", add("exclusive_categories/Qsr_Fast_Food"))
    assert.deepStrictEqual(found(decision), [`${rule} exclusive_categories/Qsr_Fast_Food`])
    assert.include(
      decision.findings.map(rendered)[0]?.message,
      `${fastFood}, which differs only in case, was removed in 2.0.0`
    )
  })

  it("is found where a release only changes the case of a code", () => {
    const story = given(...gone("CLASS"), release("2.1.0", "2026-10-10", deprecate(fastFood)))
    const decision = story.when("3.0.0", "2027-10-10", remove(fastFood), add("exclusive_categories/qsr_fast_food"))
    assert.include(foundInAll(decision), `${rule} exclusive_categories/qsr_fast_food`)
    assert.include(
      allFindings(decision)
        .map(rendered)
        .find((finding) => finding.rule === rule)?.message,
      "which differs only in case, is removed by this release"
    )
  })

  it("is not found for the same code in another dimension, nor for a license called like a value", () => {
    const story = given(...gone(fastFood))
    const decision = story.when("2.1.0", "2026-10-10", add("attribution/QSR_FAST_FOOD"), add("QSR_FAST_FOOD"))
    assert.deepStrictEqual(found(decision), [])
  })

  it("is found for a license called like a dimension that was removed, and for a dimension called like a license", () => {
    const license = given(...gone("attribution")).when("2.1.0", "2026-10-10", add("ATTRIBUTION"))
    assert.deepStrictEqual(found(license), [`${rule} ATTRIBUTION`])
    assert.include(license.findings.map(rendered)[0]?.message, "the dimension attribution was removed in 2.0.0")
    const dimension = given(...gone("CLASS")).when("2.1.0", "2026-10-10", add("class"))
    assert.deepStrictEqual(found(dimension), [`${rule} class`])
    const swapped = given(release("1.0.0", "2026-01-10")).when("2.0.0", "2026-10-10", remove("CLASS"), add("class"))
    assert.include(foundInAll(swapped), `${rule} class`)
  })

  it("is not found for a code that was never there", () => {
    assert.deepStrictEqual(found(given(...gone(fastFood)).when("2.1.0", "2026-10-10", add("COURSE"))), [])
  })

  it("may be waived; then the code is in use, and gone for good once it is removed again", () => {
    const back = given(
      ...gone("CLASS"),
      release("2.1.0", { date: "2026-10-10", waivers: [waiver(rule, "CLASS", "2.1.0")] }, add("CLASS")),
      release("2.2.0", "2026-11-10", deprecate("CLASS")),
      release("2.3.0", "2026-12-10", grow("c")),
      release("2.4.0", "2027-01-10", grow("d")),
      release("3.0.0", "2027-06-10", remove("CLASS"))
    )
    assert.deepStrictEqual(
      [...back.history.releases.values()].map(({ waivers }) => waivers.length),
      [0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    )
    const inUse = given(
      ...gone("CLASS"),
      release("2.1.0", { date: "2026-10-10", waivers: [waiver(rule, "CLASS", "2.1.0")] }, add("CLASS"))
    )
    const tombstonesOf = ({ history }: typeof back) =>
      [...history.tombstones.values()].map(({ item }) => formatItem(item))
    assert.deepStrictEqual(tombstonesOf(inUse), [])
    assert.deepStrictEqual(tombstonesOf(back), ["CLASS"])
    assert.deepStrictEqual(found(back.when("3.1.0", "2027-07-10", add("Class"))), [`${rule} Class`])
  })

  it("may be waived by a person for one code, not for another that comes with it", () => {
    const story = given(...gone("CLASS"))
    const waivers = [waiver(rule, "CLASS", "2.1.0")]
    const alone = story.when("2.1.0", { date: "2026-10-10", waivers }, add("CLASS"))
    assert.deepStrictEqual(published(alone).waivers, waivers)
    const otherCase = story.when("2.1.0", { date: "2026-10-10", waivers }, add("class-2"), add("Class"))
    assert.deepStrictEqual(foundInAll(otherCase), ["waiver/unused CLASS", `${rule} Class`])
  })
})
