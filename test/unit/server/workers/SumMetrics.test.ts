import { assert, describe, it } from "@effect/vitest"
import { combineStates } from "../../../../src/server/workers/SumMetrics.ts"

describe("combineStates", () => {
  it("adds counts, and the buckets of histograms", () => {
    assert.deepStrictEqual(combineStates({ count: 2, incremental: true }, { count: 3, incremental: true }, "sum"), {
      count: 5,
      incremental: true
    })
    const left = {
      buckets: [
        [1, 1],
        [2, 4]
      ] as Array<[number, number]>,
      count: 5,
      min: 0.5,
      max: 3,
      sum: 8
    }
    const right = {
      buckets: [
        [1, 0],
        [2, 2]
      ] as Array<[number, number]>,
      count: 2,
      min: 1.5,
      max: 2,
      sum: 3
    }
    assert.deepStrictEqual(combineStates(left, right, "sum"), {
      buckets: [
        [1, 1],
        [2, 6]
      ],
      count: 7,
      min: 0.5,
      max: 3,
      sum: 11
    })
  })

  it.for([
    ["sum", 5],
    ["max", 3],
    ["min", 2]
  ] as const)("combines gauges by their %s", ([combination, value]) => {
    assert.deepStrictEqual(combineStates({ value: 2 }, { value: 3 }, combination), { value })
  })
})
