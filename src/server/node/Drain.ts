import type { Server as HttpServer } from "node:http"
import { Server as NetServer } from "node:net"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schedule from "effect/Schedule"
import type { Connections } from "./Connections.ts"

export interface DrainTimes {
  /** In which new connections are still accepted, so that load balancers see the health and turn away. None if unset. */
  readonly delay?: Duration.Input
  /** After that, in which a connection that is kept may send one more request. Half a second if unset. */
  readonly grace?: Duration.Input
  /** As long as the grace and longer, until everything ends that is still open. Ten seconds if unset. */
  readonly patience?: Duration.Input
}

/**
 * Ends a server without failing anybody: first only health and readiness say so; then there are no new connections but
 * those that the system has made already; responses still under way are finished, and idle connections are closed after
 * `grace`; what is left after `patience`, such as half a request or a caller that does not read, is cut off.
 *
 * The responses sent meanwhile must say `Connection: close`. Closing idle connections at once, as Node does, would cut
 * off callers whose next request is on its way.
 */
export const drain = (
  server: HttpServer,
  connections: Connections,
  { delay = 0, grace = "500 millis", patience = "10 seconds" }: DrainTimes = {}
): Effect.Effect<void> => {
  const closed = Deferred.makeUnsafe<void>()
  const stopListening = Effect.callback<void>((resume) => {
    onceAllAreAccepted(server, () => {
      NetServer.prototype.close.call(server, () => Deferred.doneUnsafe(closed, Exit.void))
      resume(Effect.void)
    })
  })
  const closeIdle = Effect.callback<void>((resume) => {
    // What has come over a connection is read before this, and it is then no longer idle.
    setImmediate(() => {
      connections.closeIdle()
      resume(Effect.void)
    })
  }).pipe(Effect.repeat(Schedule.spaced("50 millis")), Effect.delay(grace))
  const cutOff = Effect.sync(() => server.closeAllConnections()).pipe(Effect.delay(patience))
  // This runs where nothing can be interrupted, but the race must be able to end those that lose it.
  const racers = [Deferred.await(closed), closeIdle, cutOff].map((racer) => Effect.interruptible(Effect.asVoid(racer)))
  return Effect.delay(Effect.andThen(stopListening, Effect.raceAllFirst(racers)), delay)
}

/**
 * Calls back once no connection waits to be accepted, for those that do are reset when the server stops listening. Node
 * accepts one in each turn of the event loop, so a turn that brings none is waited for; one that was busy with something
 * else says little of what has come meanwhile. A server that has no quiet turn for long stops listening all the same.
 */
const onceAllAreAccepted = (server: HttpServer, then: () => void): void => {
  const latest = performance.now() + mostMillisOfAccepting
  let turnBegan = -Infinity
  let accepted = false
  const onConnection = () => {
    accepted = true
  }
  const look = () => {
    const now = performance.now()
    if ((!accepted && now - turnBegan < quietMillis) || now > latest) {
      server.off("connection", onConnection)
      then()
      return
    }
    accepted = false
    turnBegan = now
    setImmediate(look)
  }
  server.on("connection", onConnection)
  // Between one immediate callback and the next, all that has come is looked at once.
  setImmediate(look)
}

const mostMillisOfAccepting = 2000
const quietMillis = 0.1
