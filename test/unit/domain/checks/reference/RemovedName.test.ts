import { assert, describe, it } from "@effect/vitest"
import { allFindings, given, helpFor, release } from "../../../../support/domain/ReleaseScenario.ts"
import { add, deprecate, edit, remove, type Edit } from "../../../../support/domain/TaxonomyEdits.ts"

const gone = "use_type/editorial"
/** Removes the value, which a license still names. */
const removeUsed: ReadonlyArray<Edit> = [remove(gone), edit("NEWS", { config: { use_type: ["editorial"] } })]
const proposed = (deprecated: Edit, ...edits: ReadonlyArray<Edit>) =>
  given(
    release("1.0.0", "2026-01-10", add("use_type/news"), add("use_type/comment")),
    release("1.1.0", "2026-02-10", deprecated)
  ).when("2.0.0", "2029-01-01", ...removeUsed, ...edits)

const rule = "reference/unknown-value"

describe("a name that the proposed release removes", () => {
  it("is to be replaced by all that replace it together", () => {
    const deprecated = { replaced_by: ["news", "comment"], replacement_mode: "all_of" } as const
    assert.strictEqual(helpFor(proposed(edit(gone, { deprecated })), rule), "Use news and comment instead.")
  })

  it("is to be replaced by one of those that replace it", () => {
    assert.strictEqual(helpFor(proposed(deprecate(gone, "news", "comment")), rule), "Use news or comment instead.")
  })

  it("is to be removed if the same release removes what replaces it, or nothing does", () => {
    const help = "Remove it here too."
    assert.strictEqual(helpFor(proposed(deprecate(gone, "news", "comment"), remove("use_type/news")), rule), help)
    assert.strictEqual(helpFor(proposed(deprecate(gone)), rule), help)
  })

  it("is one fact of the finding", () => {
    const finding = allFindings(proposed(deprecate(gone, "news"))).find((each) => each.rule === rule)
    assert.deepInclude(finding?.context, { removed: { replaced_by: ["news"] } })
  })
})
