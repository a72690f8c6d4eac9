import { assert, describe, it } from "@effect/vitest"
import { getCheck, type CheckId } from "../../../src/domain/checks/CheckRegistry.ts"
import { Version } from "../../../src/domain/taxonomy/Version.ts"
import { makeFindingsReport, type Report } from "../../../src/report/Report.ts"
import { formatBumps } from "../../../src/report/Summary.ts"
import { locatedFinding } from "./HostileReports.ts"

const report = (declared: Report["declared_bump"], ...rules: ReadonlyArray<CheckId>): Report => ({
  ...makeFindingsReport(
    "check",
    rules.map((rule) => locatedFinding(getCheck(rule), {}))
  ),
  base: Version.make("1.1.0"),
  version: Version.make(declared === null ? "3.0.0" : "1.2.0"),
  declared_bump: declared,
  required_bump: "major",
  suggested_version: Version.make("2.0.0")
})

describe("formatBumps", () => {
  it("suggests the version that the changes require, unless that would be refused, too", () => {
    const compared = "1.1.0 -> 1.2.0 is a minor bump; the changes require a major bump."
    const advice = " Declare 2.0.0."
    assert.strictEqual(formatBumps(report("minor")), compared + advice)
    assert.strictEqual(formatBumps(report("minor", "deprecation/removed-outside-major")), compared + advice)
    assert.strictEqual(formatBumps(report("minor", "deprecation/removed-without-deprecation")), compared)
    assert.strictEqual(formatBumps(report("minor", "deprecation/removed-before-six-months")), compared)
  })

  it("says that a version that does not follow is not allowed", () => {
    const compared = "1.1.0 -> 3.0.0 is not an allowed bump; the changes require a major bump."
    assert.strictEqual(formatBumps(report(null)), `${compared} Declare 2.0.0.`)
  })

  it("says that a version is already published rather than comparing it with itself", () => {
    const taken = { ...report(null, "semver/version-taken"), version: Version.make("1.1.0") }
    assert.strictEqual(
      formatBumps(taken),
      "1.1.0 is already published; the changes require a major bump. Declare 2.0.0."
    )
  })
})
