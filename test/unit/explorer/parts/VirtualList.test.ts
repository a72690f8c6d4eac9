import { describe, expect, it } from "vitest"
import { rangeOf } from "../../../../src/explorer/parts/VirtualList.tsx"

const viewport = { hidden: 0, visible: 800, rowHeight: 50, length: 100_000 }

describe("rangeOf", () => {
  it("begins with the first row if the list begins on or below the screen", () => {
    expect(rangeOf(viewport)).toEqual({ first: 0, last: 30 })
    expect(rangeOf({ ...viewport, hidden: -300 })).toEqual({ first: 0, last: 20 })
    expect(rangeOf({ ...viewport, hidden: -5_000 })).toEqual({ first: 0, last: 0 })
  })

  it("covers the screen and at least ten rows on either side, whatever was scrolled", () => {
    for (let hidden = 5_000; hidden < 4_900_000; hidden += 12_345) {
      const { first, last } = rangeOf({ ...viewport, hidden })
      expect(first * 50).toBeLessThanOrEqual(hidden - 500)
      expect(last * 50).toBeGreaterThanOrEqual(hidden + 800 + 500)
      expect(last - first).toBeLessThanOrEqual(60)
    }
  })

  it("ends with the last row", () => {
    expect(rangeOf({ ...viewport, hidden: 100_000 * 50 - 800 }).last).toBe(100_000)
    expect(rangeOf({ ...viewport, hidden: 100_000 * 50 + 9_000 })).toEqual({ first: 100_000, last: 100_000 })
    expect(rangeOf({ ...viewport, length: 0 })).toEqual({ first: 0, last: 0 })
  })
})
