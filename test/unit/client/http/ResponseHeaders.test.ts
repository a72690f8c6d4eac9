// @effect-diagnostics globalDate:off
import { assert, describe, it } from "@effect/vitest"
import {
  cacheControlOf,
  deprecationHeadersOf,
  entityTagOf,
  errorCodeOf,
  hasRelease,
  isFromService,
  rateLimitOf,
  replacementOf,
  requestIdOf,
  retryAfterOf,
  servedVersionOf,
  unknownErrorCodeOf
} from "../../../../src/client/http/ResponseHeaders.ts"

const apiKey = "nil_0123456789abcdefABCDEF0123456789"
const mask = (text: string): string => text.replaceAll(apiKey, "<API key>")

describe("entityTagOf", () => {
  it.each(['"1"', 'W/"1"', '""', '"!#~"', `"${"a".repeat(1024)}"`])("takes the entity tag %s", (tag) => {
    assert.strictEqual(entityTagOf(new Headers({ etag: tag })), tag)
  })

  it.each(["1", '"1', '1"', 'w/"1"', '"a b"', '"a"b"', 'x"1"', '"1"x', `"${"a".repeat(1025)}"`])(
    "ignores the malformed or overlong entity tag %s",
    (tag) => {
      assert.isUndefined(entityTagOf(new Headers({ etag: tag })))
    }
  )

  it("returns undefined without an entity tag", () => {
    assert.isUndefined(entityTagOf(new Headers()))
  })
})

describe("requestIdOf", () => {
  it("takes a well-formed id that does not contain the API key", () => {
    const idOf = (id: string) => requestIdOf(new Headers({ "x-request-id": id }), mask)
    assert.deepStrictEqual(["req-1.a_B", "a b", "", apiKey, `x-${apiKey}`].map(idOf), [
      "req-1.a_B",
      undefined,
      undefined,
      undefined,
      undefined
    ])
    assert.isUndefined(requestIdOf(new Headers(), mask))
  })
})

describe("the error code of a response", () => {
  it.each([
    ["license-not-found", 404, "license-not-found", false],
    ["license-not-found", 400, undefined, false],
    ["draining", 503, "draining", false],
    ["license-lost", 404, undefined, true],
    ["toString", 404, undefined, true]
  ] as const)("%s with the status %d", (code, status, known, isUnknown) => {
    const headers = new Headers({ "x-error-code": code })
    assert.strictEqual(errorCodeOf(headers, status), known)
    assert.strictEqual(unknownErrorCodeOf(headers, mask), isUnknown ? code : undefined)
  })

  it("may be missing", () => {
    assert.isUndefined(errorCodeOf(new Headers(), 404))
    assert.isUndefined(unknownErrorCodeOf(new Headers(), mask))
  })

  it.each(["", "no code", "x".repeat(65), apiKey, "ünknown"])("is a token without the API key: %j", (code) => {
    assert.isUndefined(unknownErrorCodeOf(new Headers({ "x-error-code": code }), mask))
  })
})

describe("the origin of a response", () => {
  it.each([
    ["x-api-version", true, false],
    ["x-taxonomy-version", true, true],
    ["x-ratelimit-limit", true, false],
    ["x-ratelimit-remaining", true, false],
    ["x-ratelimit-reset", true, false],
    ["x-request-id", false, false],
    ["x-error-code", false, false]
  ] as const)("is told by %s: from the service %s, of a release %s", (name, fromService, ofRelease) => {
    const headers = new Headers({ [name]: "1" })
    assert.deepStrictEqual([isFromService(headers), hasRelease(headers)], [fromService, ofRelease])
  })
})

describe("replacementOf", () => {
  it.each([
    [{}, { replacedBy: [], mode: undefined }],
    [{ "x-replaced-by": "use_type/GAMES" }, { replacedBy: ["use_type/GAMES"], mode: undefined }],
    [
      { "x-replaced-by": "NIL-A, NIL-B ,,", "x-replacement-mode": "one_of" },
      { replacedBy: ["NIL-A", "NIL-B"], mode: "one_of" }
    ],
    [
      { "x-replaced-by": "NIL-A", "x-replacement-mode": "all_of" },
      { replacedBy: ["NIL-A"], mode: "all_of" }
    ],
    [
      { "x-replaced-by": "NIL-A", "x-replacement-mode": "some_of" },
      { replacedBy: ["NIL-A"], mode: undefined }
    ],
    [{ "x-replacement-mode": "one_of" }, { replacedBy: [], mode: undefined }],
    [{ "x-replaced-by": apiKey }, { replacedBy: ["<API key>"], mode: undefined }]
  ] as const)("reads %j", (headers, expected) => {
    assert.deepStrictEqual(replacementOf(new Headers(headers), mask), expected)
  })
})

describe("retryAfterOf", () => {
  const date = "Mon, 02 Mar 2026 10:00:00 GMT"

  it.each([
    [{}, undefined],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "120" }, 120],
    [{ "retry-after": "999999999999" }, 999_999_999_999],
    [{ "retry-after": "1000000000000" }, undefined],
    [{ "retry-after": "-1" }, undefined],
    [{ "retry-after": "1.5" }, undefined],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "1 s" }, undefined],
    [{ "retry-after": "Mon, 02 Mar 2026 10:01:30 GMT", date }, 90],
    [{ "retry-after": "Mon, 02 Mar 2026 09:59:00 GMT", date }, 0],
    [{ "retry-after": "Mon, 02 Mar 2026 10:01:30 GMT+2", date }, undefined],
    [{ "retry-after": "in Mon, 02 Mar 2026 10:01:30 GMT", date }, undefined],
    [{ "retry-after": "Mon, 99 Mar 2026 10:01:30 GMT", date }, undefined],
    [{ "retry-after": "2026-03-02T10:01:30Z", date }, undefined]
  ] as const)("reads %j", (headers, seconds) => {
    assert.strictEqual(retryAfterOf(new Headers(headers)), seconds)
  })

  it("takes the clock of the client if the response has no valid date", () => {
    for (const headers of [{}, { date: "today" }]) {
      const past = new Headers({ ...headers, "retry-after": "Sat, 01 Jan 2000 00:00:00 GMT" })
      assert.strictEqual(retryAfterOf(past), 0)
      const future = retryAfterOf(new Headers({ ...headers, "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }))
      assert.isAbove(future ?? 0, 0)
    }
  })
})

describe("rateLimitOf", () => {
  const complete = { "x-ratelimit-limit": "1000", "x-ratelimit-remaining": "999", "x-ratelimit-reset": "1772445600" }
  const reset = new Date("2026-03-02T10:00:00Z")

  it("reads numbers, and unlimited", () => {
    assert.deepStrictEqual(rateLimitOf(new Headers(complete)), { limit: 1000, remaining: 999, reset })
    const unlimited = { ...complete, "x-ratelimit-limit": "unlimited", "x-ratelimit-remaining": "unlimited" }
    assert.deepStrictEqual(rateLimitOf(new Headers(unlimited)), { limit: "unlimited", remaining: "unlimited", reset })
  })

  it.each(Object.keys(complete))("returns undefined without a valid %s", (name) => {
    assert.isUndefined(rateLimitOf(new Headers({ ...complete, [name]: "none" })))
    assert.isUndefined(rateLimitOf(new Headers(Object.entries(complete).filter(([key]) => key !== name))))
  })
})

describe("servedVersionOf", () => {
  it.each([
    [{ "x-latest-version": "v2.0", "x-upgrade-available": "true" }, undefined],
    [
      { "x-taxonomy-version": "v1.0" },
      { taxonomy: "v1.0", latest: undefined, latestCompatible: undefined, upgradeAvailable: false }
    ],
    [
      {
        "x-taxonomy-version": "v1.0",
        "x-latest-version": "v2.0",
        "x-latest-compatible-version": "v1.4",
        "x-upgrade-available": "true"
      },
      { taxonomy: "v1.0", latest: "v2.0", latestCompatible: "v1.4", upgradeAvailable: true }
    ]
  ] as const)("reads %j", (headers, expected) => {
    assert.deepStrictEqual(servedVersionOf(new Headers(headers)), expected)
  })
})

describe("deprecationHeadersOf", () => {
  const none = { warning: undefined, deprecatedAt: undefined, sunset: undefined }

  it.each([
    [{}, none],
    [{ "x-deprecation-warning": `A is deprecated, ${apiKey}` }, { ...none, warning: "A is deprecated, <API key>" }],
    [{ deprecation: "@1772445600" }, { ...none, deprecatedAt: new Date("2026-03-02T10:00:00Z") }],
    [{ deprecation: "1772445600" }, none],
    [{ deprecation: "x@1772445600" }, none],
    [{ deprecation: "@1772445600x" }, none],
    [{ deprecation: "@1000000000000" }, none],
    [{ sunset: "Mon, 02 Mar 2026 10:00:00 GMT" }, { ...none, sunset: new Date("2026-03-02T10:00:00Z") }],
    [{ sunset: "some day" }, none]
  ] as const)("reads %j", (headers, expected) => {
    assert.deepStrictEqual(deprecationHeadersOf(new Headers(headers), mask), expected)
  })
})

describe("cacheControlOf", () => {
  it.each([
    [{}, true, 0],
    [{ "Cache-Control": "public, max-age=3600, s-maxage=7200" }, true, 3600],
    [{ "Cache-Control": "public, max-age=31536000, s-maxage=7200, immutable" }, true, 31_536_000],
    [{ "Cache-Control": "MAX-AGE=60" }, true, 60],
    [{ "Cache-Control": "max-age=60, max-age=3600" }, true, 60],
    [{ "Cache-Control": "max-age=60", Age: "20" }, true, 40],
    [{ "Cache-Control": "max-age=60", Age: "600" }, true, 0],
    [{ "Cache-Control": "max-age=60", Age: "soon" }, true, 60],
    [{ "Cache-Control": "no-cache, max-age=60" }, true, 0],
    [{ "Cache-Control": "max-age=-1" }, true, 0],
    [{ "Cache-Control": "max-age=1e9" }, true, 0],
    [{ "Cache-Control": "s-maxage=7200" }, true, 0],
    [{ "Cache-Control": "no-store" }, false, 0]
  ] as const)("reads %j", (headers, isStorable, maxAge) => {
    assert.deepStrictEqual(cacheControlOf(new Headers(headers)), { isStorable, maxAge })
  })
})
