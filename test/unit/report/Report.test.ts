import { assert, describe, it } from "@effect/vitest"
import { backdated } from "../../../src/domain/checks/DateChecks.ts"
import { evolve } from "../../../src/domain/release/ReleaseHistory.ts"
import { valueRef } from "../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { toPublication, type Publication } from "../../../src/release/Preview.ts"
import {
  makeChangesReport,
  makeFindingsReport,
  makePublicationReport,
  makeUnreadableReport,
  makeVerificationReport,
  type Report
} from "../../../src/report/Report.ts"
import { noItemFacts } from "../../../src/report/text/ItemText.ts"
import { given, release, waiver, type Step } from "../../support/domain/ReleaseScenario.ts"
import { add, deprecate, edit, remove } from "../../support/domain/TaxonomyEdits.ts"
import { findingWithText, locatedFinding } from "./HostileReports.ts"

const error = findingWithText("m")
const warning = locatedFinding(backdated, { date: "2026-01-01", now: "2026-02-01" })

const nothing: Report = {
  command: "check",
  ok: true,
  version: null,
  base: null,
  declared_bump: null,
  required_bump: null,
  suggested_version: null,
  changes: [],
  findings: [],
  coming_due: [],
  waivers: [],
  contracts: null,
  not_checked: [],
  release: null,
  date: null,
  items: noItemFacts
}

describe("a report without a decision", () => {
  it("fails for errors, and not for warnings", () => {
    assert.deepStrictEqual(makeFindingsReport("check", []), nothing)
    assert.deepStrictEqual(makeFindingsReport("check", [warning]), { ...nothing, findings: [warning] })
    assert.deepStrictEqual(makeFindingsReport("due", [warning, error]), {
      ...nothing,
      command: "due",
      ok: false,
      findings: [warning, error]
    })
  })

  it("lists every later stage as not checked if the sources or the ledger cannot be read", () => {
    assert.deepStrictEqual(makeUnreadableReport("check", [error]), {
      ...nothing,
      ok: false,
      findings: [error],
      not_checked: ["reference", "version", "release"]
    })
  })

  it("has the log of a verification, if it could be read", () => {
    const log = { signed: false, events: 3 } as const
    const verified = { ...nothing, command: "verify" }
    assert.deepStrictEqual(makeVerificationReport([], log), { ...verified, log })
    assert.deepStrictEqual(makeVerificationReport([], undefined), verified)
  })

  it("has the largest bump that changes require", () => {
    const change = (bump: "major" | "minor" | "patch") => ({ kind: "rule-removed", bump, rule: bump }) as const
    const changes = [change("patch"), change("major"), change("minor")]
    const compared = { ...nothing, command: "diff" }
    assert.deepStrictEqual(makeChangesReport("diff", changes, noItemFacts), {
      ...compared,
      changes,
      required_bump: "major"
    })
    assert.deepStrictEqual(makeChangesReport("diff", [], noItemFacts), compared)
  })
})

describe("makePublicationReport", () => {
  const old = add("use_type/old", { label: "Old" })
  const past = given(release("1.0.0", "2026-01-01", old))
  const reportOf = (publication: Publication, ...findings: Report["findings"]) =>
    makePublicationReport("build-release", publication, findings, "out/releases//")

  it("has the facts of the decision, and where its release is", () => {
    const decision = past.when("1.1.0", "2026-02-01", deprecate("use_type/old", "editorial"))
    const { items, ...facts } = reportOf(toPublication(decision), warning)
    assert.deepStrictEqual(
      { ...facts, items: noItemFacts },
      {
        ...nothing,
        command: "build-release",
        version: Version.make("1.1.0"),
        base: Version.make("1.0.0"),
        declared_bump: "minor",
        required_bump: "minor",
        suggested_version: Version.make("1.1.0"),
        changes: decision.changes,
        findings: [warning],
        coming_due: decision.comingDue,
        release: { version: Version.make("1.1.0"), status: "planned", digest: null, path: "out/releases/v1.1.0" },
        date: "2026-02-01T12:00:00Z"
      }
    )
    assert.lengthOf(facts.changes, 1)
    assert.lengthOf(facts.coming_due, 1)
    assert.strictEqual(items.labelOf(valueRef("use_type", "old")), "Old")
  })

  it("has what a first release lacks as null", () => {
    const decision = given().when("1.0.0", "2026-01-01")
    const { base, declared_bump, required_bump, version } = reportOf(toPublication(decision))
    assert.deepStrictEqual([version, base, declared_bump, required_bump], [Version.make("1.0.0"), null, null, null])
  })

  it("has no release if the proposal is refused, and fails for an error of a published one", () => {
    const decision = past.when("1.0.1", "2026-02-01", deprecate("use_type/old", "editorial"))
    const refused = reportOf(toPublication(decision))
    assert.deepStrictEqual([refused.ok, refused.release], [false, null])
    const accepted = past.when("1.1.0", "2026-02-01", deprecate("use_type/old", "editorial"))
    assert.isFalse(reportOf(toPublication(accepted), error).ok)
    assert.isTrue(reportOf(toPublication(accepted), warning).ok)
  })

  it("lists the waivers that were needed, and the stages that were not checked", () => {
    const rule = "deprecation/removed-without-deprecation"
    const proposed = { date: "2026-02-01", waivers: [waiver(rule, "use_type/old", "2.0.0")] }
    const waived = reportOf(toPublication(past.when("2.0.0", proposed, remove("use_type/old"))))
    assert.deepStrictEqual(
      waived.waivers.map(({ item, waiver: used }) => [item, used.rule]),
      [[valueRef("use_type", "old"), rule]]
    )
    const unknown = past.when("1.1.0", "2026-02-01", edit("NEWS", { config: { use_type: ["no_value"] } }))
    assert.deepStrictEqual(reportOf(toPublication(unknown)).not_checked, unknown.notChecked)
    assert.isNotEmpty(unknown.notChecked)
  })

  it("has the digest, the checkpoint and the withdrawal of a published release", () => {
    const decision = past.when("1.0.0", "2026-02-01", old)
    const digest = `sha256:${"0".repeat(64)}`
    const already = { version: Version.make("1.0.0"), status: "already-released", digest } as const
    const path = "out/releases/v1.0.0"
    assert.deepStrictEqual(reportOf(toPublication(decision)).release, { ...already, path })

    const checkpoint = { origin: "example.org/log", size: 3, signers: [{ name: "key", id: "01234567" }] }
    const signed = { ...checkpoint, root: new Uint8Array(32), text: "example.org/log\n3\n" }
    assert.deepStrictEqual(reportOf({ ...toPublication(decision), checkpoint: signed }).release, {
      ...already,
      path,
      checkpoint
    })

    const withdrawn = { date: "2026-03-01T00:00:00Z", reason: "A code was misspelt" }
    const withdraw: Step = (history) =>
      evolve(history, { _tag: "ReleaseWithdrawn", version: already.version, ...withdrawn })
    const again = given(release("1.0.0", "2026-01-01", old), withdraw).when("1.0.0", "2026-04-01", old)
    assert.deepStrictEqual(reportOf(toPublication(again)).release, { ...already, path, withdrawn })
  })
})
