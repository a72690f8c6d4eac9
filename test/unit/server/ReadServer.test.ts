import { createServer } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import packageJson from "../../../package.json" with { type: "json" }
import type { ReleaseBodies } from "../../../src/server/bodies/ReleaseSource.ts"
import type { RequestEntry } from "../../../src/server/observability/RequestLog.ts"
import { categories, release } from "../../support/server/histories.ts"
import { renderedCatalog } from "../../support/server/RenderedCatalog.ts"
import { basePath, newYear, serveCatalog } from "../../support/server/ServeCatalog.ts"
import { overSocket, rawAnswers } from "../../system/server/rawAnswers.ts"

const catalog = renderedCatalog([release("1.0.0", "2026-01-01", categories(["QSR"]))])

const serve = (options: Parameters<typeof serveCatalog>[1] = {}) => serveCatalog(catalog, options)

/** A request with the lines of its header block. */
const requestOf = (...lines: ReadonlyArray<string>): string => `${lines.join("\r\n")}\r\n\r\n`

const get = (path: string, ...lines: ReadonlyArray<string>): string =>
  requestOf(`GET ${path} HTTP/1.1`, "Host: a", "X-Request-ID: id-1", ...lines)

const health = `${basePath}/health`
const healthText = `{"status":"ok","version":"${packageJson.version}","timestamp":"2027-01-01T00:00:00.000Z"}\n`

/** As many headers as given. */
const headersOf = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, index) => `X-${index}: a`)

/** The log entry of a request, apart from what is given. */
const entryOf = (entry: Partial<RequestEntry>): RequestEntry => ({
  method: "GET",
  target: health,
  status: 200,
  duration_ms: 0,
  bytes: 0,
  release: undefined,
  from_release: undefined,
  pinned: undefined,
  deprecated: undefined,
  client: "127.0.0.1",
  user_agent: undefined,
  request_id: "id-1",
  key: undefined,
  trace_id: undefined,
  ...entry
})

describe("serveReads", () => {
  it.effect("sends the headers of the contract as it spells them, and keeps connections", () =>
    Effect.gen(function* () {
      const { logged, port } = yield* serve()
      const received = yield* overSocket(port, `${get(health)}${get(health, "Connection: close", "User-Agent: test")}`)
      const headers = [
        "HTTP/1.1 200 OK",
        "Access-Control-Allow-Origin: *",
        "Access-Control-Allow-Methods: GET, OPTIONS",
        "Access-Control-Allow-Headers: Authorization, Content-Type",
        /^Access-Control-Expose-Headers: .*$/m.exec(received)?.[0].trimEnd(),
        "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
        "Referrer-Policy: no-referrer",
        "X-Content-Type-Options: nosniff",
        "Content-Type: application/json",
        "Cache-Control: no-store",
        `Content-Length: ${healthText.length}`,
        "X-Request-ID: id-1"
      ]
      const lines = received.split("\r\n").filter((line) => !line.startsWith("Date: "))
      assert.deepStrictEqual(lines, [
        ...headers,
        "Connection: keep-alive",
        "Keep-Alive: timeout=65",
        "",
        `${healthText}${headers[0]}`,
        ...headers.slice(1),
        "Connection: close",
        "",
        healthText
      ])
      const entry = entryOf({ bytes: healthText.length })
      assert.deepStrictEqual(logged, [entry, { ...entry, user_agent: "test" }])
    })
  )

  it.effect.each([
    ["without a Host", "GET / HTTP/1.1", [], 400, "request-malformed", undefined],
    ["with two Hosts", "GET / HTTP/1.1", ["Host: a", "Host: b"], 400, "request-malformed", undefined],
    ["of HTTP/1.0 without a Host", "GET / HTTP/1.0", [], 404, "path-not-found", undefined],
    ["of HTTP/2.0", "GET / HTTP/2.0", ["Host: a"], 400, "request-malformed", undefined],
    ["with too many headers", "GET / HTTP/1.1", ["Host: a", ...headersOf(99)], 431, "headers-too-large", undefined],
    [
      "with as many headers as allowed",
      "GET / HTTP/1.1",
      ["Host: a", ...headersOf(98)],
      404,
      "path-not-found",
      undefined
    ],
    [
      "with too large headers",
      "GET / HTTP/1.1",
      [`Long: ${"x".repeat(16_384)}`],
      431,
      "headers-too-large",
      "HPE_HEADER_OVERFLOW"
    ],
    ["of another protocol", "What is this?", [], 400, "request-malformed", "HPE_INVALID_METHOD"],
    ["with an unknown method", "FROB / HTTP/1.1", ["Host: a"], 400, "request-malformed", "HPE_INVALID_METHOD"]
  ] as const)("answers a request %s in JSON, and logs it", ([, first, headers, status, code, reason]) =>
    Effect.gen(function* () {
      const { logged, port } = yield* serve()
      const sent = requestOf(first, ...headers, "Connection: close")
      const [answer, ...more] = rawAnswers(yield* overSocket(port, sent))
      const requestId = answer?.headers.get("x-request-id") ?? ""
      assert.deepStrictEqual(more, [])
      assert.deepStrictEqual(
        [answer?.status, answer?.headers.get("x-error-code"), answer?.headers.get("connection")],
        [status, code, "close"]
      )
      assert.match(requestId, /^[0-9a-f-]{36}$/)
      const [method = "", target = ""] = first.split(" ")
      const bytes = answer?.body.length ?? 0
      const entry = entryOf({ method, target, status, bytes, request_id: requestId })
      const unparsed = Object.entries({ ...entry, method: "-", target: "-", reason }).filter(
        ([, fact]) => fact !== undefined
      )
      assert.deepStrictEqual(logged, [reason === undefined ? entry : Object.fromEntries(unparsed)])
    })
  )

  it.effect.each([
    ["a length", "Content-Length: 2"],
    ["chunks", "Transfer-Encoding: chunked"]
  ] as const)("closes the connection of a request that has a body with %s, which it does not read", ([, header]) =>
    Effect.gen(function* () {
      const { port } = yield* serve()
      const [answer, ...more] = rawAnswers(yield* overSocket(port, `${get(health, header)}0\r\n\r\n${get(health)}`))
      assert.deepStrictEqual([answer?.status, answer?.headers.get("connection"), more], [200, "close", []])
    })
  )

  it.effect("answers pipelined requests in their order", () =>
    Effect.gen(function* () {
      const { port } = yield* serve()
      const paths = ["/v1/schema", "/health", "/nothing", "/v1/licenses", "/health", "/v1/dimensions", "/docs?x=1"]
      const received = yield* overSocket(
        port,
        paths
          .map((path, index) =>
            get(
              `${basePath}${path}`,
              "Authorization: enterprise",
              `Connection: ${index === paths.length - 1 ? "close" : "keep-alive"}`
            )
          )
          .join("")
      )
      assert.deepStrictEqual(
        rawAnswers(received).map(({ headers, status }) => [status, headers.get("connection")]),
        [200, 200, 404, 200, 200, 200, 400].map((status, index) => [status, index === 6 ? "close" : "keep-alive"])
      )
    })
  )

  it.effect("counts the requests of accepted keys, and logs the release that answered", () =>
    Effect.gen(function* () {
      const { counted, logged, port } = yield* serve()
      const ask = (key: string, path: string) =>
        Effect.map(
          overSocket(port, get(`${basePath}${path}`, `Authorization: ${key}`, "Connection: close")),
          (received) => rawAnswers(received)[0]?.status
        )
      const license = "/v1/licenses/PLAIN"
      const statuses = [
        yield* ask("enterprise", "/v1/changes?from=1.0"),
        yield* ask("revoked", license),
        ...(yield* Effect.replicateEffect(ask("free", license), 91))
      ]
      assert.deepStrictEqual(statuses, [200, 403, ...Array.from({ length: 91 }, () => 200)])
      const used = { release: "1.0.0", isPinned: false, deprecated: [] }
      const once = { isRefused: false, isNearLimit: false, unixMillis: newYear, used }
      assert.deepStrictEqual(counted, [
        { keyPrefix: "nil_enterprise", ...once },
        ...Array.from({ length: 90 }, () => ({ keyPrefix: "nil_free", ...once })),
        { keyPrefix: "nil_free", ...once, isNearLimit: true }
      ])
      const [changes, refused, first] = logged
      assert.deepStrictEqual(
        [changes, refused, first],
        [
          entryOf({
            target: `${basePath}/v1/changes?from=1.0`,
            bytes: changes?.bytes ?? 0,
            release: "1.0.0",
            from_release: "1.0.0",
            pinned: false,
            key: "nil_enterprise"
          }),
          entryOf({ target: `${basePath}/v1/licenses/PLAIN`, status: 403, bytes: 59, key: "nil_revoked" }),
          entryOf({
            target: `${basePath}/v1/licenses/PLAIN`,
            bytes: first?.bytes ?? 0,
            release: "1.0.0",
            pinned: false,
            key: "nil_free"
          })
        ]
      )
    })
  )

  it.effect("logs and counts which releases requests pin, and which deprecated items they name", () =>
    Effect.gen(function* () {
      const codes = ["QSR", "QSR_FAST_FOOD"]
      const deprecations = { QSR_FAST_FOOD: { replaced_by: ["QSR"] }, media: { replaced_by: [], reason: "Unused" } }
      const deprecating = renderedCatalog([
        release("1.0.0", "2026-01-01", categories(codes)),
        release("1.1.0", "2026-06-01", categories(codes, deprecations))
      ])
      const { counted, logged, send } = yield* serveCatalog(deprecating)
      const food = "exclusive_categories/QSR_FAST_FOOD"
      const config = encodeURIComponent('{"exclusive_categories":["QSR_FAST_FOOD","UNKNOWN"]}')
      const cases: ReadonlyArray<readonly [path: string, release: string, isPinned: boolean, items?: Array<string>]> = [
        // What is about the whole taxonomy names nothing.
        ["schema", "1.1.0", false],
        ["licenses", "1.1.0", false],
        ["schema?version=latest", "1.1.0", false],
        ["schema?version=v1", "1.1.0", false],
        ["schema?version=1.0", "1.0.0", true],
        ["schema?version=v1.1.0", "1.1.0", true],
        ["schema?as_of=2026-03-01", "1.0.0", true],
        ["licenses/FOOD", "1.1.0", false, [food]],
        // It is deprecated by a later release.
        ["licenses/FOOD?version=v1.0", "1.0.0", true, [food]],
        ["licenses/PLAIN?envelope=true", "1.1.0", false, ["media"]],
        ["licenses?exclusive_categories=QSR_FAST_FOOD", "1.1.0", false, [food]],
        ["licenses?exclusive_categories=QSR", "1.1.0", false],
        ["licenses?media=print", "1.1.0", false, ["media"]],
        ["dimensions/exclusive_categories", "1.1.0", false],
        ["dimensions/exclusive_categories/values/QSR_FAST_FOOD", "1.1.0", false, [food]],
        ["dimensions/media/values/print", "1.1.0", false, ["media"]],
        [`validate?config=${config}`, "1.1.0", false, [food]],
        ["changes?from=v1.0&to=v1.1", "1.1.0", false]
      ]
      const sent = { authorization: "enterprise" }
      for (const [path] of cases) yield* send(`${basePath}/v1/${path}`, sent)
      assert.deepStrictEqual(
        logged.map(({ deprecated, pinned, release, target }) => [target, release, pinned, deprecated]),
        cases.map(([path, release, isPinned, items]) => {
          const target = path.startsWith("validate") ? "validate" : path
          return [`${basePath}/v1/${target}`, release, isPinned, items]
        })
      )
      assert.deepStrictEqual(
        counted.map(({ used }) => used),
        cases.map(([, release, isPinned, deprecated = []]) => ({ release, isPinned, deprecated }))
      )
      // A copy that the client has is used, too. A request without an answer uses nothing.
      const { lines } = yield* send(`${basePath}/v1/licenses/FOOD`, sent)
      const ifNoneMatch = lines.find(([name]) => name === "ETag")?.[1]
      assert.strictEqual((yield* send(`${basePath}/v1/licenses/FOOD`, { ...sent, ifNoneMatch })).status, 304)
      assert.deepStrictEqual(counted.at(-1)?.used?.deprecated, [food])
      yield* send(`${basePath}/v1/licenses/NONE`, sent)
      assert.isUndefined(counted.at(-1)?.used)
    })
  )

  it.effect("counts responses, failed authentications and refusals in its metrics", () =>
    Effect.gen(function* () {
      const { metrics, port } = yield* serve({ limits: { maxUnauthorizedRequests: 1 } })
      const statuses: Array<number | undefined> = []
      for (const [path, key] of [
        ["/v1/schema", "unknown"],
        ["/v1/schema", "unknown"],
        ["/v1/schema", "free"],
        ["/nothing", "free"]
      ] as const) {
        const request = get(`${basePath}${path}`, `Authorization: ${key}`, "Connection: close")
        statuses.push(rawAnswers(yield* overSocket(port, request))[0]?.status)
      }
      yield* overSocket(port, "What is this?\r\n\r\n")
      assert.deepStrictEqual(statuses, [401, 429, 200, 404])
      const lines = yield* metrics
      const positive = lines.filter((line) => /^taxonomy_[a-z_]+(total|in_flight|_bytes|_keys)[{ ]/.test(line))
      assert.deepStrictEqual(positive.filter((line) => !line.endsWith(" 0")).toSorted(), [
        'taxonomy_authentication_failures_total{reason="invalid"} 2',
        'taxonomy_http_requests_total{route="schema",status="200"} 1',
        'taxonomy_http_requests_total{route="schema",status="401"} 1',
        'taxonomy_http_requests_total{route="schema",status="429"} 1',
        'taxonomy_http_requests_total{route="unknown",status="400"} 1',
        'taxonomy_http_requests_total{route="unknown",status="404"} 1',
        "taxonomy_limited_keys 1",
        "taxonomy_unauthorized_limit_refusals_total 1"
      ])
      assert.includeMembers(lines, ["taxonomy_http_requests_in_flight 0", "taxonomy_http_requests_dropped_total 0"])
    })
  )

  it.effect("closes the connection of an address that sent too many requests without a valid key", () =>
    Effect.gen(function* () {
      const { port } = yield* serve({ limits: { maxUnauthorizedRequests: 1 } })
      const request = get(`${basePath}/v1/schema`, "Authorization: unknown")
      const answers = rawAnswers(yield* overSocket(port, request + request))
      assert.deepStrictEqual(
        answers.map(({ headers, status }) => [status, headers.get("connection")]),
        [
          [401, "keep-alive"],
          [429, "close"]
        ]
      )
    })
  )

  it.effect("takes the address of a client from a trusted proxy", () =>
    Effect.gen(function* () {
      const { logged, port } = yield* serve({ trustedProxy: ["loopback"] })
      yield* overSocket(port, get(health, "X-Forwarded-For: 192.0.2.7", "Connection: close"))
      assert.deepStrictEqual(logged, [entryOf({ bytes: healthText.length, client: "192.0.2.7" })])
    })
  )

  it.effect("gives up a request whose client has gone before the response", () =>
    Effect.gen(function* () {
      const [loading, loaded] = [yield* Deferred.make<void>(), yield* Deferred.make<ReleaseBodies>()]
      const gone = yield* Deferred.make<RequestEntry>()
      const { metrics, port } = yield* serve({
        catalogService: {
          bodies: {
            peek: () => undefined,
            load: () => Effect.andThen(Deferred.succeed(loading, undefined), Deferred.await(loaded)),
            digestOf: () => undefined
          }
        },
        log: (entry) => Deferred.doneUnsafe(gone, Exit.succeed(entry))
      })
      const target = `${basePath}/v1/schema`
      const client = yield* Effect.forkChild(overSocket(port, get(target, "Authorization: free")))
      yield* Deferred.await(loading)
      yield* Fiber.interrupt(client)
      const isIdle = Effect.map(metrics, (lines) => lines.includes("taxonomy_http_requests_in_flight 0"))
      yield* TestClock.withLive(Effect.repeat(Effect.delay(isIdle, "1 millis"), { until: (idle) => idle }))
      // What was loaded is kept, so a load goes on.
      yield* Deferred.succeed(loaded, { bodies: new Map(), manifest: "", byteLength: 0 })
      assert.deepStrictEqual(yield* Deferred.await(gone), entryOf({ target, status: 499, key: "nil_free" }))
    })
  )

  it.effect("restricts caching as configured", () =>
    Effect.gen(function* () {
      const { port } = yield* serve({ caching: "private" })
      const request = get(`${basePath}/v1/schema`, "Authorization: free", "Connection: close")
      const [answer] = rawAnswers(yield* overSocket(port, request))
      assert.strictEqual(answer?.headers.get("cache-control"), "private, max-age=3600")
    })
  )

  it.effect.each([
    ["the catalog", { catalogReason: "Damaged." }],
    ["the keys", { keysReason: "The key ledger is away." }]
  ] as const)("is degraded if %s cannot be followed", ([, options]) =>
    Effect.gen(function* () {
      const { port } = yield* serve(options)
      const [answer] = rawAnswers(yield* overSocket(port, get(health, "Connection: close")))
      assert.strictEqual(answer?.body, healthText.replace('"ok"', '"degraded"'))
    })
  )

  it.effect("answers a defect with 500, and logs its cause under the same id", () =>
    Effect.gen(function* () {
      const defect = new Error("no catalog")
      const { logged, messages, port } = yield* serve({
        catalogService: {
          get: () => {
            throw defect
          }
        }
      })
      const [answer] = rawAnswers(yield* overSocket(port, get(health, "Connection: close")))
      assert.deepStrictEqual(
        [answer?.status, answer?.body],
        [500, '{"error":"Internal Server Error","message":"The request could not be answered","request_id":"id-1"}\n']
      )
      assert.deepStrictEqual(logged, [entryOf({ status: 500, bytes: 100 })])
      assert.deepStrictEqual(messages, [[["The request failed"], Cause.die(defect)]])
    })
  )

  it.effect("exports the spans of traced requests, and logs the ids of their traces", () =>
    Effect.gen(function* () {
      const spans: Array<Tracer.NativeSpan> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        }
      })
      const { ask, logged } = yield* serve({
        tracing: ({ nameOf }) =>
          Effect.succeed(
            Context.make(Tracer.Tracer, tracer).pipe(Context.add(HttpMiddleware.SpanNameGenerator, nameOf))
          )
      })
      yield* ask("/v1/schema?version=v1.0")
      yield* ask("/v1/schema")
      assert.deepStrictEqual(
        spans.flatMap(({ name, parent }) => (parent._tag === "None" ? [name] : [])),
        Array.from({ length: 2 }, () => "GET /api/taxonomy/{api_version}/schema")
      )
      const [{ attributes, traceId } = assert.fail("no span")] = spans
      assert.deepInclude(Object.fromEntries(attributes), {
        "client.address": "127.0.0.1",
        "http.response.body.size": logged[0]?.bytes,
        "http.response.status_code": 200,
        "taxonomy.release": "1.0.0",
        "taxonomy.key_prefix": "nil_enterprise",
        "taxonomy.request_id": "request-1",
        "url.path": "/api/taxonomy/v1/schema",
        "url.query": "version=v1.0"
      })
      assert.strictEqual(logged[0]?.trace_id, traceId)
    })
  )

  it.effect("drains when its scope closes", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { messages, phases, port } = yield* Effect.provideService(serve(), Scope.Scope, scope)
      assert.deepStrictEqual(phases, ["serving"])
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(phases, ["serving", "draining"])
      assert.deepStrictEqual(messages, [[["Draining: 0 requests in flight, 0 connections open"], Cause.empty]])
      assert.strictEqual(yield* overSocket(port, get(health)), "")
    })
  )

  it.effect("fails if another program has the port", () =>
    Effect.gen(function* () {
      const other = createServer()
      yield* Effect.addFinalizer(() => Effect.sync(() => other.close()))
      yield* Effect.callback<void>((resume) => void other.listen(0, "127.0.0.1", () => resume(Effect.void)))
      const address = other.address()
      const port = address === null || typeof address === "string" ? 0 : address.port
      const { message } = yield* Effect.flip(serve({ port }))
      assert.strictEqual(
        message,
        `Cannot listen on port ${port} of 127.0.0.1: the port is in use. Stop the other program, or choose another port with --port.`
      )
    })
  )
})
