import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  BadRequest,
  CodeRemoved,
  NetworkError,
  NotFound,
  PathNotFound,
  RateLimitExceeded,
  ServerError,
  TaxonomyClient,
  UnexpectedAnswer,
  VersionNotFound,
  type ClientOptions
} from "../../../src/client/Package.ts"
import { hostileServer, response } from "./HostileServer.ts"
import { rejected } from "./rejected.ts"

const apiKey = "nil_0123456789abcdefABCDEF0123456789"

/** What reading a license fails with where the server gives one answer. */
const failureOn = (answer: string, options: Partial<ClientOptions> = {}) =>
  Effect.gen(function* () {
    const server = yield* hostileServer((socket) => void socket.write(answer))
    const baseUrl = `http://127.0.0.1:${server.port}/api/taxonomy`
    const client = new TaxonomyClient({ baseUrl, apiKey, retries: 0, ...options })
    return { baseUrl, failure: yield* Effect.promise(() => rejected(client.license("SAMPLE-PODCAST"))) }
  }).pipe(Effect.scoped)

const json = (status: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  response(status, JSON.stringify(body), { "Content-Type": "application/json", ...headers })

describe("a connection that cannot be made", () => {
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

  it("tells what each address of the host answered, and the system's code", async () => {
    // What Node makes of a host with two addresses: no words of its own.
    const both = Object.assign(new AggregateError([refused("::1"), refused("127.0.0.1")]), { code: "ECONNREFUSED" })
    const failure = await failureOf(new TypeError("fetch failed", { cause: both }))
    assert.instanceOf(failure, NetworkError)
    assert.include(failure.message, "connect ECONNREFUSED ::1:8080")
    assert.include(failure.message, "connect ECONNREFUSED 127.0.0.1:8080")
    assert.strictEqual(failure.code, "ECONNREFUSED")
  })

  it("tells the code also where only one of several errors has it, and where the words do not hold it", async () => {
    const silent = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" })
    const failure = await failureOf(new AggregateError([new Error("first"), silent], "all failed"))
    assert.instanceOf(failure, NetworkError)
    assert.include(failure.message, "all failed")
    assert.include(failure.message, "UND_ERR_SOCKET")
    assert.strictEqual(failure.code, "UND_ERR_SOCKET")
  })

  it.live("is told of by the platform's own fetch with its code", () =>
    Effect.gen(function* () {
      const { port } = yield* Effect.scoped(hostileServer(() => undefined))
      const client = new TaxonomyClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey, retries: 0 })
      const failure = yield* Effect.promise(() => rejected(client.schema()))
      assert.instanceOf(failure, NetworkError)
      assert.strictEqual(failure.code, "ECONNREFUSED")
    })
  )

  it("ends with errors that are each other's cause", async () => {
    const one: Error & { cause?: unknown } = new Error("one")
    one.cause = new Error("two", { cause: one })
    const failure = await failureOf(one)
    assert.instanceOf(failure, NetworkError)
    assert.include(failure.message, "one (two")
    assert.strictEqual(failure.code, undefined)
  })
})

describe("404", () => {
  const body = (message: string) => ({ error: "Not Found", message })
  const nothing =
    "Nothing is served at this path; paths are case-sensitive and have no trailing slash. /docs lists those that there are"

  it.live.each([
    ["no such license", json("404 Not Found", body("Base license 'SAMPLE-PODCAST' not found")), NotFound],
    ["no such release", json("404 Not Found", body("Taxonomy version v1.9 not found")), VersionNotFound],
    [
      "no release that was not withdrawn",
      json("404 Not Found", body("Every release of v1 was withdrawn; name one by its full version")),
      VersionNotFound
    ],
    ["no such path", json("404 Not Found", body(nothing)), PathNotFound],
    ["no such path of another service", json("404 Not Found", body("Cannot GET /api/taxonomy")), PathNotFound],
    ["the page of a web server", response("404 Not Found", "<html>", { "Content-Type": "text/html" }), PathNotFound]
  ] as const)("is told for what it means: %s", ([, answer, Expected]) =>
    Effect.gen(function* () {
      const { baseUrl, failure } = yield* failureOn(answer)
      if (!(failure instanceof Expected)) return assert.fail(inspect(failure))
      assert.deepStrictEqual([failure._tag, failure.name], [Expected.name, Expected.name])
      if (failure instanceof PathNotFound) assert.include(failure.message, `baseUrl, ${baseUrl},`)
    })
  )
})

describe("400", () => {
  it.live.each([
    ["The value 'A' of use_type was removed in v2.0. Use 'B' or 'C.1' instead.", ["B", "C.1"]],
    ["The dimension 'use_type' was removed in v2.0. Use 'purpose' instead.", ["purpose"]],
    ["The base license 'A' was removed in v2.0. Nothing replaces it", []],
    ["The base license 'A' was removed in v2.0. Nothing replaces it: Use 'B' instead, they said", []]
  ] as const)("of something that was removed names what replaces it: %s", ([error, replacedBy]) =>
    Effect.gen(function* () {
      const { failure } = yield* failureOn(json("400 Bad Request", { error }))
      assert.instanceOf(failure, CodeRemoved)
      assert.strictEqual(failure.message, error)
      assert.deepStrictEqual(failure.replacedBy, replacedBy)
    })
  )

  it.live("of the service keeps its text", () =>
    Effect.gen(function* () {
      const { failure } = yield* failureOn(json("400 Bad Request", { error: "Bad Request", message: "No such filter" }))
      assert.instanceOf(failure, BadRequest)
      assert.strictEqual(failure.message, "No such filter")
    })
  )

  it.live.each([
    [{ error: "invalid_request" }],
    [{ error: "invalid_request", message: "No API key found in request" }],
    [{ error: "The base license 'A' was removed in v2.0. Use 'B' instead.", message: 7 }],
    [{ message: "No API key found in request" }]
  ] as const)("of somebody else is no removal, and its text is kept: %j", ([body]) =>
    Effect.gen(function* () {
      const { failure } = yield* failureOn(json("400 Bad Request", body))
      assert.instanceOf(failure, UnexpectedAnswer)
      for (const said of Object.values(body)) assert.include(failure.message, String(said))
    })
  )
})

describe("an answer that the contract does not have", () => {
  it.live.each([
    ["the place", json("200 OK", { code: 7 }), 'Expected string at ["code"]'],
    ["what it begins with", response("200 OK", `{"code": ${apiKey}`), '{"code": <API key>'],
    ["what it begins with", response("403 Forbidden", "<html>blocked", {}), "<html>blocked"],
    ["that it is empty", response("403 Forbidden", ""), "an empty body"]
  ] as const)("is told with %s", ([, answer, says]) =>
    Effect.gen(function* () {
      const { failure } = yield* failureOn(answer)
      assert.instanceOf(failure, UnexpectedAnswer)
      assert.include(failure.message, says)
    })
  )

  it.live("is told with no more than its first 200 characters", () =>
    Effect.gen(function* () {
      const { failure } = yield* failureOn(response("200 OK", "x".repeat(1000)))
      assert.instanceOf(failure, UnexpectedAnswer)
      assert.include(failure.message, "x".repeat(200))
      assert.notInclude(failure.message, "x".repeat(201))
    })
  )
})

describe("the time after which to ask again", () => {
  const date = "Sat, 21 Nov 2026 12:00:00 GMT"
  const after = (headers: Readonly<Record<string, string>>, status = "429 Too Many Requests") =>
    Effect.map(failureOn(response(status, "slow down", headers)), ({ failure }) =>
      failure instanceof RateLimitExceeded || failure instanceof ServerError ? failure.retryAfter : failure
    )

  it.live("is told in seconds, also where the answer has a date", () =>
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

  it.live("is told by a server that is busy, too", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* after({ "Retry-After": "7" }, "503 Service Unavailable"), 7)
      assert.strictEqual(yield* after({}, "503 Service Unavailable"), undefined)
    })
  )
})
