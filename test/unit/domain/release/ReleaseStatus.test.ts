import { describe, expect, it } from "@effect/vitest"
import { evolve, type ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { makeFindStatus } from "../../../../src/domain/release/ReleaseStatus.ts"
import { Version } from "../../../../src/domain/taxonomy/Version.ts"
import { majorOf } from "../../../../src/domain/taxonomy/VersionArithmetic.ts"
import { branchedHistories } from "../../../support/arbitrary/branchedHistories.ts"
import { historyOf, publish } from "../../../support/arbitrary/releases.ts"
import { ended } from "../../../support/domain/ReleaseScenario.ts"
import { start } from "../../../support/domain/TaxonomyEdits.ts"

const released = (...versions: ReadonlyArray<string>): ReleaseHistory =>
  historyOf(...versions.map((version) => publish(version, start)))

const withdraw = (history: ReleaseHistory, version: string): ReleaseHistory =>
  evolve(history, {
    _tag: "ReleaseWithdrawn",
    version: Version.make(version),
    date: "2026-02-01T00:00:00Z",
    reason: "It was a mistake."
  })

const statusesOf = (history: ReleaseHistory) => {
  const findStatus = makeFindStatus(history)
  return Object.fromEntries([...history.releases.keys()].map((version) => [version, findStatus(version)]))
}

describe("the status of a release", () => {
  it("is current for the newest release of each major", () => {
    expect(statusesOf(released("1.0.0", "1.1.0", "2.0.0", "1.1.1"))).toEqual({
      "1.0.0": "superseded",
      "1.1.0": "superseded",
      "1.1.1": "current",
      "2.0.0": "current"
    })
  })

  it("returns to the release before if the newest one is withdrawn", () => {
    expect(statusesOf(withdraw(released("1.0.0", "1.1.0", "1.2.0"), "1.2.0"))).toEqual({
      "1.0.0": "superseded",
      "1.1.0": "current",
      "1.2.0": "withdrawn"
    })
  })

  it("is end-of-life for all releases of a major whose end is recorded, except withdrawn ones", () => {
    const history = ended(1, "2027-06-30")(withdraw(released("1.0.0", "1.1.0", "2.0.0"), "1.0.0"))
    expect(statusesOf(history)).toEqual({ "1.0.0": "withdrawn", "1.1.0": "end-of-life", "2.0.0": "current" })
  })

  it("is end-of-life for releases before 1.0.0, which no API version serves", () => {
    expect(statusesOf(released("0.9.0", "1.0.0"))).toEqual({ "0.9.0": "end-of-life", "1.0.0": "current" })
  })

  it.prop("is current for exactly one release of each living major that has one", [branchedHistories], ([history]) => {
    const current = Object.entries(statusesOf(history)).filter(([, status]) => status === "current")
    const majors = current.map(([version]) => majorOf(Version.make(version)))
    const living = [...history.releases.keys()]
      .filter((version) => !history.withdrawn.has(version))
      .map(majorOf)
      .filter((major) => !history.endedMajors.has(major))
    expect(new Set(majors)).toEqual(new Set(living))
    expect(majors).toHaveLength(new Set(living).size)
  })
})
