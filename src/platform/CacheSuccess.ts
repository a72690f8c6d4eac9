import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"

/**
 * Makes an effect that runs once for all callers, and again after a failure: a process that lacks file descriptors or
 * memory for a moment must not answer with the same failure until it restarts. It goes on if all callers leave, unlike
 * `Effect.cached`: clients that ask and leave would otherwise have it begin without end.
 */
export const cacheSuccess = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Effect.Effect<A, E, R>> =>
  Effect.sync(() => {
    let run: Fiber.Fiber<A, E> | undefined
    const hasFailed = (): boolean => {
      const exit = run?.pollUnsafe()
      return exit !== undefined && Exit.isFailure(exit)
    }
    return Effect.contextWith((context) => {
      if (run === undefined || hasFailed()) run = Effect.runForkWith(context)(effect)
      return Fiber.join(run)
    })
  })
