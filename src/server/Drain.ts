import type { Server as HttpServer } from "node:http"
import { Server as NetServer } from "node:net"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/**
 * Ends a server without failing anybody: no new connections; responses still under way are finished; idle connections
 * are closed after `grace`; what is left after `patience` is cut off.
 *
 * The responses sent meanwhile must say `Connection: close`. Closing idle connections at once, as Node does, would cut
 * off callers whose next request is on its way.
 */
export const drain = (
  server: HttpServer,
  { grace = Duration.millis(500), patience = Duration.seconds(10) }: DrainTimes = {}
): Effect.Effect<void> => {
  const closed = Effect.callback<void>((resume) => {
    NetServer.prototype.close.call(server, () => resume(Effect.void))
  })
  const closeIdle = Effect.sync(() => server.closeIdleConnections()).pipe(
    Effect.repeat(Schedule.spaced(Duration.millis(50))),
    Effect.delay(grace)
  )
  const cutOff = Effect.sync(() => server.closeAllConnections()).pipe(Effect.delay(patience))
  // This runs where nothing can be interrupted, but the race must be able to end those that lose it.
  return Effect.raceAllFirst([closed, closeIdle, cutOff].map((racer) => Effect.interruptible(Effect.asVoid(racer))))
}

export interface DrainTimes {
  readonly grace?: Duration.Duration
  readonly patience?: Duration.Duration
}
