import { assert, describe, it } from "vitest"
import { startTurnTimeout } from "../../../../src/limits/redis/RedisLimiter.ts"

/** Blocks this process, so that its event loop does not turn. */
const stall = (millis: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis)

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe("a timeout by turns of the event loop", () => {
  it("ends in the order of the starts, and not if it is cancelled", async () => {
    const ended: Array<string> = []
    await new Promise<void>((resolve) => {
      startTurnTimeout(20, () => ended.push("first"))
      startTurnTimeout(20, () => ended.push("cancelled"))()
      startTurnTimeout(20, () => ended.push("second"))
      startTurnTimeout(20, resolve)
    })
    assert.deepStrictEqual(ended, ["first", "second"])
  })

  it("leaves out the time in which the process is busy", async () => {
    let isOver = false
    startTurnTimeout(200, () => (isOver = true))
    for (let turn = 0; turn < 2; turn++) {
      stall(300)
      await nextTurn()
      await nextTurn()
    }
    assert.isFalse(isOver)
  })
})
