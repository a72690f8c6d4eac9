import { setImmediate } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import { makeFairTurns } from "../../../../src/server/node/FairTurns.ts"

const limits = { maxMillis: 5, maxPauseMillis: 20 }
const quiet = () => 0

describe("makeFairTurns", () => {
  it("works as long as it may in each turn of the event loop, in the order of the work", async () => {
    const done: Array<number> = []
    let millis = 0
    const takeTurn = makeFairTurns({ ...limits, now: () => millis, eventCount: quiet })
    const take = (work: number, takes: number) =>
      takeTurn(() => {
        done.push(work)
        millis += takes
      })
    take(1, 4)
    take(2, 4)
    take(3, 100)
    take(4, 1)
    take(5, 0)
    assert.deepStrictEqual(done, [])
    await setImmediate()
    assert.deepStrictEqual(done, [1, 2])
    await setImmediate()
    assert.deepStrictEqual(done, [1, 2, 3])
    await setImmediate()
    assert.deepStrictEqual(done, [1, 2, 3, 4, 5])
  })

  it("leaves work that work asks for to the next turn", async () => {
    const done: Array<number> = []
    const takeTurn = makeFairTurns({ ...limits, now: () => 0, eventCount: quiet })
    takeTurn(() => takeTurn(() => done.push(2)))
    takeTurn(() => done.push(1))
    await setImmediate()
    assert.deepStrictEqual(done, [1])
    await setImmediate()
    assert.deepStrictEqual(done, [1, 2])
  })

  it("pauses while something else happens, but not longer than it may", async () => {
    const done: Array<number> = []
    let millis = 0
    let events = 0
    const takeTurn = makeFairTurns({ ...limits, now: () => millis, eventCount: () => events })
    for (const work of [1, 2, 3]) {
      takeTurn(() => {
        done.push(work)
        millis += 5
      })
    }
    await setImmediate()
    assert.deepStrictEqual(done, [1])
    millis += 19
    events++
    await setImmediate()
    assert.deepStrictEqual(done, [1])
    millis += 1
    events++
    await setImmediate()
    assert.deepStrictEqual(done, [1, 2])
    await setImmediate()
    assert.deepStrictEqual(done, [1, 2, 3])
  })

  it("lets the first work wait for nothing, whatever else happens", async () => {
    const done: Array<number> = []
    const takeTurn = makeFairTurns({ ...limits, now: () => 0, eventCount: () => 1 })
    takeTurn(() => done.push(1))
    await setImmediate()
    assert.deepStrictEqual(done, [1])
  })

  it("goes on after work that fails", async () => {
    const done: Array<number> = []
    const errors: Array<unknown> = []
    const takeTurn = makeFairTurns({ ...limits, now: () => 0, eventCount: quiet })
    process.setUncaughtExceptionCaptureCallback((error) => errors.push(error))
    try {
      takeTurn(() => {
        throw new Error("It failed")
      })
      takeTurn(() => done.push(1))
      await setImmediate()
      await setImmediate()
    } finally {
      process.setUncaughtExceptionCaptureCallback(null)
    }
    assert.lengthOf(errors, 1)
    assert.deepStrictEqual(done, [1])
  })
})
