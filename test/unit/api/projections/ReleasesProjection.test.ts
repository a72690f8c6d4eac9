import { describe, expect, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { ReleasesBody } from "../../../../src/api/bodies/ReleasesBody.ts"
import { releasesBody } from "../../../../src/api/projections/ReleasesProjection.ts"
import { evolve } from "../../../../src/domain/release/ReleaseHistory.ts"
import { newestOf } from "../../../../src/domain/release/ReleaseLines.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { branchedHistories } from "../../../support/arbitrary/branchedHistories.ts"
import { ended, given, release, waiver } from "../../../support/domain/ReleaseScenario.ts"
import { add, deprecate, edit, remove } from "../../../support/domain/TaxonomyEdits.ts"

const rule = "deprecation/removed-before-six-months"
const name = "exclusive_categories/COFFEE"

const { history } = given(
  release("1.0.0", "2026-01-10"),
  release("1.1.0", "2026-02-10", deprecate(name, "QSR"), add("use_type/a")),
  release("1.2.0", "2026-03-10", add("use_type/b"), add("use_type/c")),
  release("1.3.0", "2026-04-10", add("use_type/d")),
  release("2.0.0", { date: "2026-05-10", waivers: [waiver(rule, name, "2.0.0")] }, remove(name)),
  release("1.3.1", "2026-06-10", edit("MENU", { name: "A menu" })),
  (before) =>
    evolve(before, {
      _tag: "ReleaseWithdrawn",
      version: Version.make("1.3.0"),
      date: "2026-09-01T08:00:00Z",
      reason: "Its texts were drafts."
    }),
  ended(1, "2027-06-30")
)

const end_of_life = { date: "2027-06-30T12:00:00Z", reason: "It is old." }

describe("releasesBody", () => {
  it("lists every release, the newest version first, with what became of it", () => {
    expect(releasesBody(history, Version.make("1.3.1"))).toEqual({
      version: "v1.3",
      releases: [
        {
          version: "v2.0",
          release: "2.0.0",
          published_at: "2026-05-10T12:00:00Z",
          bump: "major",
          base: "1.3.0",
          api_version: "v2",
          status: "current",
          changes: { "value-removed": 1 },
          waivers: [{ rule, subject: name, reason: "Nobody had used it yet.", approved_by: "The board" }]
        },
        {
          version: "v1.3",
          release: "1.3.1",
          published_at: "2026-06-10T12:00:00Z",
          bump: "patch",
          base: "1.3.0",
          api_version: "v1",
          status: "end-of-life",
          end_of_life,
          changes: { "license-text-changed": 1 },
          waivers: []
        },
        {
          version: "v1.3",
          release: "1.3.0",
          published_at: "2026-04-10T12:00:00Z",
          bump: "minor",
          base: "1.2.0",
          api_version: "v1",
          status: "withdrawn",
          withdrawn: { date: "2026-09-01T08:00:00Z", reason: "Its texts were drafts." },
          end_of_life,
          changes: { "value-added": 1 },
          waivers: []
        },
        {
          version: "v1.2",
          release: "1.2.0",
          published_at: "2026-03-10T12:00:00Z",
          bump: "minor",
          base: "1.1.0",
          api_version: "v1",
          status: "end-of-life",
          end_of_life,
          changes: { "value-added": 2 },
          waivers: []
        },
        {
          version: "v1.1",
          release: "1.1.0",
          published_at: "2026-02-10T12:00:00Z",
          bump: "minor",
          base: "1.0.0",
          api_version: "v1",
          status: "end-of-life",
          end_of_life,
          changes: { "value-added": 1, "value-deprecated": 1 },
          waivers: []
        },
        {
          version: "v1.0",
          release: "1.0.0",
          published_at: "2026-01-10T12:00:00Z",
          bump: null,
          base: null,
          api_version: "v1",
          status: "end-of-life",
          end_of_life,
          changes: { "dimension-added": 3, "license-added": 3, "namespace-changed": 1, "title-changed": 1 },
          waivers: []
        }
      ],
      count: 6,
      // The withdrawal is newer than every release, and the end of v1 lies ahead.
      _meta: { taxonomy_version: "v1.3", release: "1.3.1", generated_at: "2026-09-01T08:00:00Z" }
    })
  })

  it.prop("decodes with the schema of the contract, without excess fields", [branchedHistories], ([history]) => {
    const body = releasesBody(history, newestOf(history)?.version ?? expect.fail("Nothing is published"))
    expect(Schema.decodeSync(ReleasesBody)(body, { onExcessProperty: "error" })).toEqual(body)
  })
})
