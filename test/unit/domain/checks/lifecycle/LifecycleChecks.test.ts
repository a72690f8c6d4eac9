import { assert, describe, it } from "@effect/vitest"
import { ended, found, given, helpFor, release } from "../../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../../support/domain/RenderedFinding.ts"
import { add, edit, grow, remove, retitle } from "../../../../support/domain/TaxonomyEdits.ts"

const twoLines = [
  release("1.0.0", "2026-01-10"),
  release("2.0.0", "2026-02-10", edit("use_type", { definition: "What it is used for." }))
]

describe("lifecycle/end-of-life", () => {
  const rule = "lifecycle/end-of-life"
  const story = given(...twoLines, ended(1, "2026-06-30T00:00:00Z"))

  it("is found for a release on an ended major, from the moment on at which it ends", () => {
    for (const date of ["2026-06-30T00:00:00Z", "2027-01-01"]) {
      const decision = story.when("1.0.1", date, retitle("A correction"))
      assert.deepStrictEqual(found(decision), [rule])
      assert.strictEqual(helpFor(decision, rule), "Release on a later major version, such as v2.")
    }
  })

  it("is not found before the end, nor on another major", () => {
    assert.deepStrictEqual(found(story.when("1.0.1", "2026-06-29T23:59:59Z", retitle("A correction"))), [])
    assert.deepStrictEqual(found(story.when("2.0.1", "2027-01-01", retitle("A correction"))), [])
  })
})

describe("lifecycle/older-line-adds", () => {
  const rule = "lifecycle/older-line-adds"

  it("is found for a value, a dimension and a license that the newest major does not hold", () => {
    for (const subject of ["use_type/satire", "tone", "COURSE"]) {
      const decision = given(...twoLines).when("1.1.0", "2026-03-10", add(subject))
      assert.deepStrictEqual(found(decision), [`${rule} ${subject}`])
      assert.strictEqual(
        decision.findings.map(rendered)[0]?.message,
        `1.1.0 adds ${subject}, which 2.0.0 does not contain with an equal definition`
      )
    }
  })

  it("is not found once the newest major holds it", () => {
    for (const subject of ["use_type/satire", "tone", "COURSE"]) {
      const story = given(...twoLines, release("2.1.0", "2026-03-10", add(subject)))
      assert.deepStrictEqual(found(story.when("1.1.0", "2026-04-10", add(subject))), [])
    }
  })

  it("looks at the definition, not at the wording", () => {
    const definition = "Mockery of the mighty."
    const story = given(...twoLines, release("2.1.0", "2026-03-10", add("use_type/satire", { definition })))
    const adds = (extra: object) => found(story.when("1.1.0", "2026-04-10", add("use_type/satire", extra)))
    assert.deepStrictEqual(adds({ definition, label: "Mocking", description: "In other words." }), [])
    assert.deepStrictEqual(adds({}), [`${rule} use_type/satire`])
    assert.deepStrictEqual(adds({ definition: "Any joke." }), [`${rule} use_type/satire`])
  })

  it("compares the shape, the definition and every value of a dimension", () => {
    const calm = { code: "calm", label: "Calm", description: "Not loud.", definition: "Below 60 dB." }
    const loud = { code: "loud", label: "Loud", description: "Not calm." }
    const story = given(...twoLines, release("2.1.0", "2026-03-10", add("tone", { values: [calm, loud] })))
    const adds = (extra: object) => found(story.when("1.1.0", "2026-04-10", add("tone", extra)))
    assert.deepStrictEqual(adds({ values: [calm] }), [])
    for (const other of [
      { values: [{ ...calm, definition: "Below 50 dB." }] },
      { values: [calm, { ...loud, code: "shrill" }] },
      { values: [calm], shape: "flags" },
      { values: [calm], definition: "The sound of it." }
    ]) {
      assert.deepStrictEqual(adds(other), [`${rule} tone`])
    }
  })

  it("looks at the newest release of the newest major alone", () => {
    const three = given(
      ...twoLines,
      release("2.1.0", "2026-03-10", add("COURSE")),
      release("3.0.0", "2026-04-10", edit("use_type", { definition: "Its use." }))
    )
    assert.deepStrictEqual(found(three.when("1.1.0", "2026-05-10", add("COURSE"))), [])
    assert.deepStrictEqual(found(three.when("2.2.0", "2026-05-10", add("COURSE-2"))), [`${rule} COURSE-2`])
    assert.deepStrictEqual(found(three.when("3.1.0", "2026-05-10", add("COURSE-2"))), [])
  })

  it("is not found for what an older line changes without adding", () => {
    const decision = given(...twoLines).when("1.0.1", "2026-03-10", edit("use_type", { label: "The use_types" }))
    assert.deepStrictEqual(found(decision), [])
  })

  it("is not found on the newest major, nor for a first release", () => {
    assert.deepStrictEqual(found(given(...twoLines).when("2.1.0", "2026-03-10", grow("satire"))), [])
    assert.deepStrictEqual(found(given().when("1.0.0", "2026-03-10", remove("CLASS"))), [])
  })
})
