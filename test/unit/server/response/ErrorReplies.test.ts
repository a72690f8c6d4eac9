import { assert, describe, it } from "@effect/vitest"
import { errorCodes } from "../../../../src/api/bodies/ErrorCode.ts"
import type { RemovedItem } from "../../../../src/domain/release/removal/RemovedItems.ts"
import { dimensionRef, licenseRef, valueRef, type ItemRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import type { LimitRefusal } from "../../../../src/limits/Limiter.ts"
import * as ErrorReplies from "../../../../src/server/response/ErrorReplies.ts"
import {
  isNearLimit,
  limitExceeded,
  makeUnauthorizedLimitReplies,
  rateLimitHeaders
} from "../../../../src/server/response/ErrorReplies.ts"
import type { Reply } from "../../../../src/server/response/Reply.ts"
import { readReply } from "../../../support/server/ServeCatalog.ts"

const { internalError, makePathNotFound, removedItemReply, requestError } = ErrorReplies

const removed = (mode: "one_of" | "all_of", ...replacements: ReadonlyArray<ItemRef>): RemovedItem => ({
  item: valueRef("color", "blue"),
  version: Version.make("2.0.0"),
  reason: undefined,
  withdrawn: false,
  mode,
  replacements
})

const replies: Readonly<Record<string, Reply>> = {
  "key-missing": ErrorReplies.missingKey,
  "scheme-unsupported": ErrorReplies.unsupportedScheme,
  "key-malformed": ErrorReplies.malformedKey,
  "key-invalid": ErrorReplies.unknownKey,
  "key-revoked": ErrorReplies.revokedKey,
  "path-not-found": makePathNotFound("/api/taxonomy"),
  "method-not-allowed": ErrorReplies.methodNotAllowed(),
  "internal-error": internalError("a"),
  "request-malformed": ErrorReplies.malformedRequest,
  "request-timeout": ErrorReplies.requestTimeout,
  "precondition-failed": ErrorReplies.preconditionFailed,
  "headers-too-large": ErrorReplies.headersTooLarge,
  "license-not-found": requestError("license-not-found", "A"),
  "version-not-found": requestError("version-not-found", "A"),
  "version-malformed": requestError("version-malformed", "A"),
  "value-removed": removedItemReply("value-removed", removed("one_of"), {}),
  "limit-exceeded": limitExceeded(
    { allowed: false, exceeded: "day", limit: 1, remaining: 0, reset: 1, retryAfterSeconds: 1 },
    "https://example.test"
  )
}

describe("an error reply", () => {
  it.each(Object.entries(replies))("has the code %s with the status of that code", (code, reply) => {
    assert.strictEqual(reply.headers["X-Error-Code"], code)
    assert.strictEqual(new Map<string, { status: number }>(Object.entries(errorCodes)).get(code)?.status, reply.status)
  })

  it("names the replacements of a removed item as item references", () => {
    const items = [valueRef("color", "red"), dimensionRef("shade"), licenseRef("NIL-EDU")]
    const { headers } = removedItemReply("value-removed", removed("one_of", ...items), {})
    assert.strictEqual(headers["X-Replaced-By"], "color/red, shade, NIL-EDU")
  })

  it.each(["one_of", "all_of"] as const)("says how the replacements apply: %s", (mode) => {
    const { headers } = removedItemReply("license-removed", removed(mode, licenseRef("A"), licenseRef("B")), {})
    assert.strictEqual(headers["X-Replacement-Mode"], mode)
  })

  it("has neither X-Replaced-By nor X-Replacement-Mode if nothing replaces the removed item", () => {
    const { headers } = removedItemReply("value-removed", removed("all_of"), {})
    assert.notProperty(headers, "X-Replaced-By")
    assert.notProperty(headers, "X-Replacement-Mode")
  })
})

const refusal = (exceeded: "hour" | "day", limit: number): LimitRefusal => ({
  allowed: false,
  exceeded,
  limit,
  remaining: 0,
  reset: 1_800_000_000,
  retryAfterSeconds: 90
})

describe("rateLimitHeaders", () => {
  const now = { unixMillis: 1_799_999_000_000, monotonicMillis: 0 }
  const policies = {
    free: '"hour";q=100;w=3600, "day";q=1000;w=86400',
    professional: '"hour";q=1000;w=3600, "day";q=10000;w=86400'
  }
  const fieldsOf = (...parameters: Parameters<typeof rateLimitHeaders>) => {
    const headers = rateLimitHeaders(...parameters)
    return Object.fromEntries(headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : [])))
  }

  it.each([
    ["free", "100", "hour"],
    ["professional", "1000", "day"]
  ] as const)("states the limits of the tier %s", (tier, limit, window) => {
    const verdict = { allowed: true, limit: 1, remaining: 42, reset: 1_800_000_000, window } as const
    assert.deepStrictEqual(fieldsOf(tier, verdict, now), {
      "X-RateLimit-Limit": limit,
      "X-RateLimit-Remaining": "42",
      "X-RateLimit-Reset": "1800000000",
      "RateLimit-Policy": policies[tier],
      RateLimit: `"${window}";r=42;t=1000`
    })
  })

  it("names the exhausted window of a refusal, and no seconds below zero", () => {
    const late = { ...now, unixMillis: 1_800_000_001_000 }
    assert.strictEqual(fieldsOf("free", refusal("day", 1000), late)["RateLimit"], '"day";r=0;t=0')
  })

  it("has only the headers of the specification for a key without limits", () => {
    const verdict = {
      allowed: true,
      limit: "unlimited",
      remaining: "unlimited",
      reset: 1_800_000_000,
      window: undefined
    } as const
    assert.deepStrictEqual(fieldsOf("enterprise", verdict, now), {
      "X-RateLimit-Limit": "unlimited",
      "X-RateLimit-Remaining": "unlimited",
      "X-RateLimit-Reset": "1800000000"
    })
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
    assert.strictEqual(isNearLimit(tier, { allowed: true, remaining, reset: 0, window: "hour" }), expected)
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
