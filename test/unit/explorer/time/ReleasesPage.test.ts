import { assert, describe, it } from "@effect/vitest"
import { codeOf } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { makeCatalog } from "../../../../src/explorer/model/Catalog.ts"
import type { ShownRelease } from "../../../../src/explorer/model/Release.ts"
import {
  comingRemovals,
  formatChangeCounts,
  formatOrigin,
  pastEvents,
  renderWords
} from "../../../../src/explorer/time/ReleasesPage.tsx"
import { valueEntry } from "../../../support/explorer/CatalogExample.ts"
import { makeEntry, makeRelease, makeValue } from "./Releases.ts"

describe("pastEvents", () => {
  it("lists publications, withdrawals and ends of majors, the last first, and no end that is still to come", () => {
    const end = { date: "2027-03-01T00:00:00Z", reason: "Version 10 replaces it" }
    const withdrawn = { date: "2026-04-01T10:00:00Z", reason: "A label was wrong" }
    const releases = [
      makeEntry("10.0.0", { published_at: "2026-03-01T12:00:00Z", withdrawn }),
      makeEntry("9.1.0", { published_at: "2026-05-01T12:00:00Z", end_of_life: end }),
      makeEntry("9.0.0", { published_at: "2026-01-01T12:00:00Z", end_of_life: end })
    ]
    const events = (today: string) =>
      pastEvents({ releases }, today).map(({ entry, kind }) => `${entry.release} ${kind}`)
    const published = ["9.1.0 published", "10.0.0 withdrawn", "10.0.0 published", "9.0.0 published"]
    assert.deepStrictEqual(events("2027-02-28T00:00:00Z"), published)
    assert.deepStrictEqual(events("2027-03-01T00:00:00Z"), ["9.1.0 ended", ...published])
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

describe("renderWords", () => {
  const words = (text: string) =>
    renderWords(text).map((part) => (typeof part === "string" ? part : `${part.type}: ${part.props.children}`))

  it("marks what the Markdown of notes emphasizes, and leaves lone asterisks", () => {
    assert.deepStrictEqual(words("**Use** *fast\nfood* as `QSR`"), [
      "",
      "strong: Use",
      " ",
      "em: fast\nfood",
      " as ",
      "code: QSR",
      ""
    ])
    assert.deepStrictEqual(words("2 * 3 <b>** 4"), ["2 * 3 <b>** 4"])
  })
})
