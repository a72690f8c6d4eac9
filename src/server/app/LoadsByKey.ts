import * as Effect from "effect/Effect"
import * as RcMap from "effect/RcMap"
import * as Semaphore from "effect/Semaphore"

/** Runs what loads or makes the content of a request, one at a time for each API key. */
export type LoadsByKey = <A, E>(key: string, load: Effect.Effect<A, E>) => Effect.Effect<A, E>

/**
 * Keeps one key, whatever its limits, from taking the turns of others: all together have few. A turn lasts until the work
 * is done, even if the client has left.
 */
export const makeLoadsByKey = Effect.gen(function* () {
  const permits = yield* RcMap.make({ lookup: (_key: string) => Semaphore.make(1) })
  const loads: LoadsByKey = (key, load) =>
    Effect.scoped(
      Effect.flatMap(RcMap.get(permits, key), (permit) => permit.withPermits(1)(Effect.uninterruptible(load)))
    )
  return loads
})
