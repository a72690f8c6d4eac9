import { assert, describe, it, expect } from "@effect/vitest"
import { evolve, type ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import {
  freeSuccessor,
  makeFindStatus,
  baseOf,
  releasesBySelector,
  withoutPrefix
} from "../../../../src/domain/release/ReleaseLines.ts"
import { Version, type Bump } from "../../../../src/domain/taxonomy/Scalars.ts"
import { majorOf } from "../../../../src/domain/taxonomy/VersionArithmetic.ts"
import { branchedHistories } from "../../../support/arbitrary/branchedHistories.ts"
import { historyOf, publish } from "../../../support/arbitrary/releases.ts"
import { given, release, timeOf, ended } from "../../../support/domain/ReleaseScenario.ts"
import { grow, retitle, start } from "../../../support/domain/TaxonomyEdits.ts"

const { history } = given(
  release("1.0.0", "2026-01-01"),
  release("1.1.0", "2026-02-01", grow("STREAMING")),
  release("1.1.1", "2026-03-01", retitle("Another title"))
)

const successor = (base: string, bump: Bump): ReadonlyArray<string | undefined> => {
  const published = history.releases.get(Version.make(base))
  if (published === undefined) throw new Error(`${base} is not published`)
  const { on, version } = freeSuccessor(
    { history, standing: history, recorded: { base: published, changes: [] } },
    published,
    bump,
    timeOf("2026-09-01")
  )
  return [version, on?.version]
}

describe("the free version for changes to a release", () => {
  it("is the one that follows it, also in the middle of a line", () => {
    assert.deepStrictEqual(successor("1.0.0", "patch"), ["1.0.1", "1.0.0"])
    assert.deepStrictEqual(successor("1.1.1", "minor"), ["1.2.0", "1.1.1"])
  })

  it("follows the newest release of its line if the next one is taken", () => {
    assert.deepStrictEqual(successor("1.0.0", "minor"), ["1.2.0", "1.1.1"])
    assert.deepStrictEqual(successor("1.1.0", "patch"), ["1.1.2", "1.1.1"])
  })
})

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

describe("releasesBySelector", () => {
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
