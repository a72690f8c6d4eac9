import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Semaphore from "effect/Semaphore"
import { prepareChanges, type PreparedChanges, type ReleasePair } from "./PrepareChanges.ts"

/** The changes between releases, as requests read them. */
export interface ChangesSource {
  /** The changes if they are in memory. */
  readonly peek: (pair: ReleasePair) => PreparedChanges | undefined
  /** The same, made first if they are not. Concurrent calls share the work, which ends when nobody waits for it. */
  readonly load: (pair: ReleasePair) => Effect.Effect<PreparedChanges>
}

export interface ChangesCacheOptions {
  /** Bytes of prepared changes. Default: 32 MiB. */
  readonly budget?: number
}

/**
 * Makes a cache that keeps the changes of the pairs that were asked for last within its budget; the last one stays
 * whatever its size, or each request would make it again. One pair is prepared at a time: n releases have n² pairs.
 */
export const makeChangesCache = Effect.fnUntraced(function* ({ budget = 32 * 1024 * 1024 }: ChangesCacheOptions = {}) {
  const scope = yield* Effect.scope
  const permits = yield* Semaphore.make(1)
  /** From the least to the most recently used. */
  const recent = new Map<string, PreparedChanges>()
  let recentBytes = 0
  const flights = new Map<string, Flight>()

  const keep = (key: string, prepared: PreparedChanges): void => {
    recentBytes += prepared.byteLength - (recent.get(key)?.byteLength ?? 0)
    recent.set(key, prepared)
    for (const [oldest, { byteLength }] of recent) {
      if (recentBytes <= budget || recent.size === 1) break
      recent.delete(oldest)
      recentBytes -= byteLength
    }
  }

  const find = (key: string): PreparedChanges | undefined => {
    const held = recent.get(key)
    if (held === undefined) return undefined
    recent.delete(key)
    recent.set(key, held)
    return held
  }

  const start = Effect.fnUntraced(function* (key: string, pair: ReleasePair) {
    const prepared = Deferred.makeUnsafe<PreparedChanges>()
    const prepare = permits
      .withPermits(1)(prepareChanges(pair))
      .pipe(
        Effect.tap((changes) => Effect.sync(() => keep(key, changes))),
        Effect.onExit((exit) =>
          Effect.sync(() => {
            if (flights.get(key) === flight) flights.delete(key)
            Deferred.doneUnsafe(prepared, exit)
          })
        )
      )
    const flight: Flight = { prepared, waiting: 0, fiber: yield* Effect.forkIn(Effect.interruptible(prepare), scope) }
    flights.set(key, flight)
    return flight
  })

  const leave = (key: string, flight: Flight): void => {
    flight.waiting -= 1
    if (flight.waiting > 0 || flights.get(key) !== flight) return
    flights.delete(key)
    flight.fiber.interruptUnsafe()
  }

  return {
    peek: (pair) => find(keyOf(pair)),
    load: (pair) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const key = keyOf(pair)
          const held = find(key)
          if (held !== undefined) return held
          const flight = flights.get(key) ?? (yield* start(key, pair))
          flight.waiting += 1
          return yield* Effect.ensuring(
            restore(Deferred.await(flight.prepared)),
            Effect.sync(() => leave(key, flight))
          )
        })
      )
  } satisfies ChangesSource
})

/** Changes that are being prepared. */
interface Flight {
  readonly prepared: Deferred.Deferred<PreparedChanges>
  readonly fiber: Fiber.Fiber<unknown>
  /** How many requests wait for them. */
  waiting: number
}

/** The same in every catalog that has the two releases: published bytes never change. */
const keyOf = ({ from, to }: ReleasePair): string => `${from.version} ${from.manifest} ${to.version} ${to.manifest}`
