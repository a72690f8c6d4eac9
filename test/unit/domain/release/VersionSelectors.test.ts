import { describe, expect, it } from "@effect/vitest"
import { baseOf } from "../../../../src/domain/release/commands/VersionPlan.ts"
import { evolve, type ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { releasesBySelector, withoutPrefix } from "../../../../src/domain/release/VersionSelectors.ts"
import { Version } from "../../../../src/domain/taxonomy/Version.ts"
import { branchedHistories } from "../../../support/arbitrary/branchedHistories.ts"
import { historyOf, publish } from "../../../support/arbitrary/releases.ts"
import { start } from "../../../support/domain/TaxonomyEdits.ts"

const released = (...versions: ReadonlyArray<string>): ReleaseHistory =>
  historyOf(...versions.map((version) => publish(version, start)))

const withdraw = (history: ReleaseHistory, ...versions: ReadonlyArray<string>): ReleaseHistory =>
  versions.reduce(
    (before, version) =>
      evolve(before, {
        _tag: "ReleaseWithdrawn",
        version: Version.make(version),
        date: "2026-02-01T00:00:00Z",
        reason: "It was a mistake."
      }),
    history
  )

const selected = (history: ReleaseHistory, ...selectors: ReadonlyArray<string>) =>
  selectors.map((selector) => releasesBySelector(history).get(withoutPrefix(selector))?.version)

describe("releasesBySelector", () => {
  it("selects the newest release of a minor and a major version, whatever was published last", () => {
    const history = released("1.2.0", "1.10.0", "1.2.1", "2.0.0", "1.2.2", "10.0.0")
    expect(selected(history, "v1.2", "1.2", "v1", "2", "v2.0", "v10", "v1.2.1")).toEqual([
      "1.2.2",
      "1.2.2",
      "1.10.0",
      "2.0.0",
      "2.0.0",
      "10.0.0",
      "1.2.1"
    ])
  })

  it("selects withdrawn releases by their full version, and by the minor one if all of it are withdrawn", () => {
    const history = withdraw(released("1.0.0", "1.0.1", "1.1.0", "1.1.1", "2.0.0"), "1.0.1", "1.1.0", "1.1.1", "2.0.0")
    expect(selected(history, "v1.0", "v1.0.1", "v1.1", "v1", "v2.0", "v2")).toEqual([
      "1.0.0",
      "1.0.1",
      "1.1.1",
      "1.0.0",
      "2.0.0",
      undefined
    ])
  })

  it("selects releases before 1.0.0, and none by another text", () => {
    const history = released("0.9.0", "1.0.0")
    expect(selected(history, "v0.9", "v0")).toEqual(["0.9.0", "0.9.0"])
    expect(selected(history, "latest", "", "v", "vv1", "01.0", "1.", "v3", "1.0.0.0")).toEqual(Array(8).fill(undefined))
  })

  it.prop("selects no other than the highest candidate of a history", [branchedHistories], ([history]) => {
    const found = releasesBySelector(history)
    for (const version of history.releases.keys()) {
      expect(found.get(version)?.version).toBe(version)
      const [major = "", minor = ""] = version.split(".")
      for (const prefix of [`${major}.${minor}`, major]) {
        const all = [...history.releases.keys()].filter((each) => each.startsWith(`${prefix}.`))
        const available = all.filter((each) => !history.withdrawn.has(each))
        const candidates = available.length === 0 && prefix !== major ? all : available
        const releases = new Map([...history.releases].filter(([each]) => candidates.includes(each)))
        const highest = baseOf({ ...history, releases }, Version.make("999999999.0.0"))
        expect(found.get(prefix)?.version).toBe(highest?.version)
      }
    }
  })
})
