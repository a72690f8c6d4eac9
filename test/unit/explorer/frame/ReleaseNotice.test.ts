import { assert, describe, it } from "@effect/vitest"
import { noticeOf } from "../../../../src/explorer/frame/ReleaseNotice.tsx"
import { releaseEntry } from "../../../support/explorer/CatalogExample.ts"

describe("noticeOf", () => {
  it("says nothing of the current release", () => {
    assert.isUndefined(noticeOf(releaseEntry("1.0.0", null, "2025-01-10")))
  })

  it("says when and why a release was withdrawn", () => {
    const withdrawn = { date: "2025-02-01T10:00:00Z", reason: "A label was wrong" }
    assert.deepStrictEqual(noticeOf(releaseEntry("1.0.0", null, "2025-01-10", { status: "withdrawn", withdrawn })), {
      sentence: "Release 1.0.0 was withdrawn on 1 February 2025.",
      reason: "A label was wrong"
    })
  })

  it("names the end of life of a major, which a release before 1.0.0 does not have", () => {
    const end_of_life = { date: "2026-03-01", reason: "Use v2" }
    assert.deepStrictEqual(
      noticeOf(releaseEntry("1.0.0", null, "2025-01-10", { status: "end-of-life", end_of_life })),
      { sentence: "The end of life of v1 is 1 March 2026.", reason: "Use v2" }
    )
    assert.deepStrictEqual(
      noticeOf(releaseEntry("0.9.0", null, "2025-01-10", { status: "end-of-life", api_version: null })),
      { sentence: "Release 0.9.0 is older than 1.0.0. The service does not serve it." }
    )
  })
})
