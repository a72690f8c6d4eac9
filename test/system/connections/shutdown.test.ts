import { connect, type Socket } from "node:net"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as NetAddress from "effect/net/NetAddress"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { genesis } from "../../../src/domain/ledger/HashChain.ts"
import { KeyRing } from "../../../src/keys/KeyRing.ts"
import { CurrentCatalog } from "../../../src/server/catalog/CurrentCatalog.ts"
import type { DrainTimes } from "../../../src/server/node/Connections.ts"
import { serveReads, type Phase } from "../../../src/server/ReadServer.ts"
import { rawAnswers } from "../server/rawAnswers.ts"
import { publishRelease, vocabulary } from "../server/releases.ts"
import { send } from "../server/request.ts"
import { waitUntil } from "../server/TestServer.ts"

/** A server in a scope of its own, whose every caller has a key. */
const serverIn = Effect.fnUntraced(function* (
  scope: Scope.Scope,
  authenticate: KeyRing["Service"]["authenticate"],
  drainTimes: DrainTimes = {},
  onPhase: (phase: Phase) => void = () => undefined
) {
  const fs = yield* FileSystem.FileSystem
  const releases = `${yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })}/releases`
  yield* publishRelease(releases, "1.0.0", vocabulary("EDU"))
  const services = Layer.merge(
    CurrentCatalog.layer(releases),
    Layer.succeed(KeyRing, {
      authenticate,
      status: () => ({ reason: undefined, ageMillis: 0, active: 1, expiringSoon: 0, ledgerHash: genesis.hash })
    })
  )
  const address = yield* serveReads({
    host: "127.0.0.1",
    port: 0,
    basePath: "/api/taxonomy",
    upgradeUrl: "",
    log: () => undefined,
    drainTimes,
    onPhase
  }).pipe(Effect.provide(services), Scope.provide(scope))
  return NetAddress.isUnixPathAddress(address) ? 0 : address.port
})

const accepted = {
  _tag: "Accepted",
  keyPrefix: "nil_00000000",
  tier: "enterprise"
} as const

/** A connection that stays open, with what has come over it. */
interface Connection {
  readonly socket: Socket
  readonly received: () => string
  /** Waits for a text, by whatever clock. */
  readonly receives: (text: string) => Effect.Effect<void>
}

const connection = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<Connection>((resume) => {
      let received = ""
      const receives = (text: string) =>
        Effect.callback<void>((resume) => {
          const look = () => received.includes(text) && resume(Effect.void)
          socket.on("data", look)
          look()
        })
      const socket = connect(port, "127.0.0.1", () =>
        resume(Effect.succeed({ socket, received: () => received, receives }))
      )
      socket.on("data", (chunk) => (received += String(chunk)))
      socket.on("error", () => undefined)
    }),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )

/** What becomes of a new connection: the code of its error. */
const refused = (port: number) =>
  Effect.callback<string | undefined>((resume) => {
    const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed("accepted")))
    socket.on("error", (error: NodeJS.ErrnoException) => resume(Effect.succeed(error.code)))
    return Effect.sync(() => socket.destroy())
  })

const health = "GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n"

/** A connection to a server that waits 200 ms for what is left. */
const connectionToImpatient = Effect.gen(function* () {
  const scope = yield* Scope.make()
  const port = yield* serverIn(scope, () => accepted, { grace: Duration.millis(10), patience: Duration.millis(200) })
  const { socket } = yield* connection(port)
  return { scope, port, socket }
})

describe("a server that shuts down", () => {
  it.effect("answers one more request on a kept connection with its draining health, and closes it", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const port = yield* serverIn(scope, () => accepted, { grace: "1 second" })
      const { receives, received, socket } = yield* connection(port)
      socket.write(health)
      yield* receives('"status":"ok"')
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* Effect.yieldNow
      socket.write(health)
      yield* receives('"status":"draining"')
      assert.match(received(), /HTTP\/1\.1 503 [^]*\r\nConnection: close\r\n/)
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(closing)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("accepts connections during the drain delay, with a failing health check", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const phases: Array<string> = []
      const port = yield* serverIn(
        scope,
        () => accepted,
        { delay: "1 second", grace: 0 },
        (phase) => phases.push(phase)
      )
      assert.deepStrictEqual(phases, ["serving"])
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* Effect.yieldNow
      assert.deepStrictEqual(phases, ["serving", "draining"])
      const unhealthy = yield* send(port, "/api/health")
      assert.strictEqual(unhealthy.status, 503)
      const served = yield* send(port, "/api/taxonomy/v1/schema", { headers: { Authorization: "Bearer a" } })
      assert.strictEqual(served.status, 200)
      assert.strictEqual(served.headers.connection, "close")
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(closing)
      assert.strictEqual(yield* refused(port), "ECONNREFUSED")
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("waits a bounded time for a client that does not read", () =>
    Effect.gen(function* () {
      const { port, scope, socket } = yield* connectionToImpatient
      socket.pause()
      const one = "GET /api/taxonomy/v1/schema HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\n\r\n"
      socket.write(one.repeat(1000))
      yield* waitUntil(() => socket.bytesWritten > 0 && socket.writableLength === 0)
      yield* Scope.close(scope, Exit.void)
      assert.strictEqual(yield* refused(port), "ECONNREFUSED")
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("does not wait for idle connections", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const port = yield* serverIn(scope, () => accepted, { grace: Duration.millis(10), patience: Duration.minutes(1) })
      const { received, socket } = yield* connection(port)
      socket.write(health)
      yield* waitUntil(() => received().includes('"status":"ok"'))
      yield* Scope.close(scope, Exit.void)
      yield* waitUntil(() => socket.closed)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("answers a request of which half had arrived after an earlier one", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const port = yield* serverIn(scope, () => accepted, { grace: 0, patience: Duration.minutes(1) })
      const { received, socket } = yield* connection(port)
      const idle = yield* connection(port)
      socket.write(health)
      idle.socket.write(health)
      yield* waitUntil(() => received().includes('"status":"ok"') && idle.received().includes('"status":"ok"'))
      socket.write(health.slice(0, -2))
      // A later exchange shows that the server has read what came before.
      idle.socket.write(health)
      yield* waitUntil(() => rawAnswers(idle.received()).length === 2)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      // By then, idle connections are closed.
      yield* waitUntil(() => idle.socket.closed)
      assert.isFalse(socket.closed)
      socket.write(health.slice(-2))
      yield* waitUntil(() => received().includes('"status":"draining"'))
      yield* Fiber.join(closing)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live.each(["", "GET /api/health HTTP/1.1\r\nHost:"])(
    "waits a bounded time for a request of which '%s' came",
    (part) =>
      Effect.gen(function* () {
        const { scope, socket } = yield* connectionToImpatient
        socket.write(part)
        yield* Scope.close(scope, Exit.void)
        yield* waitUntil(() => socket.closed)
      }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("a defect", () => {
  it.live("is answered in JSON with the request id, and logged with it", () =>
    Effect.gen(function* () {
      let logged = ""
      const logger = Logger.layer([
        Logger.map(Logger.formatJson, (line) => {
          logged += line
        })
      ])
      const port = yield* serverIn(yield* Effect.scope, () => {
        throw new RangeError("a mistake")
      }).pipe(Effect.provide(logger))
      const headers = { "X-Request-ID": "the-broken-one" }
      const received = yield* send(port, "/api/taxonomy/v1/schema", { headers })
      assert.strictEqual(received.status, 500)
      assert.deepStrictEqual(received.json, {
        error: "Internal Server Error",
        message: "The request could not be answered",
        request_id: "the-broken-one"
      })
      assert.include(received.headers, {
        "content-type": "application/json",
        "cache-control": "no-store",
        "x-request-id": "the-broken-one",
        "access-control-allow-origin": "*"
      })
      yield* waitUntil(() => logged.includes("the-broken-one") && logged.includes("a mistake"))
      assert.strictEqual((yield* send(port, "/api/health")).status, 200)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
