import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { releaseEventCodec } from "../../../../../src/domain/release/ReleaseEvent.ts"
import {
  found,
  given,
  helpFor,
  published,
  publishedEvent,
  release,
  waiver
} from "../../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../../support/domain/RenderedFinding.ts"
import { edit, add } from "../../../../support/domain/TaxonomyEdits.ts"

const rule = "semver/definition-changed"

const coffee = "exclusive_categories/COFFEE"

const first = release(
  "1.0.0",
  "2026-01-10",
  edit(coffee, { definition: "Drinks of coffee beans" }),
  edit("attribution", { definition: "Who is named" })
)

const better = edit(coffee, { definition: "Drinks of coffee beans." })

const proposed = (
  version: string,
  waivers: ReadonlyArray<ReturnType<typeof waiver>>,
  ...edits: ReadonlyArray<typeof better>
) => given(first).when(version, { date: "2026-02-10", waivers }, ...edits)

describe("a definition that is corrected with a waiver", () => {
  it("is a patch, with the reason and the person who approved it", () => {
    const decision = proposed("1.0.1", [waiver(rule, coffee, "1.0.1")], better)
    assert.deepStrictEqual(found(decision), [])
    assert.strictEqual(decision.requiredBump, "patch")
    assert.deepStrictEqual(published(decision).changes, [
      {
        kind: "value-definition-corrected",
        bump: "patch",
        dimension: "exclusive_categories",
        value: "COFFEE",
        before: "Drinks of coffee beans",
        after: "Drinks of coffee beans.",
        reason: "Nobody had used it yet.",
        approved_by: "The board"
      }
    ])
    assert.deepStrictEqual(
      decision.waivers.map(({ waiver: { subject } }) => subject),
      [coffee]
    )
  })

  it("reaches the snapshot, and is written in event schema 3 alone", () => {
    const corrected = published(
      proposed("1.0.1", [waiver(rule, "attribution", "1.0.1")], edit("attribution", { definition: "Who is named." }))
    )
    assert.strictEqual(
      corrected.taxonomy.dimensions.find(({ name }) => name === "attribution")?.definition,
      "Who is named."
    )
    const event = publishedEvent({ ...corrected, format: 3 })
    const encoded = releaseEventCodec.encode(event)
    assert.strictEqual(encoded.schema, 3)
    assert.deepStrictEqual(Result.getOrThrow(releaseEventCodec.decode(encoded)), event)
  })

  it("can be released with a waiver if the published version still stands, and the refusal says how", () => {
    const decision = proposed(
      "1.0.0",
      [],
      better,
      edit("attribution", { definition: "Who is named" }),
      edit("use_type/editorial", { label: "In the news" })
    )
    assert.deepStrictEqual(found(decision), ["semver/version-taken"])
    assert.strictEqual(
      helpFor(decision, "semver/version-taken"),
      `Declare 2.0.0, which these changes require. If the meaning of ${coffee} stays the same, approve it as 1.0.1: taxonomy waive ${rule} ${coffee} --reason TEXT --approved-by NAME.`
    )
    assert.deepStrictEqual(
      decision.findings[0]?.changes?.map(({ kind }) => kind),
      ["value-definition-changed"]
    )
  })

  it("is not approved by a waiver of another version, which the refusal names", () => {
    for (const version of ["1.0.0", "1.0.1"]) {
      const other = waiver(rule, coffee, "1.1.0")
      assert.deepStrictEqual(proposed(version, [other], better).findings[0]?.near_waiver, {
        version: other.version,
        location: { _tag: "Waiver", index: 0 }
      })
    }
  })

  it("is not approved by the waiver of a published correction", () => {
    const waivers = [waiver(rule, coffee, "1.0.1")]
    const corrected = given(first, release("1.0.1", { date: "2026-02-10", waivers }, better))
    const decision = corrected.when(
      "1.0.1",
      { date: "2026-02-11", waivers },
      edit(coffee, { definition: "No drinks." })
    )
    assert.deepStrictEqual([decision.requiredBump, decision.suggestedVersion], ["major", "2.0.0"])
    assert.deepStrictEqual([found(decision), decision.waivers], [["semver/version-taken"], []])
  })

  it("requires a major release without a waiver, and the refusal names the waiver", () => {
    const decision = proposed("1.0.1", [], better)
    assert.deepStrictEqual(found(decision), ["semver/bump-too-small"])
    assert.strictEqual(
      helpFor(decision, "semver/bump-too-small"),
      `Declare 2.0.0, or revert that change. If the meaning of ${coffee} stays the same, approve it: taxonomy waive ${rule} ${coffee} --reason TEXT --approved-by NAME.`
    )
    assert.deepStrictEqual(found(proposed("1.0.1", [waiver(rule, coffee, "1.0.2")], better)), ["semver/bump-too-small"])
  })

  it("is not suggested if another change requires a major release", () => {
    const decision = proposed("1.0.1", [], better, edit("CLASS", { config: { use_type: ["educational"] } }))
    assert.notInclude(helpFor(decision, "semver/bump-too-small"), "waivers.yaml")
  })

  it("leaves a waiver unused if the definition did not change", () => {
    const decision = proposed("1.0.1", [waiver(rule, coffee, "1.0.1")], edit(coffee, { label: "The COFFEES" }))
    assert.deepStrictEqual(found(decision), [`waiver/unused ${coffee}`])
  })

  it("is warned of if little of the old text is left", () => {
    const decision = proposed("1.0.1", [waiver(rule, coffee, "1.0.1")], edit(coffee, { definition: "Motor sport" }))
    assert.deepStrictEqual(found(decision), [`text/looks-redefined ${coffee}`])
  })
})

const story = given(release("1.0.0", "2026-01-10"))

describe("semver/first-definition", () => {
  it("shows the definition beside the description, and requires a minor release", () => {
    const decision = story.when("1.1.0", "2026-02-10", edit("use_type", { definition: "Its use." }))
    assert.strictEqual(decision.outcome._tag, "Publish")
    assert.deepStrictEqual(decision.changes, [
      { kind: "dimension-definition-changed", bump: "minor", dimension: "use_type", after: "Its use." }
    ])
    assert.strictEqual(
      decision.findings.map(rendered)[0]?.message,
      'use_type is defined for the first time: "Its use.". Its description says "What use_type is."'
    )
  })

  it("is not found for an item that comes with its definition, nor for one that is defined anew", () => {
    assert.deepStrictEqual(found(story.when("1.1.0", "2026-02-10", add("tone", { definition: "How." }))), [])
    const defined = given(release("1.0.0", "2026-01-10", edit("use_type", { definition: "Its use" })))
    assert.deepStrictEqual(found(defined.when("2.0.0", "2026-02-10", edit("use_type", { definition: "Its use." }))), [])
  })
})
