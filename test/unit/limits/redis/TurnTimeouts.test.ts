import { assert, describe, it } from "vitest"
import { makeTurnTimeouts } from "../../../../src/limits/redis/TurnTimeouts.ts"

/** Blocks this process, so that its event loop does not turn. */
const stall = (millis: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis)

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe("timeouts by turns of the event loop", () => {
  it("end in the order in which they started, and not if they are cancelled", async () => {
    const { start } = makeTurnTimeouts(20)
    const ended: Array<string> = []
    await new Promise<void>((resolve) => {
      start(() => ended.push("first"))
      start(() => ended.push("cancelled"))()
      start(() => ended.push("second"))
      start(resolve)
    })
    assert.deepStrictEqual(ended, ["first", "second"])
  })

  it("leave out the time in which the process is busy", async () => {
    let isOver = false
    makeTurnTimeouts(200).start(() => (isOver = true))
    for (let turn = 0; turn < 2; turn++) {
      stall(300)
      await nextTurn()
      await nextTurn()
    }
    assert.isFalse(isOver)
  })
})
