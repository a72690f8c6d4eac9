import { assert, describe, it } from "@effect/vitest"
import { pollDelay } from "../../../src/mirror/FollowOrigin.ts"

const calm = { intervalMillis: 30_000, failures: 0, retryAfterMillis: undefined, random: 1 }

describe("pollDelay", () => {
  it("is the interval, or a little less", () => {
    assert.strictEqual(pollDelay(calm), 30_000)
    assert.strictEqual(pollDelay({ ...calm, random: 0 }), 24_000)
  })

  it("doubles with each failure up to five minutes, and is never less than a long interval", () => {
    const delays = [1, 2, 3, 4, 5, 50].map((failures) => pollDelay({ ...calm, failures }))
    assert.deepStrictEqual(delays, [30_000, 60_000, 120_000, 240_000, 300_000, 300_000])
    assert.strictEqual(pollDelay({ ...calm, failures: 9, intervalMillis: 3_600_000 }), 3_600_000)
  })

  it("waits as long as the origin asks for", () => {
    assert.strictEqual(pollDelay({ ...calm, failures: 1, retryAfterMillis: 120_000 }), 120_000)
    assert.strictEqual(pollDelay({ ...calm, failures: 1, retryAfterMillis: 1000 }), 30_000)
  })
})
