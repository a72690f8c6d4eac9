import { assert, describe, it } from "vitest"
import { judgeTrend } from "../../../../../scripts/soak/report/Trend.ts"

/** Memory that garbage collections bring back to a level every tenth sample. */
const memory = (level: (index: number) => number) =>
  Array.from({ length: 400 }, (_, index) => level(index) + (index % 10) * 20)

describe("the trend of memory", () => {
  it("is level if what is left after collections stays", () => {
    assert.deepInclude(judgeTrend(memory(() => 50)), { first: 50, last: 50, isGrowing: false })
  })

  it("is level if caches fill at the beginning", () => {
    assert.isFalse(judgeTrend(memory((index) => Math.min(index, 90))).isGrowing)
  })

  it("grows if less and less is collected", () => {
    assert.isTrue(judgeTrend(memory((index) => 50 + index / 4)).isGrowing)
  })

  it("is not judged by a few samples", () => {
    assert.isUndefined(judgeTrend([50, 60, 90]).isGrowing)
  })
})
