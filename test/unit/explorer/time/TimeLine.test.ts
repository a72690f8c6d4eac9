import { assert, describe, it } from "@effect/vitest"
import type { RemovalForecast } from "../../../../src/domain/release/removal/RemovalForecast.ts"
import type { CatalogItem } from "../../../../src/explorer/data/DataSource.ts"
import { makeCatalog, toVersion } from "../../../../src/explorer/model/Catalog.ts"
import { formatChangeCounts, formatEnd, formatOrigin, makeTimeLine } from "../../../../src/explorer/time/TimeLine.ts"
import { makeEntry } from "./Releases.ts"

const end = { date: "2027-03-01T00:00:00Z", reason: "Version 10 replaces it" }
const releases = [
  makeEntry("10.0.0", { published_at: "2026-05-01T12:00:00Z" }),
  makeEntry("9.1.0", { published_at: "2026-03-01T12:00:00Z", end_of_life: end }),
  makeEntry("9.0.0", { published_at: "2026-01-01T12:00:00Z", end_of_life: end })
]
const itemOf = (item: string, deprecated_in?: string): CatalogItem => ({
  item,
  kind: "value",
  label: item,
  added_in: "9.0.0",
  ...(deprecated_in === undefined ? {} : { deprecated_in })
})
const forecast = (date: string): RemovalForecast => ({
  may_go: "later",
  version: toVersion("11.0.0"),
  after: [],
  date,
  deprecated_in: null
})
const items = [itemOf("a/A", "9.1.0"), itemOf("a/B", "9.1.0"), itemOf("a/C", "10.0.0"), itemOf("a/D")]
const lines = makeTimeLine(makeCatalog({ releases }, { items }), () => forecast("2026-12-24"))

describe("makeTimeLine", () => {
  it("has a line for each major version, the newest first by its number", () => {
    assert.deepStrictEqual(
      lines.map(({ endOfLife, major, releases }) => [major, releases.map(({ release }) => release), endOfLife]),
      [
        [10, ["10.0.0"], undefined],
        [9, ["9.1.0", "9.0.0"], end]
      ]
    )
  })

  it("joins items that were deprecated together and can go together, in the line of their deprecation", () => {
    assert.deepStrictEqual(
      lines.map(({ deprecations }) => deprecations.map(({ items }) => items.map(({ item }) => item))),
      [[["a/C"]], [["a/A", "a/B"]]]
    )
    const apart = makeTimeLine(makeCatalog({ releases }, { items }), ({ item }) =>
      forecast(item === "a/A" ? "2026-12-24" : "2026-12-25")
    )
    assert.strictEqual(apart[1]?.deprecations.length, 2)
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
