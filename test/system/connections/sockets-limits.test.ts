import { connect, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import type { ServerLimits } from "../../../src/server/node/ServerLimits.ts"
import { pause } from "../../support/Patience.ts"
import { only, rawAnswers } from "../server/rawAnswers.ts"
import { TestServer, waitUntil } from "../server/TestServer.ts"

/** The metrics of one server as Prometheus reads them. */
class Metrics extends Context.Service<Metrics, { readonly text: () => string }>()(
  "taxonomy-licensing-data-service/test/system/connections/sockets-limits.test/Metrics"
) {}

/**
 * A server with a short limit and the usual others, and its metrics. With several short ones, a machine that stalls
 * would let another one end a connection.
 */
const serverWith = (limits: Partial<ServerLimits>) => {
  const registry: Metric.MetricRegistry = new Map()
  const text = () => PrometheusMetrics.formatUnsafe(Context.make(Metric.MetricRegistry, registry))
  return TestServer.layer(undefined, limits).pipe(
    Layer.provide(Layer.succeed(Metric.MetricRegistry)(registry)),
    Layer.merge(Layer.succeed(Metrics, { text }))
  )
}

/** Waits until no connection is left, and asks for the schema until it comes: a short limit may end any connection. */
const servesOthers = Effect.gen(function* () {
  const { get } = yield* TestServer
  const { text } = yield* Metrics
  yield* waitUntil(() => /^taxonomy_http_connections_open 0$/m.test(text()))
  yield* Effect.repeat(get("/v1/schema"), { until: ({ status }) => status === 200, schedule: pause })
})

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

describe("a client that takes too long, and then others", () => {
  it.live("gets 408 if it sends nothing or sends slowly", () =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const { text } = yield* Metrics
      const silent = yield* connection(port)
      yield* silent.closed
      assert.strictEqual(only(rawAnswers(silent.received())).status, 408)

      const slow = yield* connection(port)
      slow.socket.write("GET /api/health HTTP/1.1\r\nHost: a\r\nX-Slow: ")
      const drip = setInterval(() => slow.socket.write("x"), 20)
      yield* Effect.ensuring(
        slow.closed,
        Effect.sync(() => clearInterval(drip))
      )
      assert.strictEqual(only(rawAnswers(slow.received())).status, 408)
      assert.match(text(), /^taxonomy_http_requests_total\{route="unknown",status="408"\} 2$/m)
      yield* servesOthers
    }).pipe(Effect.provide(serverWith({ headersTimeoutMillis: 200, requestTimeoutMillis: 400 })))
  )

  it.live("is disconnected if it sends no further request", () =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const idle = yield* connection(port)
      idle.socket.write(health)
      yield* idle.closed
      assert.match(idle.received(), /\r\nKeep-Alive: timeout=/)
      assert.strictEqual(only(rawAnswers(idle.received())).status, 200)
      yield* servesOthers
    }).pipe(Effect.provide(serverWith({ keepAliveMillis: 50 })))
  )

  it.live("is disconnected if it does not read", () =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const { text } = yield* Metrics
      const unreading = yield* connection(port)
      unreading.socket.pause()
      // More than the operating system takes of a connection.
      unreading.socket.write("GET /api/taxonomy/docs HTTP/1.1\r\nHost: a\r\n\r\n".repeat(16))
      yield* waitUntil(() => /^taxonomy_http_requests_in_flight [1-9]/m.test(text()))
      yield* waitUntil(() => /^taxonomy_http_connections_open 0$/m.test(text()))
      yield* servesOthers
      assert.match(text(), /^taxonomy_http_requests_in_flight 0$/m)
    }).pipe(Effect.provide(serverWith({ idleTimeoutMillis: 300 })))
  )
})
