import * as Effect from "effect/Effect"

/**
 * Runs steps to their result in slices of a few milliseconds, between which requests get their turn. Each step must be
 * short. Interruption ends it between two slices.
 */
export const runInSlices = <A>(makeSteps: () => Generator<unknown, A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const steps = makeSteps()
    const runSlice: Effect.Effect<A> = Effect.suspend(() => {
      const end = performance.now() + sliceMillis
      for (;;) {
        const step = steps.next()
        if (step.done === true) return Effect.succeed(step.value)
        if (performance.now() >= end) return Effect.andThen(Effect.yieldNow, runSlice)
      }
    })
    return runSlice
  })

const sliceMillis = 4
