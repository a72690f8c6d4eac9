import { readdir, readFile } from "node:fs/promises"
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { download, downloadAgain } from "../../../src/mirror/Download.ts"
import type { ReceivedFile, Session, WantedFile } from "../../../src/mirror/Exchange.ts"
import { parseOrigin } from "../../../src/mirror/Origin.ts"
import { patience } from "../../support/Patience.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { services } from "../../system/mirror/MirrorFolder.ts"

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A server that answers one request after the other, and notes them. */
const serve = (answers: ReadonlyArray<Answer>) =>
  Effect.acquireRelease(
    Effect.callback<{
      readonly url: string
      readonly requests: ReadonlyArray<{ readonly url: string | undefined; readonly headers: IncomingHttpHeaders }>
      readonly stop: () => void
    }>((resume) => {
      const requests: Array<{ readonly url: string | undefined; readonly headers: IncomingHttpHeaders }> = []
      const server = createServer((request, response) => {
        const answer = answers[requests.push({ url: request.url, headers: request.headers }) - 1]
        if (answer === undefined) response.destroy()
        else answer(response, request)
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        const stop = () => {
          server.closeAllConnections()
          server.close()
        }
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, requests, stop }))
      })
    }),
    ({ stop }) => Effect.sync(stop)
  )

const sessionOf = Effect.fnUntraced(function* (url: string, options: Partial<Session> = {}) {
  const origin = Result.getOrThrow(parseOrigin(url))
  const session: Session = {
    client: yield* HttpClient.HttpClient,
    origin,
    authorization: origin.authorization,
    timeout: patience,
    patience: Duration.zero,
    maxRetries: 0,
    parts: join(yield* Effect.promise(temporaryFolder), "parts"),
    isUncached: false,
    ...options
  }
  return session
})

const file: WantedFile = { path: "a b/file", key: "key", maxBytes: 20 }

const send =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ""): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body)

/** Sends the beginning of a body, and ends the connection. */
const cut =
  (headers: Readonly<Record<string, string>>, body: string): Answer =>
  (response) => {
    response.writeHead(200, headers)
    response.write(body, () => response.destroy())
  }

const contentOf = ({ path }: ReceivedFile) => Effect.promise(() => readFile(path, "utf8"))

/** The text and the facts of a received file. */
const receive = Effect.fnUntraced(function* (session: Session, wanted: WantedFile = file) {
  const received = yield* download(session, wanted)
  if (received._tag !== "Received") return received
  const { start, validators } = received
  return { text: yield* contentOf(received), start, validators }
})

const etag = '"1"'

layer(services, { excludeTestServices: true })("download", (it) => {
  it.effect("receives a file with its entity tag", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* serve([send(200, { etag }, "0123456789")])
      const session = yield* sessionOf(`${url}/folder/?key=1`)
      assert.deepStrictEqual(yield* receive(session), {
        text: "0123456789",
        start: 0,
        validators: { etag }
      })
      const { headers } = requests[0] ?? assert.fail("nothing is requested")
      assert.deepStrictEqual(
        requests.map((request) => request.url),
        ["/folder/a%20b/file?key=1"]
      )
      assert.deepInclude(headers, { "accept-encoding": "identity", "user-agent": "taxonomy-mirror" })
      for (const name of ["range", "if-range", "if-none-match", "cache-control", "authorization"]) {
        assert.notProperty(headers, name)
      }
    })
  )

  it.effect("keeps a weak entity tag, and no malformed one", () =>
    Effect.gen(function* () {
      const { url } = yield* serve([send(200, { etag: 'W/"1"' }, "a"), send(200, { etag: "1" }, "b")])
      const session = yield* sessionOf(url)
      assert.deepStrictEqual(yield* receive(session), { text: "a", start: 0, validators: { etag: 'W/"1"' } })
      assert.deepStrictEqual(yield* receive(session), { text: "b", start: 0, validators: {} })
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(session.parts)), ["key"])
    })
  )

  it.effect("asks on the condition that the file has changed, past caches if it must", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* serve([send(304), send(404), send(410)])
      const session = yield* sessionOf(url, { isUncached: true, authorization: Redacted.make("Bearer secret") })
      assert.deepStrictEqual(yield* receive(session, { ...file, known: { etag } }), { _tag: "Unchanged", status: 304 })
      assert.deepStrictEqual(yield* receive(session), { _tag: "Missing", status: 404 })
      assert.deepStrictEqual(yield* receive(session), { _tag: "Missing", status: 410 })
      assert.deepStrictEqual(
        requests.map(({ headers }) => [headers["if-none-match"], headers["cache-control"], headers["authorization"]]),
        [
          [etag, "no-cache", "Bearer secret"],
          [undefined, "no-cache", "Bearer secret"],
          [undefined, "no-cache", "Bearer secret"]
        ]
      )
    })
  )

  it.effect("receives the end of a file, or the whole file if the server sends that", () =>
    Effect.gen(function* () {
      const end = send(206, { etag, "content-range": "bytes 4-9/10" }, "456789")
      const { requests, url } = yield* serve([end, send(200, {}, "0123456789")])
      const session = yield* sessionOf(url)
      const wanted = { ...file, start: 4 }
      assert.deepStrictEqual(yield* receive(session, wanted), { text: "456789", start: 4, validators: { etag } })
      assert.deepStrictEqual(yield* receive(session, wanted), { text: "0123456789", start: 0, validators: {} })
      assert.deepStrictEqual(
        requests.map(({ headers }) => headers["range"]),
        ["bytes=4-", "bytes=4-"]
      )
    })
  )

  it.effect("begins again after an interrupted response", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* serve([
        cut({ etag, "content-length": "10" }, "0123"),
        send(200, { etag }, "0123456789")
      ])
      const session = yield* sessionOf(url, { maxRetries: 1 })
      assert.deepStrictEqual(yield* receive(session), { text: "0123456789", start: 0, validators: { etag } })
      assert.deepStrictEqual(
        requests.map(({ headers }) => headers["range"]),
        [undefined, undefined]
      )
    })
  )

  it.effect("asks for the whole file if the server has no such range, and whenever that is wanted", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* serve([send(416), send(200, {}, "whole"), send(200, {}, "again")])
      const session = yield* sessionOf(url)
      const wanted = { ...file, start: 3, known: { etag } }
      assert.deepInclude(yield* receive(session, wanted), { text: "whole", start: 0 })
      const again = yield* downloadAgain(session, wanted)
      assert.strictEqual(again._tag === "Received" ? yield* contentOf(again) : "", "again")
      assert.deepStrictEqual(
        requests.map(({ headers }) => [headers["range"], headers["if-none-match"]]),
        [
          ["bytes=3-", etag],
          [undefined, undefined],
          [undefined, undefined]
        ]
      )
    })
  )

  it.effect.each([
    [
      send(401),
      "the server answers 401. Set TAXONOMY_MIRROR_AUTHORIZATION to what it requires. Check how the server sends this file."
    ],
    [send(400), "the server answers 400. Check how the server sends this file."],
    [send(304), "the server answers 304 to a request without a condition. Clear the cache in front of it."],
    [
      send(200, { "content-encoding": "br" }, "a"),
      "the server sends the content encoding br, which was not requested. Store and serve the files uncompressed."
    ],
    [
      send(200, { "content-type": "text/html; charset=utf-8" }, " \n<!doctype html>"),
      "the server answers with a web page. Check how the server sends this file."
    ],
    [
      send(200, { "content-length": "21" }, "0".repeat(21)),
      "the response is larger than 20 bytes. Check how the server sends this file."
    ],
    [
      send(200, { "transfer-encoding": "chunked" }, "0".repeat(21)),
      "the response is larger than 20 bytes. Check how the server sends this file."
    ],
    [send(302, { location: "http://[" }), "the server redirects to an invalid address. Name the final address."],
    [send(503), "the server answers 503"],
    [send(503, { "retry-after": "7" }), "the server answers 503, and asks to wait 7 s"],
    [
      (response: ServerResponse) =>
        void response.writeHead(200, { "content-length": "9" }).write("0", () => response.destroy()),
      "the connection ended before the response was complete (UND_ERR_SOCKET)"
    ]
  ] as const)("fails with what the server does: %#", ([answer, message]) =>
    Effect.gen(function* () {
      const { requests, url } = yield* serve([answer])
      const session = yield* sessionOf(`${url}/?secret=1`)
      const error = yield* Effect.flip(download(session, file))
      assert.strictEqual(error.message, `${url}/a%20b/file: ${message}`)
      assert.strictEqual(requests.length, 1)
    })
  )

  it.effect("takes 20 bytes, and a page that is no markup", () =>
    Effect.gen(function* () {
      const { url } = yield* serve([
        send(200, { "content-length": "20" }, "0".repeat(20)),
        send(200, { "content-type": "text/html" }, "{}")
      ])
      const session = yield* sessionOf(url)
      assert.deepInclude(yield* receive(session), { text: "0".repeat(20) })
      assert.deepInclude(yield* receive(session), { text: "{}" })
    })
  )

  it.effect("refuses a range twice", () =>
    Effect.gen(function* () {
      const { url } = yield* serve([send(416), send(416)])
      const error = yield* Effect.flip(download(yield* sessionOf(url), { ...file, start: 4 }))
      assert.strictEqual(
        error.message,
        `${url}/a%20b/file: the server answers 416. Check how the server sends this file.`
      )
    })
  )

  it.effect("tries again as often as the session allows, unless the server asks to wait for longer than that", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* serve([
        send(503),
        send(500),
        send(200, {}, "a"),
        send(429, { "retry-after": "1" }),
        send(200, {}, "b"),
        send(503, { "retry-after": "2" })
      ])
      const session = yield* sessionOf(url, { maxRetries: 2, patience: Duration.seconds(1) })
      assert.deepInclude(yield* receive(session), { text: "a" })
      assert.deepInclude(yield* receive(session), { text: "b" })
      assert.strictEqual((yield* Effect.flip(download(session, file)))._tag, "OriginUnavailable")
      assert.strictEqual(requests.length, 6)
    })
  )

  it.effect("follows redirects, with credentials only to the same host", () =>
    Effect.gen(function* () {
      const other = yield* serve([send(302, { location: "/last" }), send(200, {}, "b")])
      const { requests, url } = yield* serve([
        send(301, { location: "/second" }),
        send(307, { location: `${other.url}/third` })
      ])
      const session = yield* sessionOf(url, { authorization: Redacted.make("Basic secret") })
      assert.deepInclude(yield* receive(session), { text: "b" })
      assert.deepStrictEqual(
        [...requests, ...other.requests].map((request) => [request.url, request.headers["authorization"]]),
        [
          ["/a%20b/file", "Basic secret"],
          ["/second", "Basic secret"],
          ["/third", undefined],
          ["/last", undefined]
        ]
      )
    })
  )

  it.effect("follows no circle of redirects", () =>
    Effect.gen(function* () {
      const { url } = yield* serve(Array.from({ length: 20 }, () => send(302, { location: "/again" })))
      const error = yield* Effect.flip(download(yield* sessionOf(url), file))
      assert.strictEqual(error.message, `${url}/a%20b/file: the server redirects too often. Name the final address.`)
    })
  )

  it.effect("fails if nothing comes any more", () =>
    Effect.gen(function* () {
      const { url } = yield* serve([() => {}])
      const error = yield* Effect.flip(download(yield* sessionOf(url, { timeout: Duration.millis(20) }), file))
      assert.strictEqual(error.message, `${url}/a%20b/file: the server sends nothing, or almost nothing, for 0.02 s`)
    })
  )

  it.effect("fails if nobody listens", () =>
    Effect.gen(function* () {
      const { stop, url } = yield* serve([])
      stop()
      const error = yield* Effect.flip(download(yield* sessionOf(url), file))
      assert.strictEqual(error.message, `${url}/a%20b/file: the connection is refused`)
    })
  )
})
