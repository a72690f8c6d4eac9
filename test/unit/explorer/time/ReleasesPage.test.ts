import { assert, describe, it } from "@effect/vitest"
import { codeOf } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { makeCatalog } from "../../../../src/explorer/model/Catalog.ts"
import type { ShownRelease } from "../../../../src/explorer/model/Release.ts"
import {
  comingRemovals,
  datedReleases,
  formatChangeCounts,
  formatEnd,
  formatGap,
  formatOrigin
} from "../../../../src/explorer/time/ReleasesPage.tsx"
import { valueEntry } from "../../../support/explorer/CatalogExample.ts"
import { makeEntry, makeRelease, makeValue } from "./Releases.ts"

describe("datedReleases", () => {
  it("lists the releases of all majors, the last published first, with the one before", () => {
    const end = { date: "2027-03-01T00:00:00Z", reason: "Version 10 replaces it" }
    const releases = [
      makeEntry("10.0.0", { published_at: "2026-03-01T12:00:00Z" }),
      makeEntry("9.1.0", { published_at: "2026-05-01T12:00:00Z", end_of_life: end }),
      makeEntry("9.0.0", { published_at: "2026-01-01T12:00:00Z", end_of_life: end })
    ]
    assert.deepStrictEqual(
      datedReleases({ releases }).map(({ end, entry, previous }) => [entry.release, previous?.release, end]),
      [
        ["9.1.0", "10.0.0", end],
        ["10.0.0", "9.0.0", undefined],
        ["9.0.0", undefined, undefined]
      ]
    )
  })
})

describe("comingRemovals", () => {
  const deprecation = (version: string, date: string) => ({
    since: { version: "v1.1", date: "2025-02-10T12:00:00Z" },
    replaced_by: [],
    earliest_removal: { version, date }
  })
  const deprecated = { deprecated_in: "1.1.0" }
  const items = [
    valueEntry("colour/KEPT"),
    valueEntry("colour/LATE", { ...deprecated, deprecation: deprecation("v3.0", "2026-12-10") }),
    valueEntry("colour/GONE", { ...deprecated, removed_in: "2.0.0", removed_on: "2025-08-20" }),
    valueEntry("colour/EARLY", { ...deprecated, deprecation: deprecation("v3.0", "2026-12-01") })
  ]
  const catalog = makeCatalog({ releases: [] }, { items })
  const codes = (draft?: ShownRelease) => [...comingRemovals(catalog, draft, []).keys()].map(codeOf)

  it("lists what the releases deprecate, the earliest removal first", () => {
    assert.deepStrictEqual(codes(), ["EARLY", "LATE"])
  })

  it("lists what a working tree deprecates, and last what a newer major removed already", () => {
    const deprecated = { replaced_by: [], reason: "Nobody likes it" }
    const values = ["KEPT", "GONE", "LATE", "EARLY"].map((code) =>
      makeValue(code, code, code === "KEPT" ? {} : { deprecated })
    )
    assert.deepStrictEqual(codes({ ...makeRelease("1.2.0", values), isDraft: true }), ["EARLY", "LATE", "GONE"])
  })
})

describe("formatGap", () => {
  it("says in days, months or years how much later a release was published", () => {
    const gap = (from: string, to: string) => formatGap(`${from}T12:00:00Z`, `${to}T11:00:00Z`)
    assert.deepStrictEqual(
      [
        gap("2026-05-01", "2026-05-01"),
        gap("2026-05-01", "2026-05-02"),
        gap("2026-01-31", "2026-02-28"),
        gap("2026-02-28", "2026-03-28"),
        gap("2024-06-15", "2026-06-14"),
        gap("2024-06-15", "2026-06-15")
      ],
      ["on the same day as", "1 day after", "28 days after", "1 month after", "23 months after", "2 years after"]
    )
  })
})

describe("formatOrigin", () => {
  it("names the base and the bump", () => {
    assert.strictEqual(formatOrigin(makeEntry("1.0.0")), "first release")
    assert.strictEqual(formatOrigin(makeEntry("1.1.0", { base: "1.0.0", bump: "minor" })), "minor release of 1.0.0")
    assert.strictEqual(formatOrigin(makeEntry("1.3.0", { base: "1.0.0" })), "made from 1.0.0")
  })
})

describe("formatChangeCounts", () => {
  it("counts kinds in words, removals first, and keeps kinds that it does not know", () => {
    const entry = makeEntry("2.0.0", {
      base: "1.0.0",
      changes: { "value-added": 1200, "from-the-future": 2, "value-removed": 1, "rule-added": 0 }
    })
    assert.deepStrictEqual(formatChangeCounts(entry), ["Value removed", "Values added: 1,200", "from-the-future: 2"])
  })

  it("counts only what a first release adds, since it changes nothing", () => {
    const entry = makeEntry("1.0.0", { changes: { "namespace-changed": 1, "title-changed": 1, "rule-added": 1 } })
    assert.deepStrictEqual(formatChangeCounts(entry), ["Conflict rule added"])
  })
})

describe("formatEnd", () => {
  it("tells an announced end of life from a past one, by the day", () => {
    const date = "2027-03-01T00:00:00Z"
    assert.strictEqual(formatEnd(date, "2027-02-28T23:59:59.000Z"), "ends on 1 March 2027")
    assert.strictEqual(formatEnd(date, "2027-03-01T00:00:00.000Z"), "ended on 1 March 2027")
  })
})
