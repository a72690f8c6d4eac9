import { assert, describe, it } from "@effect/vitest"
import { errorCodes } from "../../../../src/api/bodies/ErrorCode.ts"
import { dimensionRef, licenseRef, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import * as ErrorReplies from "../../../../src/server/response/ErrorReplies.ts"
import { limitExceeded } from "../../../../src/server/response/RateLimitReplies.ts"
import type { Reply } from "../../../../src/server/response/Reply.ts"

const { internalError, makePathNotFound, removedItemReply, requestError } = ErrorReplies

const replies: Readonly<Record<string, Reply>> = {
  "key-missing": ErrorReplies.missingKey,
  "key-invalid": ErrorReplies.invalidKey,
  "key-revoked": ErrorReplies.revokedKey,
  "path-not-found": makePathNotFound("/api/taxonomy"),
  "method-not-allowed": ErrorReplies.methodNotAllowed,
  "internal-error": internalError("a"),
  "request-malformed": ErrorReplies.malformedRequest,
  "request-timeout": ErrorReplies.requestTimeout,
  "precondition-failed": ErrorReplies.preconditionFailed,
  "headers-too-large": ErrorReplies.headersTooLarge,
  "license-not-found": requestError("license-not-found", "A"),
  "version-not-found": requestError("version-not-found", "A"),
  "version-malformed": requestError("version-malformed", "A"),
  "value-removed": removedItemReply("value-removed", "A", { mode: "one_of", replacements: [] }, {}),
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
    const { headers } = removedItemReply("value-removed", "A", { mode: "one_of", replacements: items }, {})
    assert.strictEqual(headers["X-Replaced-By"], "color/red, shade, NIL-EDU")
  })

  it.each(["one_of", "all_of"] as const)("says how the replacements apply: %s", (mode) => {
    const replacements = [licenseRef("NIL-EDU"), licenseRef("NIL-NEWS")]
    const { headers } = removedItemReply("license-removed", "A", { mode, replacements }, {})
    assert.strictEqual(headers["X-Replacement-Mode"], mode)
  })

  it("has neither X-Replaced-By nor X-Replacement-Mode if nothing replaces the removed item", () => {
    const { headers } = removedItemReply("value-removed", "A", { mode: "all_of", replacements: [] }, {})
    assert.notProperty(headers, "X-Replaced-By")
    assert.notProperty(headers, "X-Replacement-Mode")
  })
})
