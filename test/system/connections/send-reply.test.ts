import { createServer, type ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { PreparedResponse } from "../../../src/server/node/PreparedResponse.ts"
import { probePreparedHeaders } from "../../../src/server/node/ProbePreparedHeaders.ts"
import { makeReply, type Reply } from "../../../src/server/response/Reply.ts"
import { makeSendReply, type SendOptions } from "../../../src/server/response/SendReply.ts"
import { overSocket } from "../server/rawAnswers.ts"

const own = ["X-RateLimit-Remaining", "99", "X-Request-ID", "a"]

const byNode = (response: ServerResponse, { body, headers, status }: Reply): void => {
  response.writeHead(status, [...headers, ...own])
  response.end(body)
}

const replies: Readonly<Record<string, Reply>> = {
  "a text": makeReply(200, { ETag: '"é"' }, '{"label":"Bär €"}'),
  "an empty text": makeReply(200, {}, ""),
  bytes: makeReply(200, { "Content-Encoding": "br" }, new Uint8Array([0, 255, 13, 10])),
  "what is unchanged": makeReply(304, { ETag: '"1"' }),
  nothing: makeReply(204, {}),
  "a refusal": makeReply(404, {}, "{}"),
  "a status that has no name": makeReply(499, {})
}

const requests: Readonly<Record<string, string>> = {
  "as usual": "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
  "without a body": "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n",
  "for the last time": "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
  "in HTTP/1.0": "GET / HTTP/1.0\r\n\r\n",
  "in HTTP/1.0, to be kept": "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
  "with an expectation": "GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n"
}

/** Whatever the date, and who of the two servers answers. */
const undated = (received: string): string => received.replaceAll(/^Date: .*$/gm, "Date: …")

const last = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

/** What both ways of sending give for a request and one after it on the same connection. */
const bothWays = (reply: Reply, sent: string, options: SendOptions) =>
  Effect.forEach(["prepared", "by Node"], (way) =>
    Effect.acquireUseRelease(
      Effect.callback<{ readonly port: number; readonly close: () => void }>((resume) => {
        const sendReply = makeSendReply(options)
        const server = createServer(
          { ServerResponse: PreparedResponse, keepAliveTimeout: options.keepAliveMillis },
          (_request, response) => {
            if (way === "by Node") byNode(response, reply)
            else sendReply({ response, reply, ownHeaders: own, close: false }, Date.parse("2026-01-31T12:00:00Z"))
          }
        )
        server.maxRequestsPerSocket = options.maxRequestsPerConnection
        server.on("checkContinue", (request, response) => server.emit("request", request, response))
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          const port = typeof address === "object" ? (address?.port ?? 0) : 0
          resume(Effect.succeed({ port, close: () => server.close() }))
        })
      }),
      ({ port }) => overSocket(port, sent + last),
      ({ close }) => Effect.sync(close)
    )
  )

const usual = { keepAliveMillis: 65_000, maxRequestsPerConnection: 0, preparedHeaders: true }

describe("a reply", () => {
  for (const [what, reply] of Object.entries(replies)) {
    for (const [how, sent] of Object.entries(requests)) {
      it.live(`of ${what}, requested ${how}, is byte for byte what Node sends`, () =>
        Effect.gen(function* () {
          const [prepared = "", byNode = ""] = yield* bothWays(reply, sent, usual)
          assert.include(prepared, "X-RateLimit-Remaining: 99\r\n")
          assert.strictEqual(undated(prepared), undated(byNode))
        })
      )
    }
  }

  it.live.each([
    { keepAliveMillis: 0, maxRequestsPerConnection: 0 },
    { keepAliveMillis: 1, maxRequestsPerConnection: 0 },
    { keepAliveMillis: 5999, maxRequestsPerConnection: 0 },
    { keepAliveMillis: 65_000, maxRequestsPerConnection: 1 },
    { keepAliveMillis: 65_000, maxRequestsPerConnection: 2 },
    { keepAliveMillis: 65_000, maxRequestsPerConnection: 3 }
  ])("says about the connection what Node says: %o", (limits) =>
    Effect.gen(function* () {
      const [prepared = "", byNode = ""] = yield* bothWays(makeReply(200, {}, "{}"), requests["as usual"] ?? "", {
        ...limits,
        preparedHeaders: true
      })
      assert.strictEqual(undated(prepared), undated(byNode))
    })
  )

  it.live("contains the date", () =>
    Effect.gen(function* () {
      const [prepared = ""] = yield* bothWays(makeReply(200, {}, "{}"), requests["as usual"] ?? "", usual)
      assert.include(prepared, "\r\nDate: Sat, 31 Jan 2026 12:00:00 GMT\r\nConnection: keep-alive\r\n")
    })
  )

  it("cannot be made with an invalid header", () => {
    assert.throws(() => makeReply(200, { "X-Title": "one\r\nSet-Cookie: two" }), /Invalid character/)
    assert.throws(() => makeReply(200, { "X Title": "one" }), /valid HTTP token/)
  })
})

describe("probePreparedHeaders", () => {
  it.live("allows prepared headers on the Node version of this project", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* probePreparedHeaders())
    })
  )

  it.effect.each([
    ["differ", (prepared: boolean) => Effect.succeed(String(prepared))],
    ["do not end", () => Effect.never]
  ] as const)("refuses them with a warning if the exchanges %s", ([, exchange]) =>
    Effect.gen(function* () {
      const logged: Array<unknown> = []
      const logger = Logger.make(({ message }) => void logged.push(message))
      const fiber = yield* Effect.forkChild(Effect.provide(probePreparedHeaders(exchange), Logger.layer([logger])))
      yield* TestClock.adjust("2 seconds")
      assert.isFalse(yield* Fiber.join(fiber))
      assert.match(String(logged), /^Node \S+ does not send prepared headers as expected/)
    })
  )
})
