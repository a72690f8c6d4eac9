import { spawn } from "node:child_process"
import { connect, type Socket } from "node:net"
import { fileURLToPath } from "node:url"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { defaultServerLimits, type ServerLimits } from "../../../src/server/node/ServerLimits.ts"
import { only, rawAnswers, type RawAnswer } from "../server/rawAnswers.ts"
import { TestServer, waitUntil } from "../server/TestServer.ts"

/** The metrics of one server as Prometheus reads them. */
class Metrics extends Context.Service<Metrics, { readonly text: () => string }>()(
  "taxonomy-licensing-data-service/test/system/connections/client-limits.test/Metrics"
) {}

const trustedProxy = "127.0.9.9"

const serverWith = (limits: Partial<ServerLimits>) => {
  const registry: Metric.MetricRegistry = new Map()
  const text = () => PrometheusMetrics.formatUnsafe(Context.make(Metric.MetricRegistry, registry))
  return TestServer.layer(undefined, limits, [trustedProxy]).pipe(
    Layer.provide(Layer.succeed(Metric.MetricRegistry)(registry)),
    Layer.merge(Layer.succeed(Metrics, { text }))
  )
}

interface Connection {
  readonly socket: Socket
  readonly received: () => string
  readonly isOpen: () => boolean
}

/** A connection from an address of this machine, once the server has it. */
const connectFrom = (localAddress: string) =>
  Effect.gen(function* () {
    const { port } = yield* TestServer
    const { text } = yield* Metrics
    const accepted = () => countOf(text(), "taxonomy_http_requests_total", 'route="health",status="200"')
    const before = accepted()
    const made = yield* Effect.acquireRelease(
      Effect.callback<Connection>((resume) => {
        let received = ""
        let open = true
        const socket = connect({ port, host: "127.0.0.1", localAddress }, () =>
          resume(Effect.succeed({ socket, received: () => received, isOpen: () => open }))
        )
        socket.setEncoding("latin1")
        socket.on("data", (chunk: string) => (received += chunk))
        socket.on("error", () => undefined)
        socket.on("close", () => (open = false))
      }),
      ({ socket }) => Effect.sync(() => socket.destroy())
    )
    made.socket.write(health)
    yield* waitUntil(() => !made.isOpen() || accepted() > before)
    return made
  })

/** A request on a connection of its own. */
const ask = Effect.fnUntraced(function* (
  localAddress: string,
  path: string,
  headers: Readonly<Record<string, string>> = {}
) {
  const { port } = yield* TestServer
  const received = yield* Effect.callback<string>((resume) => {
    let text = ""
    const socket = connect({ port, host: "127.0.0.1", localAddress }, () => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines.join("")}\r\n`)
    })
    socket.setEncoding("latin1")
    socket.on("data", (chunk: string) => (text += chunk))
    socket.on("error", () => undefined)
    socket.on("close", () => resume(Effect.succeed(text)))
  })
  return only(rawAnswers(received))
})

const health = "GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n"
const schema = "/api/taxonomy/v1/schema"

const countOf = (text: string, name: string, labels: string): number =>
  Number(new RegExp(`^${name}\\{${labels}\\} (\\d+)$`, "m").exec(text)?.[1] ?? 0)

/** The connections that limits have refused. */
const refusals = Effect.map(Metrics, ({ text }) => ({
  total: countOf(text(), "taxonomy_http_connections_refused_total", 'limit="total"'),
  address: countOf(text(), "taxonomy_http_connections_refused_total", 'limit="address"')
}))

/** Waits until the server has no connection. */
const forgotten = Effect.gen(function* () {
  const { text } = yield* Metrics
  yield* waitUntil(() => /^taxonomy_http_connections_open 0$/m.test(text()))
})

// Other systems have one loopback address only.
describe.runIf(process.platform === "linux")("the limits on connections", () => {
  it.live("refuse an address that holds too many, and serve others and trusted proxies", () =>
    Effect.gen(function* () {
      yield* connectFrom("127.0.1.1")
      const kept = yield* connectFrom("127.0.1.1")
      const refused = yield* connectFrom("127.0.1.1")
      yield* waitUntil(() => !refused.isOpen())
      assert.strictEqual(refused.received(), "")
      assert.strictEqual((yield* ask("127.0.1.2", schema)).status, 401)
      assert.deepStrictEqual(yield* refusals, { total: 0, address: 1 })
      for (let count = 0; count < 4; count++) assert.isTrue((yield* connectFrom(trustedProxy)).isOpen())

      kept.socket.destroy()
      yield* Effect.repeat(connectFrom("127.0.1.1"), { until: ({ isOpen }) => isOpen() })
    }).pipe(Effect.scoped, Effect.andThen(forgotten), Effect.provide(serverWith({ maxConnectionsPerAddress: 2 })))
  )

  it.live("refuse everybody if all together are too many, until one has gone", () =>
    Effect.gen(function* () {
      const first = yield* connectFrom("127.0.1.1")
      for (const from of ["127.0.1.2", "127.0.1.3"]) yield* connectFrom(from)
      const refused = yield* connectFrom("127.0.1.4")
      yield* waitUntil(() => !refused.isOpen())
      assert.deepStrictEqual(yield* refusals, { total: 1, address: 0 })
      first.socket.destroy()
      yield* Effect.repeat(connectFrom("127.0.1.4"), { until: ({ isOpen }) => isOpen() })
    }).pipe(Effect.scoped, Effect.andThen(forgotten), Effect.provide(serverWith({ maxConnections: 3 })))
  )

  it.live("serve others while one address holds as many as it may and goes on", () =>
    Effect.gen(function* () {
      const { key, port } = yield* TestServer
      const most = defaultServerLimits.maxConnectionsPerAddress
      const holder = spawn(process.execPath, [holdConnections, String(port), String(most + 100)])
      yield* Effect.addFinalizer(() => Effect.sync(() => holder.kill("SIGKILL")))
      const { text } = yield* Metrics
      yield* Effect.callback<void>((resume) => void holder.stdout.once("data", () => resume(Effect.void)))
      yield* waitUntil(() => countOf(text(), "taxonomy_http_connections_refused_total", 'limit="address"') >= 100)
      assert.match(text(), new RegExp(`^taxonomy_http_connections_open ${most}$`, "m"))
      const authorization = { Authorization: `Bearer ${key}` }
      for (let asked = 0; asked < 5; asked++) {
        assert.strictEqual((yield* ask(`127.0.2.${asked}`, schema, authorization)).status, 200)
        assert.strictEqual((yield* ask(`127.0.2.${asked}`, "/api/health")).status, 200)
      }
      assert.strictEqual((yield* refusals).total, 0)
      // Under load, opening so many can take longer than a connection is kept.
    }).pipe(Effect.scoped, Effect.provide(serverWith({ keepAliveMillis: 3_600_000 })))
  )
})

const holdConnections = fileURLToPath(new URL("hold-connections.ts", import.meta.url))

layer(serverWith({ maxUnauthorizedRequests: 3 }), { excludeTestServices: true })(
  "the limit on requests without a valid API key",
  (it) => {
    const statuses = (answers: ReadonlyArray<RawAnswer>) => answers.map(({ status }) => status)
    /** Asks until the limit refuses: a minute may end at any time. */
    const askUntilRefused = (...asked: Parameters<typeof ask>) =>
      Effect.repeat(ask(...asked), { until: ({ status }) => status === 429 })
    const invalid = { Authorization: `Bearer nil_${"0".repeat(32)}` }

    it.effect("refuses an address with 429, but neither its valid key nor what needs none", () =>
      Effect.gen(function* () {
        const { key, newKey, revoke } = yield* TestServer
        const revoked = yield* newKey("free")
        yield* revoke(revoked.identifier)
        const keys = [{}, invalid, { Authorization: `Bearer ${revoked.key}` }]
        yield* Effect.repeat(ask("127.0.4.9", schema, keys[2]), { until: ({ status }) => status === 403 })
        const from = "127.0.4.1"
        const first = yield* Effect.forEach(keys, (headers) => ask(from, schema, headers))
        assert.deepStrictEqual(statuses(first), [401, 401, 403])
        const over = yield* Effect.forEach(keys, (headers) => askUntilRefused(from, schema, headers))
        for (const { body, headers } of over) {
          const retryAfter = Number(headers.get("retry-after"))
          assert.isTrue(retryAfter >= 1 && retryAfter <= 60, String(retryAfter))
          assert.strictEqual(headers.get("x-error-code"), "unauthorized-limit-exceeded")
          assert.strictEqual(headers.get("vary"), "Authorization, Accept-Encoding")
          assert.strictEqual(headers.get("cache-control"), "no-store")
          assert.include(body, `"retry_after":${retryAfter},`)
        }
        assert.strictEqual((yield* ask(from, schema, { Authorization: `Bearer ${key}` })).status, 200)
        for (const path of ["/api/health", "/api/taxonomy/docs", "/api/taxonomy/openapi.json"]) {
          assert.strictEqual((yield* ask(from, path)).status, 200)
        }
        assert.strictEqual((yield* ask("127.0.4.2", schema)).status, 401)
        const { text } = yield* Metrics
        assert.match(text(), /^taxonomy_unauthorized_limit_refusals_total [3-9]/m)
      })
    )

    it.effect("counts nothing that needs no key", () =>
      Effect.gen(function* () {
        for (const path of ["/api/health", "/api/taxonomy/docs", "/explore", "/nowhere"]) {
          for (let count = 0; count < 4; count++) assert.notStrictEqual((yield* ask("127.0.4.3", path)).status, 429)
        }
        assert.strictEqual((yield* ask("127.0.4.3", schema)).status, 401)
      })
    )

    it.effect("counts the clients of a trusted proxy apart, and believes nobody else", () =>
      Effect.gen(function* () {
        const from = (client: string) => ({ "X-Forwarded-For": client })
        const names = ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4", "203.0.113.5"]
        const apart = yield* Effect.forEach(names, (name) => ask(trustedProxy, schema, from(`198.51.100.1, ${name}`)))
        assert.deepStrictEqual(statuses(apart), [401, 401, 401, 401, 401])
        let chosen = 0
        const spoof = (appended: string) =>
          Effect.suspend(() => ask(trustedProxy, schema, from(`${chosen++}.9.9.9${appended}`)))
        yield* Effect.repeat(spoof(", 203.0.113.9"), { until: ({ status }) => status === 429 })
        const direct = Effect.suspend(() => ask("127.0.4.4", schema, from(`203.0.113.${chosen++}`)))
        yield* Effect.repeat(direct, { until: ({ status }) => status === 429 })
      })
    )
  }
)
