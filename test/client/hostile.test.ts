import { performance } from "node:perf_hooks"
import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { envelopeExample, licenseExample } from "../../src/api/Examples.ts"
import {
  NetworkError,
  RateLimitExceeded,
  RequestTimedOut,
  ServerError,
  TaxonomyClient,
  UnexpectedAnswer,
  type ClientOptions
} from "../../src/client/Package.ts"
import { waitUntil } from "../server/TestServer.ts"
import { hostileServer, response, type Answering, type HostileServer } from "./HostileServer.ts"
import { rejected } from "./rejected.ts"

const apiKey = "nil_0123456789abcdefABCDEF0123456789"
/** For answers that do not come, and for those that do, however busy the machine is. */
const timeouts = { short: 300, long: 20_000 }

const clientOf = ({ port }: HostileServer, options: Partial<ClientOptions> = {}) =>
  new TaxonomyClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey, timeout: timeouts.long, retryDelay: 1, ...options })

const license = JSON.stringify(licenseExample)
const sound = response("200 OK", license)
const failed = response(
  "500 Internal Server Error",
  '{"error":"Internal Server Error","message":"no","request_id":"r-1"}'
)
const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

/** The answers one after the other, the last one again and again. */
const inTurn =
  (...answers: ReadonlyArray<string>): Answering =>
  (socket, request) =>
    socket.write(answers[Math.min(request, answers.length) - 1] ?? "")

const reset: Answering = (socket) => socket.resetAndDestroy()

const results: ReadonlyArray<readonly [name: string, answering: Answering, requests: number]> = [
  ["a 500, then a 200", inTurn(failed, sound), 2],
  ["three times 500, then a 200", inTurn(failed, failed, failed, sound), 4],
  ["a 502 that is no JSON, then a 200", inTurn(response("502 Bad Gateway", "<html>", {}), sound), 2],
  ["a reset, then a 200", (socket, request) => (request === 1 ? reset : inTurn(sound))(socket, request), 2],
  [
    "a body that breaks off, then a 200",
    (socket, request) => {
      if (request > 1) return void socket.write(sound)
      socket.write(sound.slice(0, -10), () => socket.resetAndDestroy())
    },
    2
  ],
  ["a body in pieces", (socket) => sound.split(/(?=")/).forEach((piece) => socket.write(piece)), 1],
  ["a hint before the answer", inTurn(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${sound}`), 1],
  [
    "an answer with more than the contract has",
    inTurn(response("200 OK", JSON.stringify({ ...licenseExample, later: [1] }))),
    1
  ]
]

type Failing =
  | typeof NetworkError
  | typeof RateLimitExceeded
  | typeof RequestTimedOut
  | typeof ServerError
  | typeof UnexpectedAnswer

const failures: ReadonlyArray<
  readonly [
    name: string,
    answering: Answering,
    expected: { readonly error: Failing; readonly requests: number; readonly says: string }
  ]
> = [
  ["no answer", () => undefined, { error: RequestTimedOut, requests: 1, says: "300 ms" }],
  [
    "headers that come one by one",
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n")
      const timer = setInterval(() => socket.write("X-More: 1\r\n"), 20)
      socket.on("close", () => clearInterval(timer))
    },
    { error: RequestTimedOut, requests: 1, says: "300 ms" }
  ],
  [
    "a body that stalls",
    (socket) => void socket.write(sound.slice(0, -10)),
    { error: RequestTimedOut, requests: 1, says: "300 ms" }
  ],
  ["resets", reset, { error: NetworkError, requests: 4, says: "/v1/licenses/SAMPLE-PODCAST" }],
  [
    "bodies that break off",
    (socket) => void socket.write(sound.slice(0, -10), () => socket.resetAndDestroy()),
    { error: NetworkError, requests: 4, says: "terminated" }
  ],
  ["what is not HTTP", inTurn("SSH-2.0-OpenSSH_9.9\r\n"), { error: NetworkError, requests: 4, says: "fetch failed" }],
  ["500 again and again", inTurn(failed), { error: ServerError, requests: 4, says: "no" }],
  [
    "503 from a proxy",
    inTurn(response("503 Service Unavailable", "<html>", { "Content-Type": "text/html" })),
    { error: ServerError, requests: 4, says: "503" }
  ],
  [
    "429",
    inTurn(
      response(
        "429 Too Many Requests",
        '{"error":"Rate limit exceeded","message":"100 an hour","retry_after":7,"upgrade_url":"https://up.example"}'
      )
    ),
    { error: RateLimitExceeded, requests: 1, says: "100 an hour" }
  ],
  [
    "429 from a proxy",
    inTurn(response("429 Too Many Requests", "slow down", { "Retry-After": "7" })),
    { error: RateLimitExceeded, requests: 1, says: "429" }
  ],
  ["invalid JSON", inTurn(response("200 OK", '{"code":')), { error: UnexpectedAnswer, requests: 1, says: "form" }],
  ["another JSON", inTurn(response("200 OK", '{"code":7}')), { error: UnexpectedAnswer, requests: 1, says: "form" }],
  ["no body", inTurn(response("200 OK", "")), { error: UnexpectedAnswer, requests: 1, says: "form" }],
  [
    "an envelope",
    inTurn(response("200 OK", JSON.stringify(envelopeExample(licenseExample)))),
    { error: UnexpectedAnswer, requests: 1, says: "envelope" }
  ],
  [
    "another content type",
    inTurn(response("200 OK", license, { "Content-Type": "text/html" })),
    { error: UnexpectedAnswer, requests: 1, says: "text/html" }
  ],
  ["no content type", inTurn(response("200 OK", license, {})), { error: UnexpectedAnswer, requests: 1, says: "none" }],
  [
    "304 that was not asked for",
    inTurn("HTTP/1.1 304 Not Modified\r\n\r\n"),
    { error: UnexpectedAnswer, requests: 1, says: "304" }
  ],
  ["204", inTurn("HTTP/1.1 204 No Content\r\n\r\n"), { error: UnexpectedAnswer, requests: 1, says: "204" }],
  ["a status of its own", inTurn(response("799 What", "{}")), { error: UnexpectedAnswer, requests: 1, says: "799" }],
  [
    "403 from a firewall",
    inTurn(response("403 Forbidden", "<html>", { "Content-Type": "text/html" })),
    { error: UnexpectedAnswer, requests: 1, says: "403" }
  ],
  [
    "405",
    inTurn(response("405 Method Not Allowed", '{"error":"Method Not Allowed","message":"no"}')),
    { error: UnexpectedAnswer, requests: 1, says: "405" }
  ],
  [
    "a body that is announced as huge",
    (socket) => void socket.write(`${head}Content-Length: 99999999999\r\n\r\n${"x".repeat(100_000)}`),
    { error: UnexpectedAnswer, requests: 1, says: "maxBodyBytes" }
  ],
  [
    "a body without end",
    (socket) => {
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
      const more = () => socket.write(`1000\r\n${"x".repeat(4096)}\r\n`, (error) => error ?? setImmediate(more))
      more()
    },
    { error: UnexpectedAnswer, requests: 1, says: "maxBodyBytes" }
  ]
]

describe("a client whose server gives", () => {
  it.live.each(results)("%s: has the result", ([, answering, requests]) =>
    Effect.gen(function* () {
      const server = yield* hostileServer(answering)
      const { code } = yield* Effect.promise(() => clientOf(server).license("SAMPLE-PODCAST"))
      assert.strictEqual(code, "SAMPLE-PODCAST")
      assert.lengthOf(server.requests, requests)
    }).pipe(Effect.scoped)
  )

  it.live.each(failures)("%s: fails within the time-out, and asks four times at most", ([, answering, expected]) =>
    Effect.gen(function* () {
      const server = yield* hostileServer(answering)
      const timeout = expected.error === RequestTimedOut ? timeouts.short : timeouts.long
      const started = performance.now()
      const failure = yield* Effect.promise(() =>
        rejected(clientOf(server, { maxBodyBytes: 64 * 1024, timeout }).license("SAMPLE-PODCAST"))
      )
      assert.isBelow(performance.now() - started, timeout + 5000)
      if (!(failure instanceof expected.error)) return assert.fail(inspect(failure))
      assert.include(failure.message, expected.says)
      assert.lengthOf(server.requests, expected.requests)
      // Each attempt of a call has the same id, so that the log of the service shows them as one.
      const ids = new Set(server.requests.map((request) => /^x-request-id: (.*)\r$/im.exec(request)?.[1]))
      assert.lengthOf([...ids], 1)
      assert.include([...ids], failure.requestId)
      assert.notInclude(inspect(failure), apiKey)
    }).pipe(Effect.scoped)
  )

  it.live("a redirect: does not take the key there", () =>
    Effect.gen(function* () {
      const elsewhere = yield* hostileServer(inTurn(sound))
      const location = `http://127.0.0.1:${elsewhere.port}/v1/licenses/SAMPLE-PODCAST`
      for (const status of ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"]) {
        const server = yield* hostileServer(inTurn(response(status, "", { Location: location })))
        const failure = yield* Effect.promise(() => rejected(clientOf(server).license("SAMPLE-PODCAST")))
        assert.instanceOf(failure, UnexpectedAnswer)
        assert.include(failure.message, "redirect")
        assert.lengthOf(server.requests, 1)
      }
      assert.lengthOf(elsewhere.requests, 0)
    }).pipe(Effect.scoped)
  )

  it.live("429: tells after how many seconds to ask again", () =>
    Effect.gen(function* () {
      for (const [name, answering] of failures.filter(([name]) => name.startsWith("429"))) {
        const server = yield* hostileServer(answering)
        const failure = yield* Effect.promise(() => rejected(clientOf(server).schema()))
        assert.instanceOf(failure, RateLimitExceeded)
        assert.strictEqual(failure.retryAfter, 7, name)
      }
    }).pipe(Effect.scoped)
  )

  it.live("its own key back: shows it in no error", () =>
    Effect.gen(function* () {
      const body = `{"error":"Unauthorized","message":"Bearer ${apiKey} is wrong"}`
      const headers = { "Content-Type": `text/${apiKey}`, "X-Request-ID": apiKey }
      for (const status of ["401 Unauthorized", "200 OK", "500 Oh"]) {
        const server = yield* hostileServer(inTurn(response(status, body, headers)))
        const failure = yield* Effect.promise(() => rejected(clientOf(server).schema()))
        assert.instanceOf(failure, Error)
        assert.include(server.requests[0], apiKey)
        assert.notInclude(inspect(failure), apiKey)
      }
    }).pipe(Effect.scoped)
  )

  it.live("nothing: closes its connection when a signal ends the call", () =>
    Effect.gen(function* () {
      const controller = yield* Effect.sync(() => new AbortController())
      const server = yield* hostileServer(() => controller.abort())
      const client = clientOf(server)
      yield* Effect.promise(() => rejected(client.schema({ signal: controller.signal })))
      yield* waitUntil(() => server.closed() > 0)
      assert.lengthOf(server.requests, 1)
    }).pipe(Effect.scoped)
  )

  it.live("that it is about to end: tells it as its health, at once", () =>
    Effect.gen(function* () {
      const draining = '{"status":"draining","version":"1.0.0","timestamp":"2026-01-15T10:00:00Z"}'
      const server = yield* hostileServer(inTurn(response("503 Service Unavailable", draining)))
      const { status } = yield* Effect.promise(() => clientOf(server).health())
      assert.strictEqual(status, "draining")
      assert.lengthOf(server.requests, 1)
    }).pipe(Effect.scoped)
  )
})

describe("the time between two requests", () => {
  it.live("is what the option says, a second where it says nothing", () =>
    Effect.gen(function* () {
      for (const [retryDelay, least] of [
        [undefined, 999],
        [50, 49]
      ] as const) {
        const times: Array<number> = []
        const server = yield* hostileServer((socket) => {
          times.push(performance.now())
          socket.write(failed)
        })
        const client = new TaxonomyClient({
          baseUrl: `http://127.0.0.1:${server.port}`,
          apiKey,
          retries: 1,
          ...(retryDelay === undefined ? {} : { retryDelay })
        })
        const failure = yield* Effect.promise(() => rejected(client.schema()))
        assert.instanceOf(failure, ServerError)
        assert.strictEqual(failure.attempts, 2)
        const [first = 0, second = 0] = times
        assert.isAtLeast(second - first, least)
      }
    }).pipe(Effect.scoped)
  )
})
