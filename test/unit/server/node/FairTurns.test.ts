import { setImmediate } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import { makeFairTurns } from "../../../../src/server/node/FairTurns.ts"

describe("makeFairTurns", () => {
  it("does a part of the work in each turn of the event loop, in its order", async () => {
    const done: Array<number> = []
    const takeTurn = makeFairTurns(2)
    for (const work of [1, 2, 3]) takeTurn(() => done.push(work))
    takeTurn(() => takeTurn(() => done.push(5)))
    assert.deepStrictEqual(done, [])
    await setImmediate()
    assert.deepStrictEqual(done, [1, 2])
    await setImmediate()
    assert.deepStrictEqual(done, [1, 2, 3])
    await setImmediate()
    assert.deepStrictEqual(done, [1, 2, 3, 5])
  })
})
