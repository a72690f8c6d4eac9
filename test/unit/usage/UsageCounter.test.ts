import { assert, describe, it } from "@effect/vitest"
import { makeUsageCounter } from "../../../src/usage/UsageCounter.ts"

const keyPrefix = "nil_AAAAAAAA"
const request = { keyPrefix, isRefused: false, isNearLimit: false, unixMillis: 1000 }
const day = "1970-01-01"
const dayMillis = 86_400_000
const plain = { release: "1.0.0", isPinned: false, deprecated: [] }

describe("makeUsageCounter", () => {
  it("counts requests by key, and hands each count over once", () => {
    const counter = makeUsageCounter()
    counter.count(request)
    counter.count({ ...request, isRefused: true, isNearLimit: true, unixMillis: 2000 })
    counter.count({ ...request, keyPrefix: "nil_BBBBBBBB" })
    const taken = counter.take()
    const expected = [
      [keyPrefix, { requests: 2, refused: 1, lastUsedMillis: 2000, isNearLimit: true }],
      ["nil_BBBBBBBB", { requests: 1, refused: 0, lastUsedMillis: 1000, isNearLimit: false }]
    ] as const
    assert.deepStrictEqual(taken, { keys: expected, uses: [] })
    assert.deepStrictEqual(counter.take(), { keys: [], uses: [] })
    counter.count(request)
    assert.deepStrictEqual(taken.keys, expected)
  })

  it("counts by day which releases a key got or pinned, and which deprecated items it named", () => {
    const counter = makeUsageCounter()
    counter.count({ ...request, used: plain })
    counter.count({ ...request, used: { ...plain, deprecated: ["use_type/OLD", "NIL-OLD"] } })
    counter.count({ ...request, used: { ...plain, isPinned: true, deprecated: ["NIL-OLD"] } })
    counter.count({ ...request, unixMillis: dayMillis, used: plain })
    const use = { keyPrefix, day }
    assert.sameDeepMembers(
      [...counter.take().uses],
      [
        { ...use, kind: "default", name: "1.0.0", requests: 2 },
        { ...use, kind: "deprecated", name: "use_type/OLD", requests: 1 },
        { ...use, kind: "deprecated", name: "NIL-OLD", requests: 2 },
        { ...use, kind: "pinned", name: "1.0.0", requests: 1 },
        { ...use, day: "1970-01-02", kind: "default", name: "1.0.0", requests: 1 }
      ]
    )
  })

  it("gives up the earliest day for a later one, and new uses of a day that has no room, and counts both", () => {
    const counter = makeUsageCounter(3)
    for (const release of ["1.0.0", "1.1.0"]) counter.count({ ...request, used: { ...plain, release } })
    const later = { ...request, unixMillis: dayMillis }
    for (const release of ["1.0.0", "1.1.0", "1.2.0", "1.3.0"]) counter.count({ ...later, used: { ...plain, release } })
    counter.count({ ...later, used: plain })
    const { keys, uses } = counter.read()
    assert.deepStrictEqual(
      uses.map(({ day, name, requests }) => [day, name, requests]),
      [
        ["1970-01-02", "1.0.0", 2],
        ["1970-01-02", "1.1.0", 1],
        ["1970-01-02", "1.2.0", 1]
      ]
    )
    assert.strictEqual(counter.forgotten(), 3)
    assert.strictEqual(keys[0]?.[1].requests, 7)
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
        const use = { keyPrefix, day, kind: "pinned", name: "1.0.0", requests: index } as const
        counter.add(structuredClone({ keys: [[keyPrefix, usage] as const], uses: [use] }))
      }
      const sum = { requests: 6, refused: 3, lastUsedMillis: 3000, isNearLimit: true }
      const use = { keyPrefix, day, kind: "pinned", name: "1.0.0", requests: 3 } as const
      assert.deepStrictEqual(counter.take(), { keys: [[keyPrefix, sum]], uses: [use] })
    }
  })
})
