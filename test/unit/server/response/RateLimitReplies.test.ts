import { assert, describe, it } from "@effect/vitest"
import type { LimitRefusal } from "../../../../src/limits/Limiter.ts"
import {
  isNearLimit,
  limitExceeded,
  makeUnauthorizedLimitReplies,
  rateLimitHeaders
} from "../../../../src/server/response/RateLimitReplies.ts"
import { readReply } from "../../../support/server/ServeCatalog.ts"

const refusal = (exceeded: "hour" | "day", limit: number): LimitRefusal => ({
  allowed: false,
  exceeded,
  limit,
  remaining: 0,
  reset: 1_800_000_000,
  retryAfterSeconds: 90
})

describe("rateLimitHeaders", () => {
  it.each([
    ["free", "100"],
    ["professional", "1000"],
    ["enterprise", "unlimited"]
  ] as const)("states the hourly limit of the tier %s", (tier, limit) => {
    const verdict = { allowed: true, limit: 1, remaining: 42, reset: 1_800_000_000 } as const
    assert.deepStrictEqual(rateLimitHeaders(tier, verdict), [
      "X-RateLimit-Limit",
      limit,
      "X-RateLimit-Remaining",
      "42",
      "X-RateLimit-Reset",
      "1800000000"
    ])
  })
})

describe("isNearLimit", () => {
  it.each([
    ["free", 0, true],
    ["free", 9, true],
    ["free", 10, false],
    ["professional", 99, true],
    ["professional", 100, false],
    ["enterprise", "unlimited", false]
  ] as const)("is true if less than a tenth of the hour remains: %s, %s", (tier, remaining, expected) => {
    assert.strictEqual(isNearLimit(tier, { allowed: true, limit: 1, remaining, reset: 0 }), expected)
  })
})

describe("limitExceeded", () => {
  it.each([
    ["hour", 100, "3600"],
    ["day", 1000, "90"]
  ] as const)("tells which limit is exceeded, and when to try again: %s", (exceeded, limit, retryAfter) => {
    const text =
      `{"error":"Rate limit exceeded","message":"You have exceeded the limit of ${limit} requests per ${exceeded}",` +
      `"retry_after":90,"upgrade_url":"https://upgrade.example"}\n`
    assert.deepStrictEqual(readReply(limitExceeded(refusal(exceeded, limit), "https://upgrade.example")), {
      status: 429,
      headers: {
        "Content-Type": "application/json",
        "Cache-Control": "no-store",
        Vary: "Authorization, Accept-Encoding",
        "X-Error-Code": "limit-exceeded",
        "Retry-After": retryAfter,
        "Content-Length": String(text.length)
      },
      text
    })
  })
})

describe("makeUnauthorizedLimitReplies", () => {
  it("makes one reply for each number of seconds", () => {
    const replyAfter = makeUnauthorizedLimitReplies("https://upgrade.example")
    const text =
      '{"error":"Rate limit exceeded","message":"Too many requests without a valid API key came from this address",' +
      '"retry_after":7,"upgrade_url":"https://upgrade.example"}\n'
    assert.deepStrictEqual(readReply(replyAfter(7)), {
      status: 429,
      headers: {
        "Content-Type": "application/json",
        "Cache-Control": "no-store",
        Vary: "Authorization, Accept-Encoding",
        "Retry-After": "7",
        "X-Error-Code": "unauthorized-limit-exceeded",
        "Content-Length": String(text.length)
      },
      text
    })
    assert.strictEqual(replyAfter(7), replyAfter(7))
    assert.notStrictEqual(replyAfter(8), replyAfter(7))
  })
})
