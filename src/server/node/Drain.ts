import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schedule from "effect/Schedule"
import type { Connections } from "./Connections.ts"
import type { NodeServer } from "./NodeServer.ts"

export interface DrainTimes {
  /** How long new connections are still accepted, so that load balancers see the failing health check. Default: 0. */
  readonly delay?: Duration.Input
  /** After the delay, how long a kept connection may send one more request. Default: 500 ms. */
  readonly grace?: Duration.Input
  /** After the delay, how long until every open connection is destroyed. Default: 10 s. */
  readonly patience?: Duration.Input
}

/**
 * Shuts a server down without failing a client. For `delay` only health and readiness change. Then no new connections
 * are accepted apart from those that the operating system has established already. Responses in progress are finished,
 * and idle connections are closed after `grace`. What is left after `patience`, such as half a request or a client that
 * does not read, is destroyed.
 *
 * Responses sent meanwhile must say `Connection: close`. Closing idle connections at once, as Node does, would fail
 * clients whose next request is on its way.
 */
export const drain = Effect.fnUntraced(function* (
  server: NodeServer,
  connections: Connections,
  { delay = 0, grace = "500 millis", patience = "10 seconds" }: DrainTimes = {}
) {
  const clock = yield* Clock.Clock
  const closed = Deferred.makeUnsafe<void>()
  const stopListening = Effect.callback<void>((resume) => {
    whenAcceptQueueIsEmpty(server, clock, () => {
      server.stopListening(() => Deferred.doneUnsafe(closed, Exit.void))
      resume(Effect.void)
    })
  })
  const closeIdle = Effect.callback<void>((resume) => {
    // Bytes that have arrived are read before this, and make their connection busy.
    setImmediate(() => {
      connections.closeIdle()
      resume(Effect.void)
    })
  }).pipe(Effect.repeat(Schedule.spaced("50 millis")), Effect.delay(grace))
  const destroyAll = Effect.sync(() => connections.destroyAll()).pipe(Effect.delay(patience))
  // This runs in an uninterruptible region, but the race must be able to interrupt its losers.
  const racers = [Deferred.await(closed), closeIdle, destroyAll].map((racer) =>
    Effect.interruptible(Effect.asVoid(racer))
  )
  yield* Effect.delay(Effect.andThen(stopListening, Effect.raceAllFirst(racers)), delay)
})

/**
 * Calls back when no connection waits to be accepted, since those are reset when the server stops listening. Node
 * accepts one in each turn of the event loop, so this waits for a short turn without a new connection; a long turn says
 * little about what has arrived meanwhile. A server without such a turn stops after two seconds.
 */
const whenAcceptQueueIsEmpty = (server: NodeServer, clock: Clock.Clock, then: () => void): void => {
  const monotonicMillis = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  const latest = monotonicMillis() + maxAcceptMillis
  let turnStart = -Infinity
  let hasAccepted = false
  const onConnection = () => {
    hasAccepted = true
  }
  const checkTurn = () => {
    const now = monotonicMillis()
    if ((!hasAccepted && now - turnStart < quietTurnMillis) || now > latest) {
      server.off("connection", onConnection)
      then()
      return
    }
    hasAccepted = false
    turnStart = now
    setImmediate(checkTurn)
  }
  server.on("connection", onConnection)
  // Between two immediate callbacks, the event loop polls once for everything that has arrived.
  setImmediate(checkTurn)
}

const maxAcceptMillis = 2000
const quietTurnMillis = 0.1
