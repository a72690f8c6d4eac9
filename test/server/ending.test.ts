import { connect, type Socket } from "node:net"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as NetAddress from "effect/net/NetAddress"
import * as Scope from "effect/Scope"
import { KeyRing } from "../../src/keys/KeyRing.ts"
import { CurrentCatalog } from "../../src/server/CurrentCatalog.ts"
import type { DrainTimes } from "../../src/server/Drain.ts"
import { serveReads } from "../../src/server/ReadServer.ts"
import { publishRelease, vocabulary } from "./releases.ts"
import { send } from "./request.ts"
import { waitUntil } from "./TestServer.ts"

/** A server in a scope of its own, whose every caller has a key. */
const serverIn = Effect.fnUntraced(function* (
  scope: Scope.Scope,
  authenticate: KeyRing["Service"]["authenticate"],
  drainTimes: DrainTimes = {}
) {
  const fs = yield* FileSystem.FileSystem
  const releases = `${yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })}/releases`
  yield* publishRelease(releases, "1.0.0", vocabulary("EDU"))
  const services = Layer.merge(CurrentCatalog.layer(releases), Layer.succeed(KeyRing, { authenticate }))
  const address = yield* serveReads({
    host: "127.0.0.1",
    port: 0,
    basePath: "/api/taxonomy",
    upgradeUrl: "",
    log: () => undefined,
    drainTimes
  }).pipe(Effect.provide(services), Scope.provide(scope))
  return NetAddress.isUnixPathAddress(address) ? 0 : address.port
})

const accepted = {
  _tag: "Accepted",
  identifier: "nil_00000000",
  tier: "enterprise",
  organization: "A studio"
} as const

/** A connection that stays open, with what has come over it. */
const connection = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly socket: Socket; readonly received: () => string }>((resume) => {
      let received = ""
      const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed({ socket, received: () => received })))
      socket.on("data", (chunk) => (received += String(chunk)))
      socket.on("error", () => undefined)
    }),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )

const health = "GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n"

describe("a server that ends", () => {
  it.live("answers a kept connection once more, says that it is draining, and closes it", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const port = yield* serverIn(scope, () => accepted, { grace: Duration.seconds(30) })
      const { received, socket } = yield* connection(port)
      socket.write(health)
      yield* waitUntil(() => received().includes('"status":"ok"'))
      const closing = yield* Effect.forkChild(Scope.close(scope, yield* Effect.exit(Effect.void)))
      yield* Effect.yieldNow
      socket.write(health)
      yield* waitUntil(() => received().includes('"status":"draining"'))
      assert.match(received(), /HTTP\/1\.1 503 [^]*\r\nConnection: close\r\n/)
      yield* Fiber.join(closing)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("does not wait for connections that are idle", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const port = yield* serverIn(scope, () => accepted, { grace: Duration.millis(10), patience: Duration.minutes(1) })
      const { received, socket } = yield* connection(port)
      socket.write(health)
      yield* waitUntil(() => received().includes('"status":"ok"'))
      yield* Scope.close(scope, yield* Effect.exit(Effect.void))
      yield* waitUntil(() => socket.closed)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("waits only so long for a caller that never finishes", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const port = yield* serverIn(scope, () => accepted, {
        grace: Duration.millis(10),
        patience: Duration.millis(200)
      })
      const { socket } = yield* connection(port)
      socket.write("GET /api/health HTTP/1.1\r\nHost:")
      yield* Scope.close(scope, yield* Effect.exit(Effect.void))
      yield* waitUntil(() => socket.closed)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("a mistake in the program", () => {
  it.live("is answered in JSON with the id of the request, and logged with it", () =>
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
