import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/**
 * Makes an effect that runs once for all callers, and again after a failure: a process that lacks file descriptors or
 * memory for a moment must not answer with the same failure until it restarts. A caller that is interrupted waits for its
 * end: `Effect.cached` gives it up when all have left, so clients that ask and leave would have it begin without end.
 */
export const cacheSuccess = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Effect.Effect<A, E, R>> =>
  Effect.map(
    Effect.cachedWithTTL(effect, (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.zero)),
    Effect.uninterruptible
  )
