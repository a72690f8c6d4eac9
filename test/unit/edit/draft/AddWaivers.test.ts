import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { addWaivers } from "../../../../src/edit/draft/AddWaivers.ts"
import { editHeader } from "../../../../src/edit/draft/Draft.ts"
import { setAt } from "../../../../src/edit/Edit.ts"
import { given, release } from "../../../support/domain/ReleaseScenario.ts"
import { deprecate, edit, remove } from "../../../support/domain/TaxonomyEdits.ts"

const story = given(
  release("1.0.0", "2026-01-10", edit("use_type", { definition: "A use" }), edit("attribution", { definition: "Who" }))
)
const corrected = (version: string) =>
  story.when(
    version,
    "2026-02-10",
    edit("use_type", { definition: "A use." }),
    edit("attribution", { definition: "Who." })
  )
const approval = { reason: "A full stop.", approvedBy: "Maria Lindqvist" }
const definition = { ...approval, rule: "semver/definition-changed" }
const refusal = (...given: Parameters<typeof addWaivers>) =>
  Result.getOrThrow(Result.flip(addWaivers(...given))).message

describe("addWaivers", () => {
  it("approves the definitions that changed, for the version that is free then", () => {
    const entry = { rule: definition.rule, reason: "A full stop.", approved_by: "Maria Lindqvist", version: "1.0.1" }
    const version = editHeader(setAt(["version"], "1.0.1"))
    assert.deepStrictEqual(
      Result.getOrThrow(addWaivers(corrected("1.0.0"), { ...definition, subjects: ["use_type"] })),
      [{ _tag: "AddWaiver", entry: { ...entry, subject: "use_type" } }, version] as unknown
    )
    assert.deepStrictEqual(Result.getOrThrow(addWaivers(corrected("1.0.1"), { ...definition, subjects: undefined })), [
      { _tag: "AddWaiver", entry: { ...entry, subjects: ["attribution", "use_type"] } },
      version
    ] as unknown)
  })

  it("approves what follows from another finding", () => {
    const early = given(release("1.0.0", "2026-01-10"), release("1.1.0", "2026-02-10", deprecate("CLASS")))
    const decision = early.when("2.0.0", "2026-03-10", remove("CLASS"))
    const rule = "deprecation/removed-before-six-months"
    const [first] = Result.getOrThrow(addWaivers(decision, { ...approval, rule, subjects: undefined }))
    assert.deepNestedInclude(first, { "entry.subject": "CLASS", "entry.version": "2.0.0" })
  })

  it("refuses what no waiver permits, and what a check does not concern", () => {
    const decision = corrected("1.0.1")
    assert.include(
      refusal(decision, { ...definition, rule: "semver/bump-too-small", subjects: ["use_type"] }),
      "No waiver"
    )
    assert.include(
      refusal(decision, { ...definition, rule: "code/reusd", subjects: ["use_type"] }),
      'There is no check code/reusd. Did you mean "code/reused"?'
    )
    assert.strictEqual(
      refusal(decision, { ...definition, subjects: ["CLASS"] }),
      "semver/definition-changed does not concern CLASS. It concerns attribution and use_type."
    )
    assert.include(refusal(decision, { ...approval, rule: "code/reused", subjects: undefined }), "nothing to waive")
  })
})
