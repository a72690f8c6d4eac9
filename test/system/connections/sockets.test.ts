import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ErrorCode, errorCodes } from "../../../src/api/bodies/ErrorCode.ts"
import { only, overSocket, rawAnswers } from "../server/rawAnswers.ts"
import { send } from "../server/request.ts"
import { TestServer } from "../server/TestServer.ts"

const schema = "/api/taxonomy/v1/schema"
const health = "/api/health"

/** A request with lines that end properly, and that asks for the connection to be closed. */
const lines = (...all: ReadonlyArray<string>): string => [...all, "Connection: close", "", ""].join("\r\n")

/** The same with the usual first lines. */
const get = (path: string, ...headers: ReadonlyArray<string>): string =>
  lines(`GET ${path} HTTP/1.1`, "Host: a", ...headers)

/** With a key that is put in when the server runs. */
const authorized = "Authorization: Bearer KEY"

const kept = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

interface Row {
  readonly name: string
  readonly sent: string
  /** The statuses of the answers in their order; none where the connection is closed without a word. */
  readonly answers: ReadonlyArray<number>
  /** Whether the caller sends no more after that, rather than waiting for the server to close. */
  readonly ends?: boolean
}

const row = (name: string, sent: string, ...answers: ReadonlyArray<number>): Row => ({ name, sent, answers })

const hosts: ReadonlyArray<Row> = [
  row("no host", lines(`GET ${schema} HTTP/1.1`), 400),
  row("two hosts", get(schema, "Host: b"), 400),
  row("two equal hosts", get(schema, "Host: a"), 400),
  row("two hosts in one line", lines(`GET ${schema} HTTP/1.1`, "Host: a,b"), 400),
  row("an empty host", lines(`GET ${schema} HTTP/1.1`, "Host:"), 401),
  row("no host in HTTP/1.0", lines(`GET ${schema} HTTP/1.0`), 401)
]

const framing: ReadonlyArray<Row> = [
  row(
    "a length and chunks at once",
    `POST ${schema} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400
  ),
  row("two lengths", `POST ${schema} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n`, 400),
  row("a negative length", lines(`POST ${schema} HTTP/1.1`, "Host: a", "Content-Length: -1"), 400),
  row("chunks that are not last", lines(`POST ${schema} HTTP/1.1`, "Host: a", "Transfer-Encoding: chunked, x"), 400),
  ...["gzip", "identity", "xchunked", "gzip, chunked"].map((coding) =>
    row(`the transfer coding ${coding}`, `${get(schema, `Transfer-Encoding: ${coding}`)}${kept(health)}`, 400)
  ),
  row("chunks in capitals", `${get(schema, "Transfer-Encoding: Chunked")}0\r\n\r\n`, 401),
  row("a body on GET", `${get(schema, "Content-Length: 5")}hello`, 401),
  row("a body on GET that does not come", get(schema, "Content-Length: 5"), 401),
  row("a body in chunks on GET", `${get(schema, "Transfer-Encoding: chunked")}5\r\nhello\r\n0\r\n\r\n`, 401),
  row("chunks that are none", `${get(schema, "Transfer-Encoding: chunked")}zz\r\n`, 401),
  row("a chunk with an endless extension", `${get(schema, "Transfer-Encoding: chunked")}1;${"x".repeat(20_000)}`, 401),
  row("a body after which another request is hidden", `${get(schema, "Content-Length: 0")}${kept(health)}`, 401),
  row("bare line feeds", `GET ${schema} HTTP/1.1\nHost: a\n\n`, 400),
  row("a bare carriage return", `GET ${schema} HTTP/1.1\rHost: a\r\r`, 400),
  row("a folded header", get(schema, "X-Folded: a", " b"), 400),
  row("a folded header after a tab", get(schema, "X-Folded: a", "\tb"), 400),
  row("a space before a colon", lines(`GET ${schema} HTTP/1.1`, "Host : a"), 400),
  row("a header without a name", get(schema, ": x"), 400),
  row("a header without a colon", get(schema, "nonsense"), 400),
  row("line breaks before the request", `\r\n\r\n${get(schema)}`, 401)
]

const requestLines: ReadonlyArray<Row> = [
  row("no HTTP at all", "hello\r\n\r\n", 400),
  row("the beginning of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
  row("HTTP/9.9", lines(`GET ${schema} HTTP/9.9`, "Host: a"), 400),
  row("HTTP/2.0", lines(`GET ${schema} HTTP/2.0`, "Host: a"), 400),
  row("HTTP/0.9", lines(`GET ${schema} HTTP/0.9`, "Host: a"), 400),
  row("HTTP/1.2", lines(`GET ${schema} HTTP/1.2`, "Host: a"), 400),
  row("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
  row("a space in the path", lines("GET /a b HTTP/1.1", "Host: a"), 400),
  row("a tab in the path", lines("GET /a\tb HTTP/1.1", "Host: a"), 400),
  row("bytes that are not ASCII in the path", get("/api/\xff\xfe"), 400),
  row("the absolute form", get(`http://a${schema}`), 401),
  row("the absolute form of another host", get(`http://elsewhere.example${health}`), 200),
  row("the absolute form without a path", get("http://a"), 404),
  row("the authority form", get("a:443"), 400),
  row("the asterisk form with another method", get("*"), 404)
]

const methods: ReadonlyArray<Row> = [
  row("CONNECT", lines("CONNECT a:443 HTTP/1.1", "Host: a:443")),
  row("TRACE", lines(`TRACE ${schema} HTTP/1.1`, "Host: a"), 405),
  row("POST", lines(`POST ${schema} HTTP/1.1`, "Host: a", "Content-Length: 0"), 405),
  row("QUERY", lines(`QUERY ${schema} HTTP/1.1`, "Host: a"), 405),
  row("a method that nobody knows", lines(`BREW ${schema} HTTP/1.1`, "Host: a"), 400),
  row("a method in lower case", lines(`get ${schema} HTTP/1.1`, "Host: a"), 400),
  row("an upgrade to WebSocket", get(schema, "Upgrade: websocket", "Sec-WebSocket-Key: x"), 401),
  row("an upgrade to HTTP/2", get(schema, "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA"), 401)
]

const sizes: ReadonlyArray<Row> = [
  row("a header of 20 kB", get(schema, `X-Long: ${"x".repeat(20_000)}`), 431),
  row("a path of 20 kB", get(`/${"x".repeat(20_000)}`), 431),
  row("a path of 10 kB", get(`/${"x".repeat(10_000)}`), 414),
  row("a path of 8000 bytes", get(`/${"x".repeat(7_999)}`), 404),
  row("98 headers and a host and a connection", get(schema, ...Array.from({ length: 98 }, () => "A: b")), 401),
  row("101 headers", get(schema, ...Array.from({ length: 99 }, () => "A: b")), 431),
  row("1000 headers", get(schema, ...Array.from({ length: 1000 }, (_, index) => `A${index}: b`)), 431),
  row("3000 headers", get(schema, ...Array.from({ length: 3000 }, (_, index) => `A${index}: b`)), 431)
]

const paths: ReadonlyArray<Row> = [
  row("a parameter called __proto__", get(`${schema}?__proto__=a`, authorized), 400),
  row("a parameter called constructor", get("/api/taxonomy/v1/licenses?constructor=a", authorized), 400),
  row("a version of NUL", get(`${schema}?version=%00`, authorized), 400),
  row("a version that leads elsewhere", get(`${schema}?version=../../etc/passwd`, authorized), 400),
  row("dots in the path", get("/api/taxonomy/../../../../etc/passwd"), 404),
  row("encoded dots in the path", get("/api/taxonomy/v1/licenses/%2e%2e%2f%2e%2e%2fledger.ndjson"), 401),
  row("a duplicate slash", get("/api//taxonomy/v1/schema"), 404),
  row("slashes before the path", get("//api/taxonomy/v1/schema"), 404),
  row("a trailing slash", get(`${schema}/`), 404),
  row("another case", get("/api/taxonomy/v1/Schema"), 404),
  row("an encoded slash between segments", get("/api/taxonomy%2fv1/schema"), 404),
  row("an encoded letter", get("/api/taxonomy/v1/%73chema"), 401),
  row("a semicolon for a query mark", get(`${schema};version=v1`), 404),
  row("a name that begins with a query mark", get("/api/taxonomy/v1/licenses??version=v1", authorized), 400),
  row("a lone query mark", get(`${schema}?`), 401),
  row("two query marks", get(`${schema}??`), 401),
  row("a query without a name", get(`${schema}?=`), 401),
  row("a query of broken encoding", get(`${health}?%ff`), 400),
  row("a query on health", get(`${health}?a`), 400),
  row("a fragment", get(`${schema}#a`), 404),
  ...["%ff", "%", "%zz"].map((code) =>
    row(`a license called ${code}`, get(`/api/taxonomy/v1/licenses/${code}`, authorized), 400)
  ),
  ...["%2f", "%00", "__proto__", "constructor", "..", ".", "toString", "%0d%0aSet-Cookie:%20a"].map((code) =>
    row(`a license called ${code}`, get(`/api/taxonomy/v1/licenses/${code}`, authorized), 404)
  ),
  ...["__proto__", "constructor", "v0", "v01", "v2", "v1.0", "V1", "v", "v-1", "v1e0"].map((version) =>
    row(`an API version called ${version}`, get(`/api/taxonomy/${version}/schema`, authorized), 404)
  )
]

const pipelines: ReadonlyArray<Row> = [
  row("three requests at once", `${kept(health)}${kept(schema)}${get(health)}`, 200, 401, 200),
  row(
    "three requests of which the second has two hosts",
    `${kept(health)}${kept(health).replace("Host: a", "Host: a\r\nHost: b")}${get(health)}`,
    200,
    400,
    200
  ),
  row("a request after one that closes", `${get(health)}${kept(health)}`, 200),
  row("a request after one with a body", `${get(health, "Content-Length: 2")}hi${kept(health)}`, 200),
  ...["Content-Length: 2\r\n\r\nhi", "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"].map((body) =>
    row(
      `a request after one with a body on a connection to be kept: ${body}`,
      `GET ${health} HTTP/1.1\r\nHost: a\r\n${body}${kept(health)}`,
      200
    )
  ),
  { name: "nothing", sent: "", answers: [], ends: true },
  { name: "half a request line", sent: "GET /api/hea", answers: [400], ends: true },
  { name: "half a header", sent: `GET ${health} HTTP/1.1\r\nHost:`, answers: [400], ends: true },
  { name: "half a body", sent: `${get(health, "Content-Length: 9")}half`, answers: [200], ends: true }
]

const table = [...hosts, ...framing, ...requestLines, ...methods, ...sizes, ...paths, ...pipelines]

layer(TestServer.layer(), { excludeTestServices: true })("on the wire", (it) => {
  it.effect.each(table.map((row) => [row.name, row] as const))(
    "%s gets JSON responses or none, and the next request is served",
    ([, { answers, ends = false, sent }]) =>
      Effect.gen(function* () {
        const { get, key, port } = yield* TestServer
        const sentAt = Date.now()
        const received = rawAnswers(yield* overSocket(port, sent.replace("KEY", key), ends))
        assert.deepStrictEqual(
          received.map(({ status }) => status),
          answers
        )
        for (const { body, headers, status } of received) {
          assert.strictEqual(headers.get("content-type"), "application/json")
          assert.strictEqual(headers.get("cache-control"), "no-store")
          assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
          // It has whole seconds.
          const date = Date.parse(headers.get("date") ?? "")
          assert.isTrue(date > sentAt - 1000 && date <= Date.now(), headers.get("date"))
          if (status === 405) assert.strictEqual(headers.get("allow"), "GET, OPTIONS")
          assert.strictEqual(headers.get("access-control-allow-origin"), "*")
          assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
          assert.isString(status === 200 ? decodeHealth(body).status : decodeError(body).error)
          if (status !== 200) {
            assert.strictEqual(errorCodes[decodeErrorCode(headers.get("x-error-code"))].status, status)
          }
          // Which of the two it was is not known, so both limits are told.
          if (status === 431) assert.match(body, /16 KiB.* 100 headers/)
        }
        if (answers.length > 0) assert.strictEqual(received.at(-1)?.headers.get("connection"), "close")
        assert.strictEqual((yield* get("/v1/schema")).status, 200)
      })
  )

  it.effect("HEAD is refused with the allowed methods and without a body", () =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      for (const path of [schema, "/api/taxonomy/v1/licenses"]) {
        const received = yield* overSocket(port, lines(`HEAD ${path} HTTP/1.1`, "Host: a"))
        const answer = only(rawAnswers(received, true))
        assert.strictEqual(answer.status, 405)
        assert.strictEqual(answer.headers.get("allow"), "GET, OPTIONS")
        assert.isTrue(received.endsWith("\r\n\r\n"))
      }
    })
  )

  it.effect("health answers HEAD with the headers of GET and without a body, and names it as allowed", () =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      for (const path of [health, "/api/health"]) {
        // Two on one connection, so that a body would be taken for the second response.
        const head = `HEAD ${path} HTTP/1.1\r\nHost: a\r\n`
        const received = yield* overSocket(port, `${head}\r\n${head}Connection: close\r\n\r\n`)
        const answers = rawAnswers(received, true)
        assert.strictEqual(answers.length, 2)
        for (const { headers, status } of answers) {
          assert.strictEqual(status, 200)
          assert.strictEqual(headers.get("content-type"), "application/json")
          assert.isAbove(Number(headers.get("content-length")), 10)
        }
        assert.isTrue(received.endsWith("\r\n\r\n"))
        const post = only(rawAnswers(yield* overSocket(port, lines(`POST ${path} HTTP/1.1`, "Host: a"))))
        assert.strictEqual(post.status, 405)
        assert.strictEqual(post.headers.get("allow"), "GET, HEAD, OPTIONS")
      }
    })
  )

  it.effect("a preflight gets a response without a key and a body, and its request headers are not echoed", () =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const preflight = lines(
        `OPTIONS ${schema} HTTP/1.1`,
        "Host: a",
        "Origin: https://studio.example",
        "Access-Control-Request-Method: DELETE",
        "Access-Control-Request-Headers: authorization, x-other"
      )
      const answer = only(rawAnswers(yield* overSocket(port, preflight)))
      assert.strictEqual(answer.status, 204)
      assert.deepInclude(Object.fromEntries(answer.headers), {
        allow: "GET, OPTIONS",
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, OPTIONS",
        "access-control-allow-headers": "Authorization, Content-Type",
        "access-control-max-age": "86400"
      })
    })
  )

  it.effect("OPTIONS for the server as a whole gets the allowed methods", () =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const answer = only(rawAnswers(yield* overSocket(port, lines("OPTIONS * HTTP/1.1", "Host: a"))))
      assert.strictEqual(answer.status, 204)
      assert.strictEqual(answer.headers.get("allow"), "GET, OPTIONS")
    })
  )

  it.effect("two Authorization headers are both refused", () =>
    Effect.gen(function* () {
      const { key, port } = yield* TestServer
      const twice = get(schema, authorized, authorized).replaceAll("KEY", key)
      const answer = only(rawAnswers(yield* overSocket(port, twice)))
      assert.strictEqual(answer.status, 401)
      assert.include(answer.body, "Invalid API key")
    })
  )

  it.effect("a request id that could break a line or a header is replaced", () =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const ids = ["a\tb", "a\xa0b", "a b", "a\x7fb", "x".repeat(65), '"', "a\r\nX-Request-ID: b"]
      for (const id of ids) {
        for (const { headers } of rawAnswers(yield* overSocket(port, get(health, `X-Request-ID: ${id}`)))) {
          assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/, id)
        }
      }
      for (const broken of ["a\0b", "a\rb", "a\nb"]) {
        const answer = only(rawAnswers(yield* overSocket(port, get(health, `X-Request-ID: ${broken}`))))
        assert.strictEqual(answer.status, 400)
      }
    })
  )

  it.effect("an expectation gets what Node answers, and the request its response", () =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const continued = get(health, "Content-Length: 1000000", "Expect: 100-continue")
      assert.deepStrictEqual(
        rawAnswers(yield* overSocket(port, continued)).map(({ status }) => status),
        [100, 200]
      )
      assert.match(yield* overSocket(port, get(health, "Expect: much")), /^HTTP\/1\.1 417 /)
    })
  )

  it.effect("a request with a body of any size is answered without reading it", () =>
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

  it.effect("pipelined large responses arrive in order, byte for byte", () =>
    Effect.gen(function* () {
      const { file, key, port } = yield* TestServer
      const one = `GET ${schema} HTTP/1.1\r\nHost: a\r\n${authorized}\r\n\r\n`
      const received = yield* overSocket(port, `${one}${kept(health)}${one}${get(health)}`.replaceAll("KEY", key))
      const [first, second, third, fourth] = rawAnswers(received)
      const bytes = (yield* file("v1.0.0/schema.json")).toString("latin1")
      assert.strictEqual(first?.body, bytes)
      assert.strictEqual(third?.body, bytes)
      assert.strictEqual(second?.status, 200)
      assert.strictEqual(fourth?.status, 200)
    })
  )
})

const decodeErrorCode = Schema.decodeUnknownSync(ErrorCode)
const decodeError = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ error: Schema.String })))
const decodeHealth = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ status: Schema.String })))
