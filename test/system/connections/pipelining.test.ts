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
import { genesis } from "../../../src/domain/ledger/HashChain.ts"
import type { Authenticator } from "../../../src/keys/Authentication.ts"
import { KeyRing } from "../../../src/keys/KeyRing.ts"
import { CurrentCatalog } from "../../../src/server/catalog/CurrentCatalog.ts"
import { serveReads } from "../../../src/server/ReadServer.ts"
import { overSocket, rawAnswers } from "../server/rawAnswers.ts"
import { publishRelease, vocabulary } from "../server/releases.ts"
import { send } from "../server/request.ts"
import { waitUntil } from "../server/TestServer.ts"

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
          status: () => ({ reason: undefined, ageMillis: 0, active: 1, expiringSoon: 0, ledgerHash: genesis.hash })
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

const health = "GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n"

const large = "GET /api/taxonomy/v1/schema?envelope=true HTTP/1.1\r\nHost: a\r\n\r\n"

describe("a client that pipelines many requests", () => {
  it.live.each([16, 17, 40, 200, 2000])(
    "of which %i arrive at once has each answered or the connection closed",
    (count) =>
      Effect.gen(function* () {
        const { metrics, port, statuses } = yield* server
        const received = yield* overSocket(
          port,
          `${health.repeat(count - 1)}${health.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")}`
        )
        const answered = received.split(/(?=HTTP\/1\.1 )/).length - (received === "" ? 1 : 0)
        assert.isTrue(count <= 16 ? answered === count : answered <= 16, `${answered} answers`)
        if (count <= 16)
          assert.deepStrictEqual(
            rawAnswers(received).map(({ status }) => status),
            statuses
          )
        assert.isAtMost(statuses.length, 16)
        const dropped = Number(/^taxonomy_http_requests_dropped_total (\d+)$/m.exec(metrics())?.[1])
        assert.isAtMost(dropped, Math.max(0, count - 17))
        assert.strictEqual((yield* send(port, "/api/health")).status, 200)
      }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("gets all responses if at most 16 are unanswered, however many there are", () =>
    Effect.gen(function* () {
      const { port, statuses } = yield* server
      const socket = yield* connection(port)
      let received = ""
      socket.on("data", (chunk) => (received += String(chunk)))
      socket.resume()
      for (let sent = 16; sent <= 1600; sent += 16) {
        socket.write(health.repeat(16))
        yield* waitUntil(() => received.split("HTTP/1.1 200 OK").length > sent)
      }
      assert.strictEqual(rawAnswers(received).length, 1600)
      assert.strictEqual(statuses.length, 1600)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("leaves nothing behind if the connection is lost", () =>
    Effect.gen(function* () {
      const { decided, metrics, port } = yield* server
      const socket = yield* connection(port)
      socket.write(large.repeat(16))
      yield* waitUntil(() => decided() === 16)
      socket.destroy()
      yield* waitUntil(() => /^taxonomy_http_connections_open 0$/m.test(metrics()))
      assert.match(metrics(), /^taxonomy_http_requests_in_flight 0$/m)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("keeps the server alive with requests of all kinds behind the seventeenth", () =>
    Effect.gen(function* () {
      const { port } = yield* server
      const behind = [
        "POST /api/health HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody",
        "POST /api/health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
        "GET /api/health HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
        "GET /api/health HTTP/1.1\r\nHost: a\r\nExpect: a\r\n\r\n",
        "GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
        "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
        "What is this?\r\n\r\n"
      ]
      for (const last of ["", ...behind])
        yield* overSocket(port, `${health.repeat(17)}${behind.slice(0, 5).join("").repeat(30)}${last}`)
      assert.strictEqual((yield* send(port, "/api/health")).status, 200)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("gets the responses of what is before an error, which ends the pipeline", () =>
    Effect.gen(function* () {
      const { port } = yield* server
      const headers = Array.from({ length: 150 }, (_, index) => `X-${index}: a\r\n`).join("")
      const last: ReadonlyArray<readonly [sent: string, status: number]> = [
        [`POST /api/health HTTP/1.1\r\nHost: a\r\nContent-Length: ${health.length}\r\n\r\n${health}`, 405],
        [`GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`, 431],
        ["GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200]
      ]
      const statusesOf = (sent: string) =>
        Effect.map(overSocket(port, sent), (received) => rawAnswers(received).map(({ status }) => status))
      for (const count of [0, 1, 14]) {
        const before = Array.from({ length: count }, () => 200)
        for (const [sent, status] of last) {
          assert.deepStrictEqual(yield* statusesOf(`${health.repeat(count)}${sent}`), [...before, status])
        }
        // Behind a response in progress, what the parser refuses closes the connection without a word.
        const malformed = yield* statusesOf(`${health.repeat(count)}What is this?\r\n\r\n${health}`)
        assert.deepStrictEqual(malformed, count === 0 ? [400] : before.slice(0, malformed.length))
      }
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
