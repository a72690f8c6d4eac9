import { assert, describe, it } from "@effect/vitest"
import { quoteBody, toClientError } from "../../../../src/client/http/ErrorMapping.ts"

const apiKey = "nil_0123456789abcdefABCDEF0123456789"
const mask = (text: string): string => text.replaceAll(apiKey, "<API key>")
const baseUrl = "https://licensing.example/api"
const url = `${baseUrl}/v1/licenses/NIL-A`

/** The facts of the error that a response to the second attempt of a request becomes. */
const factsOf = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): object => {
  const error = toClientError(
    { apiVersion: "v1", baseUrl, mask },
    { url, headers: {}, requestId: "sent", attempt: 2, cache: undefined },
    {
      status,
      headers: new Headers(headers),
      body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body))
    }
  )
  assert.strictEqual(error.name, error.code === "key-expired" ? "KeyExpired" : error._tag)
  return Object.assign({}, error, { message: error.message })
}

/** The code and the status of each class without those of a response. */
const byClass: Readonly<Record<string, object>> = {
  BadRequest: { code: "bad-request", status: 400 },
  CodeRemoved: { code: "code-removed", status: 400 },
  Unauthorized: { code: "unauthorized", status: 401 },
  KeyRevoked: { code: "key-revoked", status: 403 },
  NotFound: { code: "not-found", status: 404 },
  VersionNotFound: { code: "version-not-found", status: 404 },
  PathNotFound: { code: "path-not-found", status: 404 },
  RateLimitExceeded: { code: "rate-limit-exceeded", status: 429 },
  ServerError: { code: "server-error" },
  UnexpectedAnswer: { code: "unexpected-answer" }
}

const error = (_tag: string, message: string, facts: object = {}) => ({
  requestId: "sent",
  _tag,
  ...byClass[_tag],
  ...facts,
  message
})
const unexpected = (status: number, problem: string) =>
  error("UnexpectedAnswer", `GET ${url}: ${status}, ${problem}`, { status })

describe("an error response with a known code", () => {
  it.each([
    ["dimension-removed", 400, "CodeRemoved", { replacedBy: [], mode: undefined }],
    ["value-removed", 400, "CodeRemoved", { replacedBy: [], mode: undefined }],
    ["license-removed", 400, "CodeRemoved", { replacedBy: [], mode: undefined }],
    ["license-not-found", 404, "NotFound", {}],
    ["resource-not-found", 404, "NotFound", {}],
    ["log-unsigned", 404, "NotFound", {}],
    ["release-unsigned", 404, "NotFound", {}],
    ["version-not-found", 404, "VersionNotFound", {}],
    ["parameter-unknown", 400, "BadRequest", {}],
    ["key-missing", 401, "Unauthorized", {}],
    ["key-expired", 403, "KeyRevoked", {}],
    ["limit-exceeded", 429, "RateLimitExceeded", { retryAfter: undefined, upgradeUrl: undefined }],
    ["internal-error", 500, "ServerError", { status: 500, attempts: 2, retryAfter: undefined }],
    ["draining", 503, "ServerError", { status: 503, attempts: 2, retryAfter: undefined }]
  ] as const)("%s (%d) is a %s with the text of the body, or the code without one", (code, status, tag, known) => {
    const headers = { "x-error-code": code }
    const facts = { ...known, code, status }
    assert.deepStrictEqual(factsOf(status, { error: "E", message: "M" }, headers), error(tag, "M", facts))
    assert.deepStrictEqual(factsOf(status, { error: "E" }, headers), error(tag, "E", facts))
    assert.deepStrictEqual(factsOf(status, "", headers), error(tag, `GET ${url}: ${status}, ${code}`, facts))
    // JSON of another form
    assert.deepStrictEqual(
      factsOf(status, { error: { code: 7 }, message: "M" }, headers),
      error(tag, `GET ${url}: ${status}, ${code}`, facts)
    )
  })

  it("names the replacement of a removed item", () => {
    const headers = {
      "x-error-code": "license-removed",
      "x-replaced-by": "NIL-B, NIL-C",
      "x-replacement-mode": "all_of"
    }
    const facts = { code: "license-removed", replacedBy: ["NIL-B", "NIL-C"], mode: "all_of" }
    assert.deepStrictEqual(
      factsOf(400, { error: "NIL-A was removed" }, headers),
      error("CodeRemoved", "NIL-A was removed", facts)
    )
  })

  it("of another status counts as one without a code", () => {
    const headers = { "x-error-code": "license-removed", "x-api-version": "v1" }
    const body = { error: "Not Found", message: "M" }
    assert.deepStrictEqual(factsOf(418, body, headers), unexpected(418, "M"))
  })
})

describe("an error response without a known code", () => {
  it.each([
    [{ error: "Bad" }, "BadRequest", "Bad", {}],
    [{ error: "Bad", message: "M" }, "BadRequest", "M", { "x-taxonomy-version": "v1.0" }],
    [{ error: "Bad", detail: 1 }, "BadRequest", "Bad", { "x-taxonomy-version": "v1.0" }]
  ] as const)("400 %j is a %s", (body, tag, message, headers) => {
    assert.deepStrictEqual(factsOf(400, body, headers), error(tag, message))
  })

  it("400 of a release with an error alone is that of a removed item", () => {
    assert.deepStrictEqual(
      factsOf(400, { error: "NIL-A was removed" }, { "x-taxonomy-version": "v1.0", "x-replaced-by": "NIL-B" }),
      error("CodeRemoved", "NIL-A was removed", { replacedBy: ["NIL-B"], mode: undefined })
    )
  })

  it.each([
    [401, { error: "Unauthorized", message: "No key" }, "Unauthorized"],
    [403, { error: "Forbidden", message: "No key" }, "KeyRevoked"]
  ] as const)("%d in the form of the contract, %j, is a %s", (status, body, tag) => {
    assert.deepStrictEqual(factsOf(status, body), error(tag, "No key"))
  })

  it.each([
    [400, { error: "" }],
    [400, { message: "M" }],
    [400, { error: 7 }],
    [400, [1]],
    [400, "<html>"],
    [401, { error: "Forbidden", message: "M" }],
    [401, { error: "Unauthorized", message: "" }],
    [401, { error: "Unauthorized" }],
    [403, { error: "Unauthorized", message: "M" }],
    [403, { error: "Forbidden", message: 7 }],
    [403, {}]
  ] as const)("%d in another form, %j, is unexpected", (status, body) => {
    const quote = typeof body === "string" ? body : JSON.stringify(body)
    const expected = unexpected(status, `not in the form of the contract: the body begins ${quote}`)
    assert.deepStrictEqual(factsOf(status, body), expected)
  })

  it("404 of the service, or with a code of a newer service, is NotFound", () => {
    assert.deepStrictEqual(factsOf(404, { message: "M" }, { "x-api-version": "v1" }), error("NotFound", "M"))
    const facts = { code: "item-lost" }
    assert.deepStrictEqual(
      factsOf(404, "", { "x-error-code": "item-lost" }),
      error("NotFound", `GET ${url}: 404`, facts)
    )
    // A code of another form decides, too, but is not passed on.
    assert.deepStrictEqual(factsOf(404, "", { "x-error-code": "item lost!" }), error("NotFound", `GET ${url}: 404`))
  })

  it("404 of something else than the service advises to check the address", () => {
    const advice =
      `Check that baseUrl, ${baseUrl}, is the base address of the service, such as ` +
      "https://licensing.example/api/taxonomy, and that the service has the API v1"
    assert.deepStrictEqual(
      factsOf(404, "<html>"),
      error("PathNotFound", `GET ${url}: 404, not sent by the service. ${advice}`)
    )
    assert.deepStrictEqual(factsOf(404, { error: "No page" }), error("PathNotFound", `GET ${url}: No page. ${advice}`))
  })

  it("404 of the service for a path advises to check the API version", () => {
    const headers = { "x-error-code": "path-not-found", "x-api-version": "v1" }
    assert.deepStrictEqual(
      factsOf(404, { message: "No such path" }, headers),
      error("PathNotFound", `GET ${url}: No such path. Check that the service has the API v1`)
    )
  })

  it.each([
    [{}, {}, { retryAfter: undefined, upgradeUrl: undefined }],
    [{}, { "retry-after": "7" }, { retryAfter: 7, upgradeUrl: undefined }],
    [{ retry_after: 9 }, { "retry-after": "7" }, { retryAfter: 7, upgradeUrl: undefined }],
    [
      { retry_after: 9, upgrade_url: `https://licensing.example/${apiKey}` },
      { "retry-after": "7" },
      { retryAfter: 9, upgradeUrl: "https://licensing.example/<API key>" }
    ],
    [{ retry_after: -1, upgrade_url: "https://a.example" }, {}, { retryAfter: undefined, upgradeUrl: undefined }],
    [{ retry_after: 9, upgrade_url: 7 }, {}, { retryAfter: undefined, upgradeUrl: undefined }]
  ] as const)("429 with %j and the headers %j has the delay and the address of an upgrade", (body, headers, facts) => {
    const whole = { error: "Too Many Requests", message: "Wait", ...body }
    assert.deepStrictEqual(factsOf(429, whole, headers), error("RateLimitExceeded", "Wait", facts))
  })

  it("429 without a text names the status", () => {
    const limit = { retry_after: 9, upgrade_url: "https://a.example" }
    const facts = { retryAfter: undefined, upgradeUrl: undefined }
    assert.deepStrictEqual(factsOf(429, limit), error("RateLimitExceeded", `GET ${url}: 429`, facts))
  })

  it("5xx is a ServerError with the delay that it asks for", () => {
    assert.deepStrictEqual(
      factsOf(502, "<html>", { "retry-after": "5", "x-request-id": "received" }),
      error("ServerError", `GET ${url}: 502`, { requestId: "received", status: 502, attempts: 2, retryAfter: 5 })
    )
  })

  it.each([
    [405, { message: "No POST" }, {}, "No POST"],
    [405, "", { "x-error-code": "method-not-allowed" }, "method-not-allowed"],
    [418, "short and stout", {}, "the body begins short and stout"],
    [499, "", {}, "an empty body"]
  ] as const)("%d %j with the headers %j is unexpected", (status, body, headers, problem) => {
    const facts = "x-error-code" in headers ? { code: headers["x-error-code"] } : {}
    assert.deepStrictEqual(factsOf(status, body, headers), { ...unexpected(status, problem), ...facts })
  })

  it("is masked", () => {
    assert.deepStrictEqual(
      factsOf(401, { error: "Unauthorized", message: `${apiKey} is unknown` }),
      error("Unauthorized", "<API key> is unknown")
    )
    assert.deepStrictEqual(factsOf(418, apiKey), unexpected(418, "the body begins <API key>"))
  })
})

describe("quoteBody", () => {
  it("quotes at most 200 characters, which are masked first", () => {
    assert.strictEqual(quoteBody("x".repeat(201), mask), `the body begins ${"x".repeat(200)}`)
    const text = "x".repeat(190)
    assert.strictEqual(quoteBody(`${text}${apiKey}`, mask), `the body begins ${text}<API key>`)
    assert.strictEqual(quoteBody("", mask), "an empty body")
  })
})
