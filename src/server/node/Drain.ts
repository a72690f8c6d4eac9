import type { Server } from "node:http"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Connections } from "./Connections.ts"

export interface DrainTimes {
  /** How long load balancers have to see the failing health check. Default: 0. */
  readonly delay?: Duration.Input
  /** After the delay, how long clients of open connections have for one more request. Default: 500 ms. */
  readonly grace?: Duration.Input
  /** After the grace, how long until every open connection is destroyed. Default: 10 s. */
  readonly patience?: Duration.Input
}

/**
 * Shuts a server down without failing a client. Connections are accepted for `delay` and `grace`, while every response
 * says `Connection: close`. Then Node accepts no more, closes idle and unused connections, and finishes the responses in progress.
 * What is left after `patience`, such as half a request or a client that does not read, is destroyed.
 */
export const drain = Effect.fnUntraced(function* (
  server: Server,
  { closeUnused }: Pick<Connections, "closeUnused">,
  { delay = 0, grace = "500 millis", patience = "10 seconds" }: DrainTimes = {}
) {
  yield* Effect.sleep(delay)
  yield* Effect.sleep(grace)
  const closed = Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
    closeUnused()
  })
  // This runs in an uninterruptible region, but the timeout must be able to end the wait.
  yield* Effect.interruptible(Effect.timeoutOption(Effect.interruptible(closed), patience))
  server.closeAllConnections()
})
