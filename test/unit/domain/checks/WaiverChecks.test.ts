import { assert, describe, it } from "@effect/vitest"
import { waiverUnused, findSelfApproved } from "../../../../src/domain/checks/WaiverChecks.ts"
import { valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { waiver } from "../../../support/domain/ReleaseScenario.ts"

const facts = {
  rule: "code/reused",
  subject: "use_type/news",
  version: Version.make("2.0.0"),
  is_waivable: true,
  near: null
}

describe("waiver/unused", () => {
  it("advises to remove a waiver that covers nothing", () => {
    assert.strictEqual(
      waiverUnused.message(facts),
      "The waiver of code/reused for use_type/news covers nothing in 2.0.0"
    )
    assert.strictEqual(waiverUnused.help(facts), "Remove it.")
  })

  it("tells that an exception is not possible from a check that cannot be waived", () => {
    assert.strictEqual(
      waiverUnused.help({ ...facts, rule: "semver/bump-too-small", is_waivable: false }),
      "Remove it: an exception from semver/bump-too-small is not possible."
    )
  })

  it.each([
    ["code/reused", "use_type/newz", "subject: use_type/newz"],
    ["deprecation/new-use", "use_type/news", "rule: deprecation/new-use"],
    ["deprecation/new-use", "NEWS", "rule: deprecation/new-use and subject: NEWS"]
  ])("names what differs from the finding of %s for %s", (rule, subject, corrections) => {
    const near = { ...facts, near: { rule, subject } }
    assert.strictEqual(
      waiverUnused.message(near),
      `The waiver of code/reused for use_type/news covers nothing in 2.0.0, but ${subject} breaks ${rule}`
    )
    assert.strictEqual(waiverUnused.help(near), `Write ${corrections} if that is what was approved, else remove it.`)
  })
})

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
