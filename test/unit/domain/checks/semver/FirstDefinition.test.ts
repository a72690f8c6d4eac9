import { assert, describe, it } from "@effect/vitest"
import { found, given, release } from "../../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../../support/domain/RenderedFinding.ts"
import { add, edit } from "../../../../support/domain/TaxonomyEdits.ts"

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
