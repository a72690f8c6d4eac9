import { assert, describe, it } from "@effect/vitest"
import { makeNearMissSearch } from "../../../../src/domain/checks/ApplyWaivers.ts"
import { checks } from "../../../../src/domain/checks/CheckRegistry.ts"
import { licenseRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import {
  found,
  foundInAll,
  given,
  helpFor,
  published,
  release,
  waiver
} from "../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../support/domain/RenderedFinding.ts"
import { add, deprecate, edit, grow, remove, start, type Edit } from "../../../support/domain/TaxonomyEdits.ts"

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

  it("never permits a removal outside a major release", () => {
    const outside = waiver("deprecation/removed-outside-major", "CLASS", "1.2.0")
    const waivers = [outside, { ...soon, version: outside.version }, { ...early, version: outside.version }]
    const decision = story.when("1.2.0", { date, waivers }, remove("CLASS"))
    assert.deepStrictEqual(found(decision), ["deprecation/removed-outside-major CLASS", "waiver/unused CLASS"])
    assert.include(helpFor(decision, "waiver/unused"), "only the next major version can remove the item")
  })

  const fastFood = "exclusive_categories/QSR_FAST_FOOD"
  const removed = given(
    release("1.0.0", "2026-01-10"),
    release("1.1.0", "2026-02-10", deprecate("CLASS")),
    release("1.2.0", "2026-03-10", grow("a")),
    release("1.3.0", "2026-04-10", grow("b")),
    release("2.0.0", "2026-09-10", remove("CLASS"))
  )
  const plain = given(release("1.0.0", "2026-01-10"))
  const deprecated = given(release("1.0.0", "2026-01-10"), release("1.1.0", "2026-02-10", deprecate(fastFood, "QSR")))
  const two = given(
    release("1.0.0", "2026-01-10"),
    release("1.1.0", "2026-02-10", deprecate("CLASS")),
    release("1.2.0", "2026-02-11", grow("a")),
    release("1.3.0", "2026-02-12", grow("b"))
  )
  const defined = given(release("1.0.0", "2026-01-10", edit("use_type", { definition: "Its use" })))
  const permitted: Readonly<Record<string, readonly [typeof plain, version: string, subject: string, ...Array<Edit>]>> =
    {
      "deprecation/removed-without-deprecation": [plain, "2.0.0", "CLASS", remove("CLASS")],
      "deprecation/removed-before-minor-releases": [deprecated, "2.0.0", fastFood, remove(fastFood)],
      "deprecation/removed-before-six-months": [two, "2.0.0", "CLASS", remove("CLASS")],
      "deprecation/replacement-deprecated": [
        deprecated,
        "1.2.0",
        "exclusive_categories/COFFEE",
        deprecate("exclusive_categories/COFFEE", "QSR_FAST_FOOD")
      ],
      "deprecation/replacement-cycle": [
        plain,
        "1.1.0",
        "CLASS",
        deprecate("CLASS", "NEWS"),
        deprecate("NEWS", "CLASS")
      ],
      "deprecation/new-use": [
        deprecated,
        "1.2.0",
        "COURSE",
        add("COURSE", { config: { exclusive_categories: ["QSR_FAST_FOOD"] } })
      ],
      "code/reused": [removed, "2.1.0", "CLASS", add("CLASS")],
      "semver/definition-changed": [defined, "1.0.1", "use_type", edit("use_type", { definition: "Its use." })]
    }

  it.each(checks.filter(({ waivable }) => waivable === true).map(({ id }) => id))(
    "alone permits a release: %s",
    (id) => {
      const [history, version, subject, ...edits] =
        permitted[id] ?? assert.fail(`${id} can be waived, but no release shows it`)
      const day = version === "2.0.0" && id.endsWith("six-months") ? "2026-03-10" : "2026-12-10"
      const without = history.when(version, day, ...edits)
      assert.strictEqual(without.outcome._tag, "Refused")
      const subjects =
        id === "semver/definition-changed"
          ? [subject]
          : foundInAll(without).flatMap((text) => (text.startsWith(`${id} `) ? [text.slice(id.length + 1)] : []))
      assert.include(subjects, subject)
      const waivers = subjects.map((each) => waiver(id, each, version))
      const decision = history.when(version, { date: day, waivers }, ...edits)
      assert.strictEqual(decision.outcome._tag, "Publish", found(decision).join(" "))
      assert.deepStrictEqual(published(decision).waivers, waivers)
    }
  )
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
    const definition = edit("attribution", { shape: "single" })
    assert.deepStrictEqual(
      found(story.when("2.0.0", { date, waivers: [waiver("code/reused", "CLASS", "3.0.0")] }, definition)),
      []
    )
  })
})

const reused = { rule: "code/reused", subject: "use_type/podcast" }

const removedNews = { rule: "deprecation/removed-outside-major", subject: "use_type/news" }

const removedLicense = { rule: "deprecation/removed-outside-major", subject: "NEWS-2" }

const earlyRemoval = { rule: "deprecation/removed-before-six-months", subject: "use_type/news" }

const find = makeNearMissSearch([reused, removedNews, removedLicense, earlyRemoval])

describe("what a waiver nearly covers", () => {
  it.each([
    ["a misspelt rule", { rule: "code/resued", subject: "use_type/podcast" }, reused],
    ["the same item under another rule", { rule: "code/reused", subject: "use_type/news" }, removedNews],
    ["an item in another case", { rule: "code/reused", subject: "USE_TYPE/PODCAST" }, reused],
    ["a value without its dimension", { rule: earlyRemoval.rule, subject: "News" }, earlyRemoval],
    ["a misspelt value", { rule: earlyRemoval.rule, subject: "use_type/newz" }, earlyRemoval],
    ["a misspelt license", { rule: removedLicense.rule, subject: "NEWS-3" }, removedLicense],
    ["the second rule of an item", earlyRemoval, earlyRemoval]
  ])("is found for %s", (_, waiver, expected) => {
    assert.deepStrictEqual(find(waiver), expected)
  })

  it.each([
    ["another item", { rule: "code/reused", subject: "exclusive_categories/COFFEE" }],
    ["a code alone under another rule", { rule: "code/reused", subject: "news" }],
    ["an unknown rule and a misspelt item", { rule: "license/conflict", subject: "use_type/newz" }]
  ])("is nothing for %s", (_, waiver) => {
    assert.isUndefined(find(waiver))
  })

  it("is nothing if there is nothing to cover", () => {
    assert.isUndefined(makeNearMissSearch([])(reused))
  })
})
