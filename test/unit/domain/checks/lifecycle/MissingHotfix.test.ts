import { assert, describe, it } from "@effect/vitest"
import { found, given, release, type Step } from "../../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../../support/domain/RenderedFinding.ts"
import { deprecate, edit, grow, remove, retitle, type Edit } from "../../../../support/domain/TaxonomyEdits.ts"

const rule = "lifecycle/missing-hotfix"
const coffee = "exclusive_categories/COFFEE"
const label = (text: string) => edit(coffee, { label: text })

/** 1.0.0 and 2.0.0, then 1.0.1 and whatever else. */
const lines = (hotfix: Edit, ...later: ReadonlyArray<Step>) =>
  given(
    release("1.0.0", "2026-01-10"),
    release("2.0.0", "2026-02-10", edit("attribution", { required: false, definition: "Who is named." })),
    release("1.0.1", "2026-03-10", hotfix),
    ...later
  )

const told = (hotfix: Edit, version: string, ...edits: ReadonlyArray<Edit>) =>
  found(lines(hotfix).when(version, "2026-04-10", ...edits))

describe(rule, () => {
  it("warns of a text that an older line corrected and the newest line has as before", () => {
    const decision = lines(label("The COFFEES")).when("2.1.0", "2026-04-10", grow("a"))
    assert.deepStrictEqual(decision.findings.map(rendered), [
      {
        rule,
        level: "warning",
        subject: undefined,
        message: `The newest line lacks a change of 1.0.1: label of ${coffee}`,
        help: 'Make the same change here. "taxonomy diff . 1.0.1" shows the differences.',
        at: { file: "taxonomy.yaml", path: ["version"] }
      }
    ])
  })

  it("warns in the next major, of the title, and of a deprecation, too", () => {
    assert.deepStrictEqual(told(label("The COFFEES"), "3.0.0", edit("attribution", { required: true })).slice(0, 1), [
      rule
    ])
    assert.deepStrictEqual(told(retitle("Licenses"), "2.1.0", grow("a")), [rule])
    const story = lines(label("The COFFEES"), release("1.1.0", "2026-03-12", deprecate(coffee, "QSR")))
    assert.deepStrictEqual(found(story.when("2.1.0", "2026-04-10", grow("a"))), [rule, rule])
  })

  it("is not found once the newest line has the change, has decided otherwise, or lacks the item", () => {
    const hotfix = label("The COFFEES")
    assert.deepStrictEqual(told(hotfix, "2.0.1", hotfix), [])
    assert.deepStrictEqual(told(hotfix, "2.0.1", label("The COFFEE s")), [])
    assert.notInclude(told(hotfix, "3.0.0", remove(coffee)), rule)
  })

  it("is not found on an older line, nor for a correction that was taken back or withdrawn", () => {
    assert.deepStrictEqual(told(label("The COFFEES"), "1.0.2", retitle("Licenses")), [])
    const back = lines(label("The COFFEES"), release("1.0.2", "2026-03-12", label("COFFEE")))
    const start = given(release("1.0.0", "2026-01-10")).history.releases.values().next().value?.taxonomy
    const old = start?.dimensions.flatMap(({ values }) => values).find(({ code }) => code === "COFFEE")?.label ?? ""
    const restored = lines(label("The COFFEES"), release("1.0.2", "2026-03-12", label(old)))
    assert.deepStrictEqual(found(restored.when("2.1.0", "2026-04-10", grow("a"))), [])
    assert.deepStrictEqual(found(back.when("2.1.0", "2026-04-10", grow("a"))), [rule])
  })
})
