import { assert, describe, it } from "@effect/vitest"
import {
  backoffMillis,
  decideDelivery,
  parseRetryAfter,
  patienceMillis,
  type DeliveryState,
  type Outcome
} from "../../../../src/domain/hooks/Delivery.ts"

const fresh: DeliveryState = { hook: "hook_AAAAAAAAAAAA", place: 8, failures: 0, failingSince: 0, due: 0, last: "" }
const facts = { state: fresh, place: 16, now: 1_000_000_000_000, resumedAt: 0, random: 0.5 }
const answered = (status: number, retryAfterMillis?: number): Outcome => ({
  _tag: "Answered",
  status,
  ...(retryAfterMillis === undefined ? {} : { retryAfterMillis })
})

describe("decideDelivery", () => {
  it.each([200, 201, 202, 204, 299])("settles a message with %d", (status) => {
    const state = { ...fresh, failures: 3, failingSince: 5, due: 9 }
    assert.deepStrictEqual(decideDelivery(answered(status), { ...facts, state }), {
      verdict: "delivered",
      state: { ...fresh, place: 16, last: String(status) }
    })
  })

  it.each([100, 301, 302, 307, 400, 401, 404, 429, 500, 502, 503])("tries again after %d", (status) => {
    const { state, verdict } = decideDelivery(answered(status), facts)
    assert.strictEqual(verdict, "retry")
    assert.deepStrictEqual(state, {
      ...fresh,
      failures: 1,
      failingSince: facts.now,
      due: facts.now + 1000,
      last: String(status)
    })
  })

  it("ends a subscription with 410", () => {
    assert.strictEqual(decideDelivery(answered(410), facts).verdict, "gone")
  })

  it("waits longer after each failure, up to 8 hours, give or take a fifth", () => {
    assert.deepStrictEqual([1, 2, 3, 9, 30].map(backoffMillis), [1000, 4000, 16_000, 28_800_000, 28_800_000])
    const delays = [0, 1].map((random) => decideDelivery(answered(500), { ...facts, random }).state.due - facts.now)
    assert.deepStrictEqual(delays, [800, 1200])
  })

  it("waits as long as the receiver asks, up to a day", () => {
    assert.strictEqual(decideDelivery(answered(503, 60_000), facts).state.due, facts.now + 60_000)
    assert.strictEqual(decideDelivery(answered(503, 1), facts).state.due, facts.now + 1000)
    assert.strictEqual(decideDelivery(answered(503, 1e12), facts).state.due, facts.now + 86_400_000)
  })

  it("pauses a subscription whose message has failed for three days", () => {
    const state = { ...fresh, failures: 15, failingSince: facts.now - patienceMillis }
    const unanswered: Outcome = { _tag: "Unanswered", reason: "timeout" }
    assert.strictEqual(decideDelivery(unanswered, { ...facts, state }).verdict, "paused")
    assert.strictEqual(decideDelivery(unanswered, { ...facts, state: { ...state, failures: 1 } }).verdict, "retry")
    assert.strictEqual(decideDelivery(answered(204), { ...facts, state }).verdict, "delivered")
  })

  it("begins the three days again when the subscription is resumed", () => {
    const state = { ...fresh, failures: 15, failingSince: facts.now - patienceMillis }
    const decision = decideDelivery(answered(500), { ...facts, state, resumedAt: facts.now - 10 })
    assert.deepStrictEqual([decision.verdict, decision.state.failures], ["retry", 1])
  })
})

describe("parseRetryAfter", () => {
  it("reads seconds and dates", () => {
    assert.strictEqual(parseRetryAfter("120", 0), 120_000)
    assert.strictEqual(parseRetryAfter("Thu, 01 Jan 1970 00:01:00 GMT", 1000), 59_000)
    assert.strictEqual(parseRetryAfter("Thu, 01 Jan 1970 00:01:00 GMT", 90_000), 0)
    assert.isUndefined(parseRetryAfter(undefined, 0))
    assert.isUndefined(parseRetryAfter("soon", 0))
    assert.isUndefined(parseRetryAfter("-5x", 0))
  })
})
