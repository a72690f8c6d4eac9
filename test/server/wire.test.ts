import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { send, sendRaw } from "./request.ts"
import { TestServer } from "./TestServer.ts"

const schema = "/api/taxonomy/v1/schema"

/** A request with lines that end properly, and that asks for the connection to be closed. */
const lines = (...all: ReadonlyArray<string>): string => [...all, "Connection: close", "", ""].join("\r\n")

const cases: ReadonlyArray<readonly [name: string, text: string, status: number]> = [
  ["no host", lines(`GET ${schema} HTTP/1.1`), 400],
  ["two hosts", lines(`GET ${schema} HTTP/1.1`, "Host: a", "Host: b"), 400],
  ["no host in HTTP/1.0", lines(`GET ${schema} HTTP/1.0`), 401],
  [
    "a length and chunks at once",
    `POST ${schema} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400
  ],
  ["two lengths", `POST ${schema} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n`, 400],
  ["bare line feeds", `GET ${schema} HTTP/1.1\nHost: a\n\n`, 400],
  ["a space before a colon", lines(`GET ${schema} HTTP/1.1`, "Host : a"), 400],
  ["a folded header", lines(`GET ${schema} HTTP/1.1`, "Host: a", " b"), 400],
  ["no HTTP at all", "hello\r\n\r\n", 400],
  ["a method that nobody knows", lines(`BREW ${schema} HTTP/1.1`, "Host: a"), 400],
  ["HTTP/9.9", lines(`GET ${schema} HTTP/9.9`, "Host: a"), 400],
  ["the absolute form", lines(`GET http://a${schema} HTTP/1.1`, "Host: a"), 401],
  ["the asterisk form", lines("OPTIONS * HTTP/1.1", "Host: a"), 404],
  ["CONNECT", lines("CONNECT a:443 HTTP/1.1", "Host: a:443"), 405],
  ["TRACE", lines(`TRACE ${schema} HTTP/1.1`, "Host: a"), 405],
  ["a header of 20 kB", lines(`GET ${schema} HTTP/1.1`, "Host: a", `X-Long: ${"x".repeat(20_000)}`), 431],
  ["a path of 20 kB", lines(`GET /${"x".repeat(20_000)} HTTP/1.1`, "Host: a"), 431],
  ["an upgrade", lines(`GET ${schema} HTTP/1.1`, "Host: a", "Upgrade: websocket", "Sec-WebSocket-Key: x"), 401],
  ["an expectation that nobody knows", lines(`GET ${schema} HTTP/1.1`, "Host: a", "Expect: much"), 417],
  [
    "a body that waits to be asked for",
    lines(`POST ${schema} HTTP/1.1`, "Host: a", "Content-Length: 9", "Expect: 100-continue"),
    405
  ],
  ["bytes that are not ASCII in the path", lines("GET /api/\xff\xfe HTTP/1.1", "Host: a"), 400],
  ["dots in the path", lines("GET /api/taxonomy/../../../../etc/passwd HTTP/1.1", "Host: a"), 404]
]

layer(TestServer.layer(), { excludeTestServices: true })("on the wire", (it) => {
  it.effect.each(cases)("%s is answered in JSON, and the next request is served", ([, text, status]) =>
    Effect.gen(function* () {
      const { get, port } = yield* TestServer
      const received = yield* sendRaw(port, text)
      const [head = "", body = ""] = received.split("\r\n\r\n")
      assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.match(head, /^content-type: application\/json$/im)
      assert.match(head, /^cache-control: no-store$/im)
      assert.match(head, /^x-request-id: [0-9a-f-]{36}$/im)
      assert.match(head, /^access-control-allow-origin: \*$/im)
      assert.match(head, /^connection: close$/im)
      assert.match(head, new RegExp(`^content-length: ${Buffer.byteLength(body)}$`, "im"))
      assert.isString(decodeError(body).error)
      assert.strictEqual((yield* get("/v1/schema")).status, 200)
    })
  )

  it.effect("of two Authorization headers, neither is taken", () =>
    Effect.gen(function* () {
      const { newKey, port } = yield* TestServer
      const authorization = `Authorization: Bearer ${(yield* newKey("free")).key}`
      const received = yield* sendRaw(port, lines(`GET ${schema} HTTP/1.1`, "Host: a", authorization, authorization))
      assert.match(received, /^HTTP\/1\.1 401 [^]*"Invalid API key"/)
    })
  )

  it.effect("a request whose body nobody reads is answered, however large it is", () =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      for (const size of [5, 1_000_000]) {
        const body = Buffer.alloc(size, "x")
        const headers = { "Content-Length": String(size) }
        const { json, status } = yield* send(port, schema, { method: "POST", headers, body })
        assert.strictEqual(status, 405)
        assert.propertyVal(json, "error", "Method Not Allowed")
      }
    })
  )

  it.effect("requests that come together are answered in their order", () =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const one = `GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n`
      const received = yield* sendRaw(port, `${one}GET ${schema} HTTP/1.1\r\nHost: a\r\n\r\n${one}no more\r\n\r\n`)
      assert.deepStrictEqual(
        [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
        ["200", "401", "200", "400"]
      )
    })
  )
})

const decodeError = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ error: Schema.String })))
