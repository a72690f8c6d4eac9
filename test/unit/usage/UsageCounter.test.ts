import { assert, describe, it } from "@effect/vitest"
import { makeUsageCounter } from "../../../src/usage/UsageCounter.ts"

const keyPrefix = "nil_AAAAAAAA"
const request = { keyPrefix, isRefused: false, isNearLimit: false, unixMillis: 1000 }

describe("makeUsageCounter", () => {
  it("counts requests by key, and hands each count over once", () => {
    const counter = makeUsageCounter()
    counter.count(request)
    counter.count({ ...request, isRefused: true, isNearLimit: true, unixMillis: 2000 })
    counter.count({ ...request, keyPrefix: "nil_BBBBBBBB" })
    const taken = [
      [keyPrefix, { requests: 2, refused: 1, lastUsedMillis: 2000, isNearLimit: true }],
      ["nil_BBBBBBBB", { requests: 1, refused: 0, lastUsedMillis: 1000, isNearLimit: false }]
    ] as const
    assert.deepStrictEqual(counter.take(), taken)
    assert.deepStrictEqual(counter.take(), [])
    counter.count(request)
    assert.strictEqual(taken[0][1].requests, 2)
  })

  it("adds what others have counted, in any order, as a message carries it", () => {
    const usages = [1000, 3000, 2000].map((lastUsedMillis, index) => ({
      requests: index + 1,
      refused: index,
      lastUsedMillis,
      isNearLimit: lastUsedMillis === 3000
    }))
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2]
    ]) {
      const counter = makeUsageCounter()
      for (const index of order) {
        const usage = usages[index] ?? assert.fail("no usage")
        counter.add(structuredClone([[keyPrefix, usage] as const]))
      }
      const sum = { requests: 6, refused: 3, lastUsedMillis: 3000, isNearLimit: true }
      assert.deepStrictEqual(counter.take(), [[keyPrefix, sum]])
    }
  })
})
