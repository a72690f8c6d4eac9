import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/**
 * Makes an effect that runs once for all callers, and again after a failure: a process that lacks file descriptors or
 * memory for a moment must not answer with the same failure until it restarts.
 */
export const cacheSuccess = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Effect.Effect<A, E, R>> =>
  Effect.cachedWithTTL(effect, (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.zero))
