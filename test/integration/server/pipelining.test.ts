import { connect, type Socket } from "node:net"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as NetAddress from "effect/net/NetAddress"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import type { Authenticator } from "../../../src/keys/Authentication.ts"
import { KeyRing } from "../../../src/keys/KeyRing.ts"
import { CurrentCatalog } from "../../../src/server/catalog/CurrentCatalog.ts"
import { serveReads } from "../../../src/server/ReadServer.ts"
import { overSocket, rawAnswers } from "./rawAnswers.ts"
import { publishRelease, vocabulary } from "./releases.ts"
import { send } from "./request.ts"
import { waitUntil } from "./TestServer.ts"

/** A server with a large body, and how many of its requests have come as far as their key. */
const server = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const releases = `${yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })}/releases`
  yield* publishRelease(releases, "1.0.0", { ...vocabulary("EDU"), description: "It is long. ".repeat(80_000).trim() })
  const statuses: Array<number> = []
  let decided = 0
  const authenticate: Authenticator = () => {
    decided += 1
    return { _tag: "Accepted", keyPrefix: "nil_00000000", tier: "enterprise" }
  }
  const registry: Metric.MetricRegistry = new Map()
  const address = yield* serveReads({
    host: "127.0.0.1",
    port: 0,
    basePath: "/api/taxonomy",
    upgradeUrl: "",
    log: ({ status }) => statuses.push(status)
  }).pipe(
    Effect.provideService(Metric.MetricRegistry, registry),
    Effect.provide(
      Layer.merge(
        CurrentCatalog.layer(releases),
        Layer.succeed(KeyRing, {
          authenticate,
          status: () => ({ reason: undefined, ageMillis: 0, active: 1, expiringSoon: 0 })
        })
      )
    )
  )
  const port = NetAddress.isUnixPathAddress(address) ? 0 : address.port
  const metrics = () => PrometheusMetrics.formatUnsafe(Context.make(Metric.MetricRegistry, registry))
  return { port, statuses, metrics, decided: () => decided }
})

const connection = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed(socket)))
      socket.on("error", () => undefined)
      socket.setEncoding("latin1")
      socket.pause()
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

const ids = Array.from({ length: 100 }, (_, index) => `request-${index}`)

const pipelined = ids
  .map((id) => `GET /api/taxonomy/v1/schema?envelope=true HTTP/1.1\r\nHost: a\r\nX-Request-ID: ${id}\r\n\r\n`)
  .join("")

describe("a client that pipelines many requests", () => {
  it.live("has each request decided after the previous response is flushed, and all answered in order", () =>
    Effect.gen(function* () {
      const { decided, port } = yield* server
      const socket = yield* connection(port)
      socket.write(`${pipelined}GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
      yield* waitUntil(() => decided() > 0)
      assert.strictEqual((yield* send(port, "/api/health")).status, 200)
      // What the system takes of the connection is some megabytes.
      assert.isBelow(decided(), 30)
      let received = ""
      socket.on("data", (chunk) => (received += String(chunk)))
      socket.resume()
      yield* waitUntil(() => socket.closed)
      const answers = rawAnswers(received).slice(0, -1)
      assert.deepStrictEqual(
        answers.map(({ headers }) => headers.get("x-request-id")),
        ids
      )
      assert.isTrue(answers.every(({ body, status }) => status === 200 && body.length > 900_000))
      assert.strictEqual(decided(), ids.length)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("leaves nothing behind if the connection is lost", () =>
    Effect.gen(function* () {
      const { decided, metrics, port, statuses } = yield* server
      const socket = yield* connection(port)
      socket.write(pipelined)
      yield* waitUntil(() => decided() > 0)
      socket.destroy()
      yield* waitUntil(() => statuses.at(-1) === 499 && /^taxonomy_http_pipelined_bytes 0$/m.test(metrics()))
      assert.isBelow(decided(), 30)
      assert.match(metrics(), /^taxonomy_http_unread_bytes 0$/m)
      assert.match(metrics(), /^taxonomy_http_requests_in_flight 0$/m)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("gets every response, however many there are", () =>
    Effect.gen(function* () {
      const { port, statuses } = yield* server
      const socket = yield* connection(port)
      let received = ""
      socket.on("data", (chunk) => (received += String(chunk)))
      socket.resume()
      const one = "GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n"
      socket.write(`${one.repeat(4999)}GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
      yield* waitUntil(() => socket.closed && statuses.length >= 5000)
      assert.strictEqual(rawAnswers(received).length, 5000)
      assert.strictEqual(statuses.length, 5000)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("gets the same for what ends a pipeline, wherever it is in the pipeline", () =>
    Effect.gen(function* () {
      const { port } = yield* server
      const health = "GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n"
      const headers = Array.from({ length: 150 }, (_, index) => `X-${index}: a\r\n`).join("")
      const last: ReadonlyArray<readonly [sent: string, status: number]> = [
        [`POST /api/health HTTP/1.1\r\nHost: a\r\nContent-Length: ${health.length}\r\n\r\n`, 405],
        ["CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", 405],
        ["GET /api/health HTTP/1.1\r\nHost: a\r\nExpect: a\r\n\r\n", 417],
        ["What is this?\r\n\r\n", 400],
        [`GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`, 431],
        ["GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200]
      ]
      // The seventeenth that waits is the first one that does so unparsed.
      const positions = [0, 1, 16, 17, 18, 34, 35]
      for (const [sent, status] of last) {
        const received = yield* Effect.forEach(
          positions,
          (count) => overSocket(port, `${health.repeat(count)}${sent}${health}`),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(
          received.map((text) => rawAnswers(text).map((answer) => answer.status)),
          positions.map((count) => [...Array.from({ length: count }, () => 200), status])
        )
      }
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
