import { connect, type Socket } from "node:net"
import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { only, rawAnswers } from "./rawAnswers.ts"
import { TestServer, waitUntil } from "./TestServer.ts"

const registry: Metric.MetricRegistry = new Map()

const metrics = () => PrometheusMetrics.formatUnsafe(Context.make(Metric.MetricRegistry, registry))

const shortLimits = {
  headersTimeoutMillis: 200,
  requestTimeoutMillis: 400,
  keepAliveMillis: 50,
  responseTimeoutMillis: 300,
  maxConnections: 3
}

const serverWithShortLimits = TestServer.layer(undefined, shortLimits).pipe(
  Layer.provide(Layer.succeed(Metric.MetricRegistry)(registry))
)

interface Connection {
  readonly socket: Socket
  readonly received: () => string
  readonly closed: Effect.Effect<void>
}

/** A connection that stays open until the server closes it. */
const connection = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<Connection>((resume) => {
      let received = ""
      let open = true
      const socket = connect(port, "127.0.0.1", () =>
        resume(Effect.succeed({ socket, received: () => received, closed: waitUntil(() => !open) }))
      )
      socket.setEncoding("latin1")
      socket.on("data", (chunk: string) => (received += chunk))
      socket.on("error", () => undefined)
      socket.on("close", () => (open = false))
    }),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )

const health = "GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n"

layer(serverWithShortLimits, { excludeTestServices: true })("a client that takes too long", (it) => {
  // One after the other: only so many connections may be open.
  it.effect("gets 408 or is disconnected, and all others are served", () =>
    Effect.gen(function* () {
      const { get, key, port } = yield* TestServer

      yield* Effect.scoped(
        Effect.gen(function* () {
          const silent = yield* connection(port)
          yield* silent.closed
          assert.strictEqual(only(rawAnswers(silent.received())).status, 408)
        })
      )

      yield* Effect.scoped(
        Effect.gen(function* () {
          const slow = yield* connection(port)
          slow.socket.write("GET /api/health HTTP/1.1\r\nHost: a\r\nX-Slow: ")
          const drip = setInterval(() => slow.socket.write("x"), 20)
          yield* Effect.ensuring(
            slow.closed,
            Effect.sync(() => clearInterval(drip))
          )
          assert.strictEqual(only(rawAnswers(slow.received())).status, 408)
        })
      )

      yield* Effect.scoped(
        Effect.gen(function* () {
          const idle = yield* connection(port)
          idle.socket.write(health)
          yield* waitUntil(() => idle.received().includes('"status":"ok"'))
          assert.match(idle.received(), /\r\nKeep-Alive: timeout=/)
          yield* idle.closed
          assert.strictEqual(only(rawAnswers(idle.received())).status, 200)
        })
      )

      yield* Effect.scoped(
        Effect.gen(function* () {
          const unreading = yield* connection(port)
          unreading.socket.pause()
          const one = `GET /api/taxonomy/v1/schema HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`
          for (let count = 0; count < 1000; count++) unreading.socket.write(one)
          yield* waitUntil(() => !/^taxonomy_http_requests_in_flight 0$/m.test(metrics()))
          yield* waitUntil(() => /^taxonomy_http_connections_open 0$/m.test(metrics()))
          assert.match(metrics(), /^taxonomy_http_requests_in_flight 0$/m)
        })
      )

      yield* Effect.scoped(
        Effect.gen(function* () {
          const kept = yield* Effect.all([connection(port), connection(port), connection(port)])
          kept[0].socket.write(health)
          yield* waitUntil(() => kept[0].received().includes('"status":"ok"'))
          const oneTooMany = yield* connection(port)
          yield* oneTooMany.closed
          assert.strictEqual(oneTooMany.received(), "")
          assert.match(metrics(), /^taxonomy_http_connections_refused_total 1$/m)
        })
      )

      yield* waitUntil(() => /^taxonomy_http_connections_open 0$/m.test(metrics()))
      assert.strictEqual((yield* get("/v1/schema")).status, 200)
      assert.match(metrics(), /^taxonomy_http_requests_total\{route="unknown",status="408"\} [2-9]$/m)
    })
  )
})
