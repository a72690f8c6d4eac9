import { assert, describe, it } from "@effect/vitest"
import { makeTimeScale } from "../../../../../src/explorer/time/line/TimeScale.ts"

describe("makeTimeScale", () => {
  it("places dates in proportion to the time between them, with room at both ends", () => {
    const { positionOf } = makeTimeScale(["2026-01-11", "2026-01-01", "2026-01-06"])
    assert.strictEqual(positionOf("2026-01-01"), 3)
    assert.strictEqual(positionOf("2026-01-06"), 50)
    assert.strictEqual(positionOf("2026-01-11"), 97)
  })

  it("places a single day in the middle", () => {
    const { positionOf, ticks } = makeTimeScale(["2026-01-01T12:00:00Z"])
    assert.strictEqual(positionOf("2026-01-01T12:00:00Z"), 50)
    assert.deepStrictEqual(ticks, [])
  })

  it("marks months of a few months, and years of many years, at most six of them within the dates", () => {
    const labelsOf = (first: string, last: string) => makeTimeScale([first, last]).ticks.map(({ label }) => label)
    assert.deepStrictEqual(labelsOf("2025-11-20", "2026-02-10"), ["Dec 2025", "2026", "Feb 2026"])
    assert.deepStrictEqual(labelsOf("2025-01-10", "2027-03-01"), ["Jul 2025", "2026", "Jul 2026", "2027"])
    assert.deepStrictEqual(labelsOf("2000-06-01", "2030-01-01"), ["2005", "2010", "2015", "2020", "2025", "2030"])
    for (let months = 1; months < 600; months += 7) {
      const last = `${2020 + Math.floor((4 + months) / 12)}-${String(((4 + months) % 12) + 1).padStart(2, "0")}-03`
      const { positionOf, ticks } = makeTimeScale(["2020-05-02", last])
      assert.isAtMost(ticks.length, 6, last)
      assert.isAtLeast(ticks.length, 1, last)
      for (const { date } of ticks) {
        assert.isAtLeast(positionOf(date), 3)
        assert.isAtMost(positionOf(date), 97)
      }
    }
  })
})
