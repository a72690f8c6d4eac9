import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ErrorCode, errorCodes } from "../../../src/api/bodies/ErrorCode.ts"
import {
  BadRequest,
  CodeRemoved,
  KeyExpired,
  KeyRevoked,
  NetworkError,
  NotFound,
  PathNotFound,
  RateLimitExceeded,
  ServerError,
  TaxonomyClient,
  TaxonomyError,
  Unauthorized,
  UnexpectedAnswer,
  VersionNotFound,
  type ClientOptions
} from "../../../src/client/Package.ts"
import { hostileServer, response } from "./HostileServer.ts"
import { rejected } from "./rejected.ts"

const apiKey = "nil_0123456789abcdefABCDEF0123456789"

/** The error of a request for a license, given the response. */
const failureOn = (answer: string, options: Partial<ClientOptions> = {}) =>
  Effect.gen(function* () {
    const server = yield* hostileServer((socket) => void socket.write(answer))
    const baseUrl = `http://127.0.0.1:${server.port}/api/taxonomy`
    const client = new TaxonomyClient({ baseUrl, apiKey, retries: 0, ...options })
    return { baseUrl, failure: yield* Effect.promise(() => rejected(client.license("SAMPLE-PODCAST"))) }
  }).pipe(Effect.scoped)

const json = (status: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  response(status, JSON.stringify(body), { "Content-Type": "application/json", ...headers })

describe("a failed connection", () => {
  const refused = (address: string) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}:8080`), { code: "ECONNREFUSED" })
  const failureOf = (problem: unknown) =>
    rejected(
      new TaxonomyClient({
        baseUrl: "https://licensing.example",
        apiKey,
        retries: 0,
        fetch: () => Promise.reject(problem)
      }).schema()
    )

  it("reports the failure of each address of the host, and the system code", async () => {
    // The error of Node for a host with two addresses has no message.
    const both = Object.assign(new AggregateError([refused("::1"), refused("127.0.0.1")]), { code: "ECONNREFUSED" })
    const failure = await failureOf(new TypeError("fetch failed", { cause: both }))
    assert.instanceOf(failure, NetworkError)
    assert.include(failure.message, "connect ECONNREFUSED ::1:8080")
    assert.include(failure.message, "connect ECONNREFUSED 127.0.0.1:8080")
    assert.strictEqual(failure.code, "ECONNREFUSED")
  })

  it("reports the system code of a nested error, even if no message contains it", async () => {
    const silent = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" })
    const failure = await failureOf(new AggregateError([new Error("first"), silent], "all failed"))
    assert.instanceOf(failure, NetworkError)
    assert.include(failure.message, "all failed")
    assert.include(failure.message, "UND_ERR_SOCKET")
    assert.strictEqual(failure.code, "UND_ERR_SOCKET")
  })

  it.live("has the system code of the platform's fetch", () =>
    Effect.gen(function* () {
      const { port } = yield* Effect.scoped(hostileServer(() => undefined))
      const client = new TaxonomyClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey, retries: 0 })
      const failure = yield* Effect.promise(() => rejected(client.schema()))
      assert.instanceOf(failure, NetworkError)
      assert.strictEqual(failure.code, "ECONNREFUSED")
    })
  )

  it("describes errors that cause each other", async () => {
    const one: Error & { cause?: unknown } = new Error("one")
    one.cause = new Error("two", { cause: one })
    const failure = await failureOf(one)
    assert.instanceOf(failure, NetworkError)
    assert.include(failure.message, "one (two")
    assert.strictEqual(failure.code, "network-error")
  })

  it.each([
    ["throws", { get: () => assert.fail("read") }],
    ["is no text", { value: 5 }]
  ])("ends the call if the message of the error %s", async (_, message) => {
    const odd = Object.defineProperty(Object.assign(new Error("odd"), { code: "ECONNRESET" }), "message", message)
    const failure = await failureOf(odd)
    assert.instanceOf(failure, NetworkError)
    assert.include(failure.message, "an error that cannot be described")
  })
})

const refusal = (code: ErrorCode, text: string, headers: Readonly<Record<string, string>> = {}) => {
  const isRemoval = code.endsWith("-removed")
  const { status } = errorCodes[code]
  return json(`${status} Error`, isRemoval ? { error: text } : { error: names[status] ?? "Error", message: text }, {
    "X-Error-Code": code,
    ...headers
  })
}

const names: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found"
}

describe("X-Error-Code", () => {
  const expected: ReadonlyArray<readonly [ErrorCode, new (...args: never) => TaxonomyError]> = [
    ["request-malformed", BadRequest],
    ["parameter-unknown", BadRequest],
    ["parameter-missing", BadRequest],
    ["parameter-malformed", BadRequest],
    ["cursor-expired", BadRequest],
    ["value-unknown", BadRequest],
    ["version-malformed", BadRequest],
    ["version-not-served-here", BadRequest],
    ["dimension-removed", CodeRemoved],
    ["value-removed", CodeRemoved],
    ["license-removed", CodeRemoved],
    ["key-missing", Unauthorized],
    ["key-malformed", Unauthorized],
    ["scheme-unsupported", Unauthorized],
    ["key-invalid", Unauthorized],
    ["key-revoked", KeyRevoked],
    ["key-expired", KeyExpired],
    ["path-not-found", PathNotFound],
    ["license-not-found", NotFound],
    ["dimension-not-found", NotFound],
    ["value-not-found", NotFound],
    ["resource-not-found", NotFound],
    ["log-unsigned", NotFound],
    ["release-unsigned", NotFound],
    ["version-not-found", VersionNotFound],
    ["method-not-allowed", UnexpectedAnswer],
    ["request-timeout", UnexpectedAnswer],
    ["precondition-failed", UnexpectedAnswer],
    ["content-too-large", UnexpectedAnswer],
    ["uri-too-long", UnexpectedAnswer],
    ["limit-exceeded", RateLimitExceeded],
    ["unauthorized-limit-exceeded", RateLimitExceeded],
    ["headers-too-large", UnexpectedAnswer],
    ["internal-error", ServerError],
    ["draining", ServerError],
    ["limits-unavailable", ServerError],
    ["release-damaged", ServerError],
    ["service-unavailable", ServerError]
  ]

  it("is tested with every code of the contract", () => {
    assert.deepStrictEqual(expected.map(([code]) => code).sort(), [...ErrorCode.literals].sort())
  })

  it.live.each(expected)("selects the class of the error, whatever the text: %s", ([code, Expected]) =>
    Effect.gen(function* () {
      const { baseUrl, failure } = yield* failureOn(refusal(code, "Any text"))
      if (!(failure instanceof Expected)) return assert.fail(inspect(failure))
      assert.deepStrictEqual([failure.name, failure.code], [Expected.name, code])
      assert.strictEqual(failure.status, errorCodes[code].status)
      assert.strictEqual(failure._tag, failure instanceof KeyExpired ? "KeyRevoked" : Expected.name)
      assert.include(failure.message, "Any text")
      if (failure instanceof PathNotFound) {
        assert.include(failure.message, `baseUrl, ${baseUrl},`)
        assert.include(failure.message, "that the service has the API v1")
      }
    })
  )

  it.live("selects the class also if the body is not the service's", () =>
    Effect.gen(function* () {
      const { failure } = yield* failureOn(response("404 Not Found", "<html>", { "X-Error-Code": "license-not-found" }))
      assert.instanceOf(failure, NotFound)
      assert.include(failure.message, "404, license-not-found")
    })
  )
})

describe("X-Replaced-By", () => {
  it.live.each([
    [{ "X-Replaced-By": "use_type/B, use_type/C.1" }, ["use_type/B", "use_type/C.1"], undefined],
    [{ "X-Replaced-By": "use_type/B, purpose", "X-Replacement-Mode": "all_of" }, ["use_type/B", "purpose"], "all_of"],
    [{ "X-Replaced-By": "use_type/B, purpose", "X-Replacement-Mode": "one_of" }, ["use_type/B", "purpose"], "one_of"],
    [{ "X-Replaced-By": "purpose", "X-Replacement-Mode": "none_of" }, ["purpose"], undefined],
    [{ "X-Replacement-Mode": "one_of" }, [], undefined],
    [{}, [], undefined]
  ] as const)("names the items that replace a removed one, and their mode: %j", ([headers, replacedBy, mode]) =>
    Effect.gen(function* () {
      const { failure } = yield* failureOn(refusal("value-removed", "Use 'D' instead.", headers))
      assert.instanceOf(failure, CodeRemoved)
      assert.deepStrictEqual(
        [failure.message, failure.replacedBy, failure.mode],
        ["Use 'D' instead.", replacedBy, mode]
      )
    })
  )
})

describe("an error without a known code", () => {
  const body = (error: string, message: string) => ({ error, message })
  const license = body("Not Found", "Base license 'SAMPLE-PODCAST' not found")

  it.live.each([
    ["400", json("400 Bad Request", body("Bad Request", "No such filter")), BadRequest],
    ["400 with an error alone", json("400 Bad Request", { error: "invalid_request" }), BadRequest],
    ["401", json("401 Unauthorized", body("Unauthorized", "Invalid API key")), Unauthorized],
    ["403", json("403 Forbidden", body("Forbidden", "API key has been revoked")), KeyRevoked],
    ["404", json("404 Not Found", license), PathNotFound],
    ["404 of another service", json("404 Not Found", body("Not Found", "Cannot GET /api/taxonomy")), PathNotFound],
    [
      "404 with the page of a web server",
      response("404 Not Found", "<html>", { "Content-Type": "text/html" }),
      PathNotFound
    ],
    ["404 with an unknown code", json("404 Not Found", license, { "X-Error-Code": "planet-not-found" }), NotFound],
    [
      "404 with the code of another status",
      json("404 Not Found", license, { "X-Error-Code": "key-missing" }),
      PathNotFound
    ]
  ] as const)("is classified by its status: %s", ([, answer, Expected]) =>
    Effect.gen(function* () {
      const { failure } = yield* failureOn(answer)
      if (!(failure instanceof Expected)) return assert.fail(inspect(failure))
    })
  )

  const release = { "X-API-Version": "v1", "X-Taxonomy-Version": "v1.3" }
  const limits = { "X-RateLimit-Limit": "1000", "X-RateLimit-Remaining": "9", "X-RateLimit-Reset": "1790003600" }

  it.live.each([
    ["a selected release", { ...release, ...limits }],
    ["a selected release, to a key without limits", release],
    ["an unknown version", limits],
    ["an unknown code, and a selected release", { ...release, "X-Error-Code": "planet-not-found" }],
    ["an unknown code, and no selected release", { ...limits, "X-Error-Code": "planet-not-found" }],
    ["an unknown code alone", { "X-Error-Code": "planet-not-found" }]
  ] as const)("is NotFound, without advice on baseUrl, for a 404 of the service: %s", ([, headers]) =>
    Effect.gen(function* () {
      const { failure } = yield* failureOn(json("404 Not Found", license, headers))
      assert.instanceOf(failure, NotFound)
      assert.strictEqual(failure.message, license.message)
    })
  )

  it.live("is CodeRemoved without replacements for a 400 of a release with an error alone", () =>
    Effect.gen(function* () {
      const text = "The base license 'A' was removed in v2.0. Use 'B' instead."
      const { failure } = yield* failureOn(json("400 Bad Request", { error: text }, release))
      assert.instanceOf(failure, CodeRemoved)
      assert.deepStrictEqual([failure.message, failure.replacedBy, failure.mode], [text, [], undefined])
    })
  )

  it.live.each([
    ["a message", { error: "Bad Request", message: "No such filter" }, release],
    ["another field", { error: "Bad Request", planet: "Mars" }, release],
    ["no selected release", { error: "Bad Request" }, limits],
    ["a known code", { error: "Bad Request" }, { ...release, "X-Error-Code": "value-unknown" }]
  ] as const)("is BadRequest for a 400 of the service with %s", ([, answer, headers]) =>
    Effect.gen(function* () {
      const { failure } = yield* failureOn(json("400 Bad Request", answer, headers))
      assert.instanceOf(failure, BadRequest)
    })
  )

  it.live.each([
    ["advises on baseUrl without a header of the service", {}, true],
    ["does not advise on baseUrl with a header of the service", limits, false]
  ] as const)("%s, if no endpoint has the path", ([, headers, advises]) =>
    Effect.gen(function* () {
      const { failure } = yield* failureOn(refusal("path-not-found", "Nothing is served here", headers))
      assert.instanceOf(failure, PathNotFound)
      assert.strictEqual(failure.message.includes("baseUrl"), advises)
      assert.include(failure.message, "the API v1")
    })
  )

  it.live.each([
    [{ error: "invalid_request", message: "No API key found in request" }, "No API key found in request"],
    [{ error: "The base license 'A' was removed in v2.0. Use 'B' instead." }, "Use 'B' instead."],
    [{ message: "No API key found in request" }, "No API key found in request"]
  ] as const)("keeps the text of its body: %j", ([answer, text]) =>
    Effect.gen(function* () {
      const { failure } = yield* failureOn(json("400 Bad Request", answer))
      if (!(failure instanceof TaxonomyError)) return assert.fail(inspect(failure))
      assert.notInstanceOf(failure, CodeRemoved)
      assert.include(failure.message, text)
    })
  )
})

describe("a response that violates the contract", () => {
  it.live.each([
    ["the invalid field", json("200 OK", { code: 7 }), 'Expected string at ["code"]'],
    ["the beginning of its body", response("200 OK", `{"code": ${apiKey}`), '{"code": <API key>'],
    ["the beginning of its body", response("403 Forbidden", "<html>blocked", {}), "<html>blocked"],
    ["its empty body", response("403 Forbidden", ""), "an empty body"]
  ] as const)("is reported with %s", ([, answer, says]) =>
    Effect.gen(function* () {
      const { failure } = yield* failureOn(answer)
      assert.instanceOf(failure, UnexpectedAnswer)
      assert.include(failure.message, says)
    })
  )

  it.live("is quoted up to 200 characters", () =>
    Effect.gen(function* () {
      const { failure } = yield* failureOn(response("200 OK", "x".repeat(1000)))
      assert.instanceOf(failure, UnexpectedAnswer)
      assert.include(failure.message, "x".repeat(200))
      assert.notInclude(failure.message, "x".repeat(201))
    })
  )
})

describe("retryAfter", () => {
  const date = "Sat, 21 Nov 2026 12:00:00 GMT"
  const after = (headers: Readonly<Record<string, string>>, status = "429 Too Many Requests") =>
    Effect.map(failureOn(response(status, "slow down", headers)), ({ failure }) =>
      failure instanceof RateLimitExceeded || failure instanceof ServerError ? failure.retryAfter : failure
    )

  it.live("contains seconds, even if the response has a date", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* after({ "Retry-After": "7" }), 7)
      assert.strictEqual(yield* after({ Date: date, "Retry-After": "Sat, 21 Nov 2026 12:01:30 GMT" }), 90)
      assert.strictEqual(yield* after({ Date: date, "Retry-After": "Sat, 21 Nov 2026 11:00:00 GMT" }), 0)
      const soon = new Date(Date.now() + 60_000).toUTCString()
      const seconds = yield* after({ "Retry-After": soon })
      assert.isTrue(typeof seconds === "number" && seconds > 0 && seconds <= 60, String(seconds))
      for (const unusable of ["soon", "-1", "2026-11-21"]) {
        assert.strictEqual(yield* after({ "Retry-After": unusable }), undefined, unusable)
      }
    })
  )

  it.live("is part of a ServerError, too", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* after({ "Retry-After": "7" }, "503 Service Unavailable"), 7)
      assert.strictEqual(yield* after({}, "503 Service Unavailable"), undefined)
    })
  )
})
