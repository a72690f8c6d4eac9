import { createServer, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { makeRedisConnector } from "../../../src/limits/redis/RedisConnection.ts"
import { addressOf, eventually, listening, quiet } from "./redis.ts"

/** Lets sockets and fibers go on for a moment, in which the clock of the connector stands still. */
const aMoment = TestClock.withLive(Effect.sleep("20 millis"))

/** A connector to a server that accepts connections and says nothing, which is enough for the probe of this test. */
const connected = Effect.gen(function* () {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on("error", () => undefined)))
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      server.close()
      for (const socket of sockets) socket.destroy()
    })
  )
  const port = yield* Effect.promise(() => listening(server))
  const connection = yield* makeRedisConnector({
    address: addressOf(`redis://127.0.0.1:${port}`),
    consequence: "this test goes on",
    probe: () => Effect.void
  })
  const reconnected = TestClock.withLive(eventually(() => connection() !== undefined))
  yield* reconnected
  const end = Effect.andThen(
    Effect.sync(() => connection()?.end("the test ends it")),
    aMoment
  )
  return { connection, end, reconnected }
})

describe("makeRedisConnector", () => {
  it.effect("waits twice as long after each further short connection, and about two seconds at most", () =>
    Effect.gen(function* () {
      const { connection, end, reconnected } = yield* connected
      for (const millis of [100, 200, 400, 800, 1600, 2000, 2000]) {
        yield* end
        // The delays are jittered by a fifth.
        yield* TestClock.adjust(0.8 * millis - 1)
        yield* aMoment
        assert.isUndefined(connection(), `${millis} ms`)
        yield* TestClock.adjust(0.4 * millis + 2)
        yield* reconnected
      }
    }).pipe(Effect.provide(quiet))
  )

  it.effect("connects again at once after a connection that lasted for ten seconds", () =>
    Effect.gen(function* () {
      const { end, reconnected } = yield* connected
      for (let round = 0; round < 3; round++) {
        yield* TestClock.adjust("10 seconds")
        yield* end
        yield* reconnected
      }
    }).pipe(Effect.provide(quiet))
  )
})
