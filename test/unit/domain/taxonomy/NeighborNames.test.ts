import { assert, describe, it } from "@effect/vitest"
import { makeNeighborSearch } from "../../../../src/domain/taxonomy/NeighborNames.ts"

describe("makeNeighborSearch", () => {
  const names = ["MUSIC", "FILM", "RADIO", "STAGE", "BOOK"]
  const neighbors = (text: string): ReadonlyArray<string | undefined> =>
    makeNeighborSearch(names)(text).map((index) => names[index])

  it("finds the names before and after a text, from its beginning and from its end", () => {
    // From the end, the order is EGATS, KOOB, CISUM, MLIF, OIDAR sorted: CISUM EGATS KOOB MLIF OIDAR.
    assert.deepStrictEqual(neighbors("FILN"), ["FILM", "MUSIC", "FILM", "RADIO"])
    assert.deepStrictEqual(neighbors("TUSIC"), ["STAGE", "MUSIC", "STAGE"])
  })

  it("finds one neighbor at either end of the names", () => {
    assert.deepStrictEqual(neighbors("ABBA"), ["BOOK", "MUSIC"])
    assert.deepStrictEqual(neighbors("ZZ"), ["STAGE", "RADIO"])
  })

  it("finds nothing among no names", () => {
    assert.deepStrictEqual(makeNeighborSearch([])("FILM"), [])
  })
})
