import { assert, describe, it } from "@effect/vitest"
import { licenseRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { found, foundInAll, given, published, release, waiver } from "../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../support/domain/RenderedFinding.ts"
import { add, deprecate, edit, grow, remove, start } from "../../../support/domain/TaxonomyEdits.ts"

const story = given(release("1.0.0", "2026-01-10"), release("1.1.0", "2026-02-10", deprecate("CLASS")))
const soon = waiver("deprecation/removed-before-minor-releases", "CLASS", "2.0.0")
const early = waiver("deprecation/removed-before-six-months", "CLASS", "2.0.0")
const date = "2026-03-10"

describe("a waiver", () => {
  it("lets pass what it names, and is recorded in the release", () => {
    const decision = story.when("2.0.0", { date, waivers: [soon, early] }, remove("CLASS"))
    assert.deepStrictEqual(found(decision), [])
    assert.deepStrictEqual(published(decision).waivers, [soon, early])
    assert.deepStrictEqual(
      decision.waivers,
      [soon, early].map((used) => ({ waiver: used, item: licenseRef("CLASS") }))
    )
  })

  it("lets nothing else pass", () => {
    assert.deepStrictEqual(found(story.when("2.0.0", { date, waivers: [soon] }, remove("CLASS"))), [
      "deprecation/removed-before-six-months CLASS"
    ])
  })

  it("holds for one version", () => {
    const later = [soon, early].map((granted) => ({ ...granted, version: waiver("", "", "3.0.0").version }))
    assert.deepStrictEqual(foundInAll(story.when("2.0.0", { date, waivers: later }, remove("CLASS"))), [
      "deprecation/removed-before-minor-releases CLASS",
      "deprecation/removed-before-six-months CLASS"
    ])
  })

  it("that has done its work may stay in the sources, and is not recorded again", () => {
    const after = given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-10", deprecate("CLASS")),
      release("2.0.0", { date, waivers: [soon, early] }, remove("CLASS"))
    )
    const decision = after.when("2.1.0", { date, waivers: [soon, early] }, grow("a"))
    assert.deepStrictEqual(found(decision), [])
    assert.deepStrictEqual(published(decision).waivers, [])
  })

  it("is reported when the release that records it is built again", () => {
    const again = given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-10", deprecate("CLASS")),
      release("2.0.0", { date, waivers: [soon, early] }, remove("CLASS"))
    )
    const taxonomy = again.history.releases.get(soon.version)?.taxonomy
    const decision = again.when("2.0.0", date, () => taxonomy ?? start)
    assert.strictEqual(decision.outcome._tag, "AlreadyReleased")
    assert.deepStrictEqual(
      decision.waivers,
      [soon, early].map((used) => ({ waiver: used, item: licenseRef("CLASS") }))
    )
  })

  it("of a published version says nothing when that version is built again", () => {
    const again = given(release("1.0.0", "2026-01-10")).when("1.0.0", { date, waivers: [waiver("a/b", "c", "1.0.0")] })
    assert.strictEqual(again.outcome._tag, "AlreadyReleased")
    assert.deepStrictEqual(found(again), [])
  })

  it("works for a removal outside a major release only as far as the deprecation goes, not for the version", () => {
    const outside = waiver("deprecation/removed-outside-major", "CLASS", "1.2.0")
    const waivers = [outside, { ...soon, version: outside.version }, { ...early, version: outside.version }]
    assert.deepStrictEqual(found(story.when("1.2.0", { date, waivers }, remove("CLASS"))), ["semver/bump-too-small"])
  })
})

describe("waiver/unused", () => {
  it("is found for a waiver of this version that waived nothing, after a correct one too", () => {
    const other = waiver("deprecation/removed-before-six-months", "NEWS", "2.0.0")
    const decision = story.when("2.0.0", { date, waivers: [soon, other, early] }, remove("CLASS"))
    assert.deepStrictEqual(found(decision), ["waiver/unused NEWS"])
    assert.deepStrictEqual(decision.findings.map(rendered)[0]?.at, { file: "waivers.yaml", path: [1] })
  })

  it("is found where a rule cannot be waived, beside what it finds", () => {
    const waivers = [waiver("semver/bump-too-small", "use_type/a", "1.1.1")]
    assert.deepStrictEqual(found(story.when("1.1.1", { date, waivers }, grow("a"))), [
      "semver/bump-too-small",
      "waiver/unused use_type/a"
    ])
  })

  it("is found for a warning, which lets the release pass anyway", () => {
    const deprecatesUsed = deprecate("exclusive_categories/QSR_FAST_FOOD", "QSR")
    const waivers = [waiver("deprecation/still-used", "MENU", "1.2.0")]
    assert.deepStrictEqual(found(story.when("1.2.0", { date, waivers }, deprecatesUsed)), [
      "deprecation/still-used MENU",
      "waiver/unused MENU"
    ])
  })

  it("is not found for a new use that a person let pass", () => {
    const uses = { config: { attribution: ["byline"] } }
    const waivers = [waiver("deprecation/new-use", "SNACK", "1.2.0")]
    const decision = story.when("1.2.0", { date, waivers }, deprecate("attribution/byline"), add("SNACK", uses))
    assert.deepStrictEqual(found(decision), [])
    assert.deepStrictEqual(published(decision).waivers, waivers)
  })

  it("is not found for a waiver of another version", () => {
    const definition = edit("use_type", { definition: "Its use." })
    assert.deepStrictEqual(
      found(story.when("2.0.0", { date, waivers: [waiver("code/reused", "CLASS", "3.0.0")] }, definition)),
      []
    )
  })
})
