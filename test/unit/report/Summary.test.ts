import { assert, describe, it } from "@effect/vitest"
import type { CheckId } from "../../../src/domain/checks/CheckRegistry.ts"
import { Version } from "../../../src/domain/taxonomy/Version.ts"
import { findingsReport, type Report } from "../../../src/report/Report.ts"
import { bumpsOf } from "../../../src/report/Summary.ts"

const report = (declared: Report["declared_bump"], ...rules: ReadonlyArray<CheckId>): Report => ({
  ...findingsReport(
    "check",
    rules.map((rule) => ({ rule, level: "error", message: "No" }))
  ),
  base: Version.make("1.1.0"),
  version: Version.make(declared === null ? "3.0.0" : "1.2.0"),
  declared_bump: declared,
  required_bump: "major",
  suggested_version: Version.make("2.0.0")
})

describe("what is said of the step", () => {
  it("advises the version that the changes need, unless that would be refused next", () => {
    const compared = "1.1.0 -> 1.2.0 is a minor bump; the changes require a major one."
    const advice = " Declare 2.0.0 for them."
    assert.strictEqual(bumpsOf(report("minor")), compared + advice)
    assert.strictEqual(bumpsOf(report("minor", "deprecation/removed-outside-major")), compared + advice)
    assert.strictEqual(bumpsOf(report("minor", "deprecation/removed-without-deprecation")), compared)
    assert.strictEqual(bumpsOf(report("minor", "deprecation/removed-before-six-months")), compared)
  })

  it("says of a version that does not follow that it may not be", () => {
    const compared = "1.1.0 -> 3.0.0 is no step that is allowed; the changes require a major one."
    assert.strictEqual(bumpsOf(report(null)), `${compared} Declare 2.0.0 for them.`)
  })
})
