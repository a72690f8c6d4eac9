import { assert, describe, expect, it } from "@effect/vitest"
import { formatChangedItem } from "../../../../src/domain/change/Change.ts"
import type { Decision } from "../../../../src/domain/release/PublishRelease.ts"
import { formatForecast } from "../../../../src/domain/release/removal/RemovalForecast.ts"
import { forecastStanding, lastUndoDay, newestStanding } from "../../../../src/domain/release/StandingReleases.ts"
import { valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { messageOf } from "../../../../src/report/FindingText.ts"
import {
  found,
  given,
  helpFor,
  published,
  release,
  timeOf,
  waiver,
  withdrawn,
  type Step
} from "../../../support/domain/ReleaseScenario.ts"
import { add, deprecate, edit, grow, remove, retitle, type Edit } from "../../../support/domain/TaxonomyEdits.ts"

const paddel = "exclusive_categories/PADDEL"
const padel = "exclusive_categories/PADEL"
const fastFood = "exclusive_categories/QSR_FAST_FOOD"
const undeprecated = "deprecation/removed-without-deprecation"

const bumpsOf = (decision: Decision) =>
  decision.changes.map((change) => `${change.bump} ${change.kind} ${formatChangedItem(change) ?? ""}`)

describe("a value that only a withdrawn release contains", () => {
  const typo = (withdrawnOn: string, ...more: ReadonlyArray<Step>) =>
    given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-01", add(paddel)),
      withdrawn("1.1.0", withdrawnOn),
      ...more
    )
  const corrected: ReadonlyArray<Edit> = [remove(paddel), add(padel)]

  it.each(["1.1.1", "1.2.0"])("can go in %s, and the bump is that of what stands", (version) => {
    const decision = typo("2026-02-02").when(version, "2026-02-03", ...corrected)
    assert.deepStrictEqual(found(decision), [])
    assert.deepStrictEqual([decision.declaredBump, decision.requiredBump], ["minor", "minor"])
    assert.deepStrictEqual(bumpsOf(decision), [`patch value-removed ${paddel}`, `minor value-added ${padel}`])
    assert.strictEqual(published(decision).base, "1.1.0")
    const [v100, v110] = [Version.make("1.0.0"), Version.make("1.1.0")]
    assert.deepStrictEqual(decision.undoes, { releases: [v110], standing: v100, removed: [paddel] })
  })

  it("is corrected by the next patch, which the report advises", () => {
    const decision = typo("2026-02-02").when("1.1.0", "2026-02-03", ...corrected)
    assert.deepStrictEqual([found(decision), decision.suggestedVersion], [["semver/version-taken"], "1.1.1"])
    assert.include(helpFor(decision, "semver/version-taken"), "1.1.1")
  })

  it("can go as a patch, and its code stays reserved", () => {
    const undo = release("1.1.1", "2026-02-03", remove(paddel))
    const decision = typo("2026-02-02", undo).when("1.2.0", "2026-02-04", add(paddel))
    assert.deepStrictEqual(found(decision), [`code/reused ${paddel}`])
    assert.strictEqual(helpFor(decision, "code/reused"), "Choose another code.")
  })

  it("can go if the release was withdrawn within 30 days, and else with a waiver", () => {
    assert.deepStrictEqual(found(typo("2026-03-03").when("1.1.1", "2026-06-01", ...corrected)), [])
    const late = typo("2026-03-04")
    const refused = late.when("1.1.1", "2026-06-01", ...corrected)
    assert.deepStrictEqual(found(refused), [`${undeprecated} ${paddel}`])
    assert.deepStrictEqual(refused.findings.map(messageOf), [
      `${paddel} is removed, and only withdrawn releases contain it, not all of them withdrawn within 30 days: 1.1.0, published on 2026-02-01 and withdrawn on 2026-03-04`
    ])
    assert.notInclude(helpFor(refused, undeprecated), "Write PADDEL again")
    const waivers = [waiver(undeprecated, paddel, "1.1.1")]
    const waived = late.when("1.1.1", { date: "2026-06-01", waivers }, ...corrected)
    assert.deepStrictEqual(found(waived), [])
    assert.strictEqual(waived.requiredBump, "minor")
  })

  it("keeps its meaning if it was withdrawn too late, unless the release is a major or a waiver approves it", () => {
    const defined = (withdrawnOn: string) =>
      given(
        release("1.0.0", "2026-01-10"),
        release("1.1.0", "2026-02-01", add(paddel, { definition: "Paddles." })),
        withdrawn("1.1.0", withdrawnOn)
      )
    const other = edit(paddel, { definition: "Rackets." })
    assert.deepStrictEqual(found(defined("2026-02-02").when("1.1.1", "2026-06-01", other)), [])
    const late = defined("2026-03-04")
    const refused = late.when("1.1.1", "2026-06-01", other)
    assert.deepStrictEqual([refused.requiredBump, refused.suggestedVersion], ["major", "2.0.0"])
    assert.deepStrictEqual(found(refused), ["semver/bump-too-small"])
    const waivers = [waiver("semver/definition-changed", paddel, "1.1.1")]
    assert.deepStrictEqual(found(late.when("1.1.1", { date: "2026-06-01", waivers }, other)), [])
  })

  it("takes part in the grace period if a release that stands has it, too", () => {
    const { when } = given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-01", add(paddel)),
      release("1.2.0", "2026-02-02", grow("a")),
      withdrawn("1.1.0", "2026-02-03")
    )
    assert.deepStrictEqual(found(when("2.0.0", "2026-02-04", remove(paddel))), [`${undeprecated} ${paddel}`])
  })

  it("can stay on an older line, although the newest one gave it another meaning", () => {
    const { when } = given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-01", add(paddel)),
      release("2.0.0", "2026-02-02", edit(paddel, { definition: "Paddles." })),
      withdrawn("1.1.0", "2026-02-03")
    )
    assert.deepStrictEqual(found(when("1.1.1", "2026-02-04", edit(paddel, { label: "Paddel" }))), [])
  })

  it("can go from a first release", () => {
    const { when } = given(release("1.0.0", "2026-01-10", add(paddel)), withdrawn("1.0.0", "2026-01-11"))
    assert.deepStrictEqual(found(when("1.0.1", "2026-01-12", ...corrected)), [])
    assert.deepStrictEqual(found(when("1.0.0", "2026-01-12", ...corrected)), ["semver/version-taken"])
  })

  it("can be published again as it is", () => {
    assert.deepStrictEqual(found(typo("2026-02-02").when("1.1.1", "2026-02-03")), [])
  })
})

describe("sources that equal a release", () => {
  it("are told of the newest release of their major that stands", () => {
    const newerOf = ({ outcome }: Decision) => (outcome._tag === "AlreadyReleased" ? outcome.newer : outcome._tag)
    const first = release("1.0.0", "2026-01-10")
    const later = [
      release("1.0.1", "2026-02-01", edit(fastFood, { label: "Fast" })),
      release("2.0.0", "2026-03-01", edit(fastFood, { definition: "Fast." }))
    ]
    assert.strictEqual(newerOf(given(first, ...later).when("1.0.0", "2026-04-01")), "1.0.1")
    assert.strictEqual(
      newerOf(given(first, ...later, withdrawn("1.0.1", "2026-03-02")).when("1.0.0", "2026-04-01")),
      undefined
    )
  })
})

describe("a major whose releases were all withdrawn", () => {
  const waivers = [waiver(undeprecated, fastFood, "2.0.0")]
  const mistake = (...more: ReadonlyArray<Step>) =>
    given(
      release("1.0.0", "2026-01-10", edit("attribution", { definition: "Who." })),
      release("2.0.0", { date: "2026-02-01", waivers }, remove(fastFood)),
      withdrawn("2.0.0", "2026-05-01"),
      ...more
    )

  it("binds no older line", () => {
    assert.deepStrictEqual(found(mistake().when("1.1.0", "2026-05-02", grow("a"))), [])
  })

  it.each(["2.0.1", "2.1.0"])("can be followed by %s, which restores what it removed", (version) => {
    const decision = mistake().when(version, "2026-05-02", add(fastFood), edit("attribution", { definition: "Named." }))
    assert.deepStrictEqual(found(decision), [])
    assert.include(bumpsOf(decision), `patch value-added ${fastFood}`)
  })

  it("gives nothing back with another meaning", () => {
    const decision = mistake().when("2.1.0", "2026-05-02", add(fastFood, { definition: "Slow food." }))
    assert.deepStrictEqual(found(decision), [`semver/first-definition ${fastFood}`, `code/reused ${fastFood}`])
    assert.include(helpFor(decision, "code/reused"), `Restore ${fastFood} as it was before 2.0.0`)
  })

  it("gives nothing back that a release which stands has kept out", () => {
    const kept = release("2.0.1", { date: "2026-05-02", waivers: [waiver(undeprecated, fastFood, "2.0.1")] }, grow("a"))
    const decision = mistake(kept).when("2.1.0", "2026-05-03", add(fastFood))
    assert.deepStrictEqual(found(decision), [`code/reused ${fastFood}`])
    assert.strictEqual(helpFor(decision, "code/reused"), "Choose another code.")
  })

  it("leaves the grace period to the next major", () => {
    assert.deepStrictEqual(found(mistake().when("2.1.0", "2026-05-02", grow("a"))), [`${undeprecated} ${fastFood}`])
  })

  it("is followed by a minor version, which the newest release that stands decides on", () => {
    const { history, when } = mistake(release("1.1.0", "2026-05-02", grow("a")))
    const decision = when("1.2.0", "2026-05-03", edit("attribution", { definition: "Named." }))
    assert.strictEqual(decision.suggestedVersion, "2.1.0")
    const next = when("2.1.0", "2026-05-03", add(fastFood), edit("attribution", { definition: "Named." }))
    assert.deepStrictEqual(found(next), ["deprecation/removed-without-deprecation use_type/a"])
    const newest = newestStanding(history)
    assert.strictEqual(newest?.version, "1.1.0")
    const forecast = newest && forecastStanding(history, newest, timeOf("2026-05-03"))
    const { deprecated_in, version } = forecast?.(valueRef("use_type", "a")) ?? expect.fail("Nothing stands")
    assert.deepStrictEqual([version, deprecated_in], ["2.1.0", "1.2.0"])
  })
})

describe("a deprecation that only withdrawn releases have", () => {
  const { history, when } = given(
    release("1.0.0", "2026-01-10"),
    release("1.1.0", "2026-02-01", deprecate(fastFood)),
    withdrawn("1.1.0", "2026-02-02"),
    release("1.2.0", "2026-03-01", grow("a")),
    release("1.3.0", "2026-04-01", grow("b")),
    withdrawn("1.3.0", "2026-04-02")
  )

  it("has not begun, and releases count if they stand", () => {
    const decision = when("2.0.0", "2026-08-15", remove(fastFood))
    assert.deepStrictEqual(found(decision), [`deprecation/removed-before-minor-releases ${fastFood}`])
    assert.deepInclude(decision.findings[0]?.context, { deprecated_in: "1.2.0", releases_between: 0 })
    const newest = newestStanding(history)
    const forecast = newest && forecastStanding(history, newest, timeOf("2026-05-01"))
    assert.strictEqual(
      forecast && formatForecast(forecast(valueRef("exclusive_categories", "QSR_FAST_FOOD"))),
      "It can be removed in 2.0.0 at the earliest, after 1.4.0 and 1.5.0, and not before 2026-09-01."
    )
  })

  it("stays in what was published, byte for byte", () => {
    const since = [...history.releases.values()].map(({ clocks }) => [...clocks.values()].map(({ version }) => version))
    assert.deepStrictEqual(since, [[], ["1.1.0"], ["1.1.0"], ["1.1.0"]])
  })
})

describe("a release on top of a withdrawn one", () => {
  it("is no larger than needed as its patch", () => {
    const { when } = given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-01", add(paddel)),
      withdrawn("1.1.0", "2026-02-02")
    )
    assert.deepStrictEqual(found(when("1.1.1", "2026-02-03", remove(paddel), retitle("Two"))), [])
    const larger = when("1.2.0", "2026-02-03", remove(paddel), retitle("Two"))
    assert.deepStrictEqual(found(larger), ["semver/bump-larger-than-needed"])
    assert.strictEqual(larger.suggestedVersion, "1.1.1")
  })
})

describe("lastUndoDay", () => {
  it("is the thirtieth day after the publication", () => {
    assert.strictEqual(lastUndoDay({ published_at: "2026-02-01T23:59:59Z" }), "2026-03-03")
  })
})
