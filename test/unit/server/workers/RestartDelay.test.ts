import { assert, describe, it } from "@effect/vitest"
import { isEarlyEnd, restartDelayMillis } from "../../../../src/server/workers/coordinator/RestartDelay.ts"

describe("restartDelayMillis", () => {
  it("grows with each worker that ended soon, up to ten seconds", () => {
    assert.deepStrictEqual([0, 1, 2, 3, 7, 8, 100].map(restartDelayMillis), [0, 100, 200, 400, 6400, 10_000, 10_000])
  })

  it("does not count a worker that lived for a minute", () => {
    assert.deepStrictEqual([1000, 59_999, 60_000].map(isEarlyEnd), [true, true, false])
  })
})
