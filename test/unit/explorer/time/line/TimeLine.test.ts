import { assert, describe, it } from "@effect/vitest"
import type { RemovalForecast } from "../../../../../src/domain/release/removal/RemovalForecast.ts"
import type { ItemEntry } from "../../../../../src/explorer/data/Bodies.ts"
import { makeCatalog } from "../../../../../src/explorer/model/Catalog.ts"
import { toVersion } from "../../../../../src/explorer/model/Versions.ts"
import { makeTimeLine } from "../../../../../src/explorer/time/line/TimeLine.ts"
import { makeEntry } from "../Releases.ts"

const end = { date: "2027-03-01T00:00:00Z", reason: "Version 10 replaces it" }
const releases = [
  makeEntry("10.0.0", { published_at: "2026-05-01T12:00:00Z" }),
  makeEntry("9.1.0", { published_at: "2026-03-01T12:00:00Z", end_of_life: end }),
  makeEntry("9.0.0", { published_at: "2026-01-01T12:00:00Z", end_of_life: end })
]
const itemOf = (item: string, deprecated_in?: string): ItemEntry => ({
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
