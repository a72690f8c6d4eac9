import { assert, describe, it } from "@effect/vitest"
import { findSelfApproved } from "../../../../../src/domain/checks/waiver/SelfApproved.ts"
import { valueRef } from "../../../../../src/domain/taxonomy/ItemRef.ts"
import { waiver } from "../../../../support/domain/ReleaseScenario.ts"

const used = (approved_by: string) => [
  { item: valueRef("use", "tv"), waiver: { ...waiver("code/reused", "use/tv", "2.0.0"), approved_by, entry: 3 } }
]

describe("waiver/self-approved", () => {
  it("is found if the only author has approved the waiver, in whatever case", () => {
    const [finding, ...others] = findSelfApproved(used("anna editor "), ["Anna Editor", "ANNA EDITOR"])
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(finding?.context, {
      rule: "code/reused",
      subject: "use/tv",
      approved_by: "anna editor ",
      author: "ANNA EDITOR"
    })
    assert.deepStrictEqual(finding?.location, { _tag: "Waiver", index: 3 })
    assert.strictEqual(finding?.level, "warning")
  })

  it("is not found if somebody else approved it, or there are other authors or none", () => {
    assert.deepStrictEqual(findSelfApproved(used("Maria Lindqvist"), ["Anna Editor"]), [])
    assert.deepStrictEqual(findSelfApproved(used("Anna Editor"), ["Anna Editor", "Maria Lindqvist"]), [])
    assert.deepStrictEqual(findSelfApproved(used("Anna Editor"), []), [])
  })
})
