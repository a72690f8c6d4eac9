import { describe, expect, it } from "@effect/vitest"
import { diff } from "../../../../src/domain/change/Diff.ts"
import type { PublishedRelease, ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { branchedHistories } from "../../../support/arbitrary/branchedHistories.ts"
import { netChanges } from "../../../support/domain/NetChanges.ts"
import { given, release, waiver } from "../../../support/domain/ReleaseScenario.ts"
import { add, edit } from "../../../support/domain/TaxonomyEdits.ts"

const item = "use_type/editorial"
const define = (definition: string) => edit(item, { definition })
const correction = (version: string) => waiver("semver/definition-changed", item, version)

const { history } = given(
  release("1.0.0", "2026-01-10", define("News.")),
  release("1.0.1", { date: "2026-02-10", waivers: [correction("1.0.1")] }, define("The news.")),
  release("1.1.0", "2026-03-10", add("use_type/a")),
  release("1.1.1", { date: "2026-04-10", waivers: [correction("1.1.1")] }, define("All the news.")),
  release("2.0.0", "2026-05-10", define("News and comments.")),
  release("1.1.2", { date: "2026-06-10", waivers: [correction("1.1.2")] }, define("Any news."))
)

const releaseOf = (of: ReleaseHistory, version: string): PublishedRelease =>
  of.releases.get(Version.make(version)) ?? expect.fail(`${version} is not published`)

const kindsOf = (from: string, to: string): ReadonlyArray<string> =>
  netChanges(history, releaseOf(history, from), releaseOf(history, to)).map(({ bump, kind }) => `${kind} ${bump}`)

describe("netDifferences", () => {
  it.each([
    ["1.0.0", "1.0.1"],
    ["1.0.1", "1.0.0"],
    ["1.1.0", "1.1.2"],
    ["1.1.2", "1.1.0"]
  ])("leave a definition corrected that was only corrected in between: %s to %s", (from, to) => {
    expect(kindsOf(from, to)).toEqual(["value-definition-corrected patch"])
  })

  it("add up several corrections, with the approval of the last one", () => {
    expect(kindsOf("1.0.0", "1.1.1")).toEqual(["value-definition-corrected patch", "value-added minor"])
    const [change] = netChanges(history, releaseOf(history, "1.0.0"), releaseOf(history, "1.1.1"))
    expect(change).toMatchObject({ before: "News.", after: "All the news.", approved_by: "The board" })
  })

  it.each([
    ["1.0.0", "2.0.0"],
    ["1.1.2", "2.0.0"],
    ["2.0.0", "1.1.1"]
  ])("have a changed definition if any release in between changed it: %s to %s", (from, to) => {
    expect(kindsOf(from, to)).toContain("value-definition-changed major")
  })

  it.prop("are the difference of the snapshots if nothing was corrected", [branchedHistories], ([history]) => {
    const releases = [...history.releases.values()]
    for (const [from, to] of [releases, releases.toReversed()].map((all) => [all[0], all.at(-1)])) {
      if (from === undefined || to === undefined) return expect.fail("Nothing is published")
      expect(netChanges(history, from, to)).toEqual(diff(from.taxonomy, to.taxonomy))
    }
    return undefined
  })
})
