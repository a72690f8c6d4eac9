import { performance } from "node:perf_hooks"
import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  RateLimitExceeded,
  RequestTimedOut,
  ServerError,
  TaxonomyClient,
  UnexpectedAnswer,
  type ClientOptions
} from "../../../src/client/Package.ts"
import { waitUntil } from "../server/TestServer.ts"
import { failed, failures, inTurn, results, sound } from "./HostileAnswers.ts"
import { hostileServer, response, type HostileServer } from "./HostileServer.ts"
import { rejected } from "./rejected.ts"

const apiKey = "nil_0123456789abcdefABCDEF0123456789"
/** Milliseconds. Short for missing responses, long for others on a busy machine. */
const timeouts = { short: 300, long: 20_000 }

const clientOf = ({ port }: HostileServer, options: Partial<ClientOptions> = {}) =>
  new TaxonomyClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey, timeout: timeouts.long, retryDelay: 1, ...options })

describe("a client that receives", () => {
  it.live.each(results)("%s: returns the license", ([, answering, requests]) =>
    Effect.gen(function* () {
      const server = yield* hostileServer(answering)
      const { code } = yield* Effect.promise(() => clientOf(server).license("SAMPLE-PODCAST"))
      assert.strictEqual(code, "SAMPLE-PODCAST")
      assert.lengthOf(server.requests, requests)
    }).pipe(Effect.scoped)
  )

  it.live.each(failures)("%s: fails within the time-out and after at most four requests", ([, answering, expected]) =>
    Effect.gen(function* () {
      const attempt = Effect.fnUntraced(function* (timeout: number) {
        const server = yield* hostileServer(answering)
        const client = clientOf(server, { maxBodyBytes: 64 * 1024, timeout })
        return { server, failure: yield* Effect.promise(() => rejected(client.license("SAMPLE-PODCAST"))) }
      })
      let timeout = expected.error === RequestTimedOut ? timeouts.short : timeouts.long
      let { failure, server } = yield* attempt(timeout)
      // On a busy machine, the time-out can end before the request has reached the server.
      while (failure instanceof RequestTimedOut && server.requests.length === 0) {
        ;({ failure, server } = yield* attempt((timeout *= 2)))
      }
      if (!(failure instanceof expected.error)) return assert.fail(inspect(failure))
      assert.include(failure.message, expected.says)
      if (failure instanceof RequestTimedOut) assert.include(failure.message, `${timeout} ms`)
      assert.lengthOf(server.requests, expected.requests)
      // Every attempt of a call has the same id in the server's log.
      const ids = new Set(server.requests.map((request) => /^x-request-id: (.*)\r$/im.exec(request)?.[1]))
      assert.lengthOf([...ids], 1)
      assert.include([...ids], failure.requestId)
      assert.notInclude(inspect(failure), apiKey)
    }).pipe(Effect.scoped)
  )

  it.live("a redirect: does not send the API key there", () =>
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

  it.live("429: reports the seconds to wait", () =>
    Effect.gen(function* () {
      for (const [name, answering] of failures.filter(([name]) => name.startsWith("429"))) {
        const server = yield* hostileServer(answering)
        const failure = yield* Effect.promise(() => rejected(clientOf(server).schema()))
        assert.instanceOf(failure, RateLimitExceeded)
        assert.strictEqual(failure.retryAfter, 7, name)
      }
    }).pipe(Effect.scoped)
  )

  it.live("its own API key: masks it in every error", () =>
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

  it.live("nothing: closes its connection when a signal aborts the call", () =>
    Effect.gen(function* () {
      const controller = yield* Effect.sync(() => new AbortController())
      const server = yield* hostileServer(() => controller.abort())
      const client = clientOf(server)
      yield* Effect.promise(() => rejected(client.schema({ signal: controller.signal })))
      yield* waitUntil(() => server.closed() > 0)
      assert.lengthOf(server.requests, 1)
    }).pipe(Effect.scoped)
  )

  it.live("the health of a draining server: returns it without a retry", () =>
    Effect.gen(function* () {
      const draining = '{"status":"draining","version":"1.0.0","timestamp":"2026-01-15T10:00:00Z"}'
      const server = yield* hostileServer(inTurn(response("503 Service Unavailable", draining)))
      const { status } = yield* Effect.promise(() => clientOf(server).health())
      assert.strictEqual(status, "draining")
      assert.lengthOf(server.requests, 1)
    }).pipe(Effect.scoped)
  )
})

describe("retryDelay", () => {
  it.live("is the delay between two requests, a second by default", () =>
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
