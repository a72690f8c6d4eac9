import { assert, describe, it } from "@effect/vitest"
import { getCheck, type CheckId } from "../../../src/domain/checks/CheckRegistry.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { makeFindingsReport, makeUnreadableReport, type Report } from "../../../src/report/Report.ts"
import {
  formatBumps,
  formatNotChecked,
  formatOutcome,
  formatVerdict,
  formatWithdrawal
} from "../../../src/report/Summary.ts"
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
    assert.strictEqual(formatBumps(report("minor", "lifecycle/sources-of-newer-line")), compared)
    assert.strictEqual(formatBumps({ ...report("minor"), not_checked: ["version"] }), "")
  })

  it("says that a version that does not follow is not allowed", () => {
    const compared = "1.1.0 -> 3.0.0 is not an allowed bump; the changes require a major bump."
    assert.strictEqual(formatBumps(report(null)), `${compared} Declare 2.0.0.`)
  })

  it("says that the version was not raised", () => {
    const still = { ...report(null), version: Version.make("1.1.0") }
    const compared = "The version is still 1.1.0; the changes require a major bump. Declare 2.0.0."
    assert.strictEqual(formatBumps(still), compared)
  })

  it("says that a version is already published rather than comparing it with itself", () => {
    const taken = { ...report(null, "semver/version-taken"), version: Version.make("1.1.0") }
    assert.strictEqual(
      formatBumps(taken),
      "1.1.0 is already published; the changes require a major bump. Declare 2.0.0."
    )
  })
})

describe("formatNotChecked", () => {
  it("names the stages after the one that failed", () => {
    assert.strictEqual(
      formatNotChecked(makeUnreadableReport("check", [])),
      "Not checked until these errors are fixed: references between files, the version, the rules for releases."
    )
    assert.strictEqual(formatNotChecked(report("minor")), "")
  })
})

describe("formatWithdrawal", () => {
  it("says when and why a published release was withdrawn", () => {
    const withdrawn = { date: "2026-03-01T00:00:00Z", reason: "A code was misspelt" }
    const version = Version.make("1.1.0")
    const release = { version, status: "already-released", digest: null, path: "releases/v1.1.0", withdrawn } as const
    const again: Report = { ...makeFindingsReport("check", []), version, release }
    assert.strictEqual(formatOutcome(again), "1.1.0 is already released and was withdrawn")
    assert.strictEqual(
      formatWithdrawal(again),
      "It was withdrawn on 2026-03-01: A code was misspelt. Declare a new version to publish a correction."
    )
    assert.strictEqual(formatWithdrawal(report("minor")), "")
  })
})

describe("formatVerdict", () => {
  it("says that a release cannot be published yet, and that the sources are those of an older one", () => {
    const version = Version.make("1.1.0")
    const of = (release: Partial<NonNullable<Report["release"]>>, ...findings: Report["findings"]): Report => ({
      ...makeFindingsReport("check", findings),
      version,
      release: { version, status: "planned", digest: null, path: "releases/v1.1.0", ...release }
    })
    const altered = { ...locatedFinding(getCheck("artifact/altered"), {}), level: "warning" } as const
    assert.deepStrictEqual(formatVerdict(of({}, altered)), ["1.1.0 cannot be published yet: 1 warning."])
    assert.deepStrictEqual(formatVerdict(of({ status: "already-released", newer: Version.make("1.1.1") })), [
      "1.1.0 is already released: no findings.",
      "The newest release is 1.1.1. To take back what it changed, declare a new version; else restore its sources."
    ])
  })

  it("ends a report with the outcome, its counts and bumps, and what was not checked", () => {
    const compared = "1.1.0 -> 1.2.0 is a minor bump; the changes require a major bump."
    const refused = { ...report("minor", "semver/bump-too-small"), ok: false, not_checked: ["release"] } as const
    assert.deepStrictEqual(
      formatVerdict(refused, (outcome) => outcome.toUpperCase()),
      [
        `REFUSED: 1 error. ${compared} Declare 2.0.0.`,
        "Not checked until these errors are fixed: the rules for releases."
      ]
    )
  })
})
