import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { registerObserved } from "../server/observability/Metrics.ts"
import { makeUsageCounter, type UsageCounter } from "./UsageCounter.ts"
import { addUsage, type KeyUsage, type UsageDeltas } from "./UsageDeltas.ts"
import type { UsageReport } from "./UsageReport.ts"
import type { UsageStore, UsageUnavailable } from "./UsageStore.ts"

/** Collects the usage that a server counts, and writes it to a store. */
export interface UsageRecorder {
  readonly counter: UsageCounter
  /** The usage of one key, or of all keys that were used, with what is not written yet. */
  readonly read: (keyPrefix: string | undefined) => Effect.Effect<UsageReport, UsageUnavailable>
}

export interface UsageRecorderOptions {
  readonly store: UsageStore
  /** How many keys are written in one call. */
  readonly batchSize: number
}

/**
 * Writes the usage every five seconds until the scope closes, and then once more, so that a crash loses no more than five
 * seconds. What cannot be written is kept for the next time.
 */
export const makeUsageRecorder = Effect.fnUntraced(function* ({ batchSize, store }: UsageRecorderOptions) {
  const clock = yield* Clock.Clock
  const counter = makeUsageCounter()
  const recent = new Map<string, KeyUsage>()
  let failures = 0
  let isFailing = false

  const remember = (deltas: UsageDeltas): void => {
    for (const [keyPrefix, usage] of deltas) {
      const known = recent.get(keyPrefix)
      recent.set(keyPrefix, known === undefined ? usage : addUsage(known, usage))
    }
  }

  const flush: Effect.Effect<void> = Effect.gen(function* () {
    const deltas = counter.take()
    remember(deltas)
    for (let start = 0; start < deltas.length; start += batchSize) {
      yield* Effect.tapError(store.add(deltas.slice(start, start + batchSize)), () =>
        Effect.sync(() => counter.add(deltas.slice(start)))
      )
    }
    if (isFailing) yield* Effect.logInfo("The usage of API keys can be written again")
    isFailing = false
  }).pipe(
    Effect.catch(({ message }) =>
      Effect.suspend(() => {
        failures += 1
        if (isFailing) return Effect.void
        isFailing = true
        return Effect.logWarning(`${message}. It is kept in memory until it can be written`)
      })
    ),
    Effect.uninterruptible
  )

  /** The number of keys whose last request is so recent. */
  const usedWithin = (millis: number, matches: (usage: KeyUsage) => boolean = () => true): number => {
    const now = clock.currentTimeMillisUnsafe()
    let count = 0
    for (const [keyPrefix, usage] of recent) {
      const age = now - usage.lastUsedMillis
      if (age > dayMillis) recent.delete(keyPrefix)
      else if (age <= millis && matches(usage)) count += 1
    }
    return count
  }

  for (const [window, millis] of [["hour", hourMillis] as const, ["day", dayMillis] as const]) {
    const description = "API keys that this server accepted in the last hour or day"
    yield* registerObserved({ taxonomy_keys_used: [description, () => usedWithin(millis), { window }] })
  }
  yield* registerObserved({
    taxonomy_keys_near_limit: [
      "API keys used in the last hour whose last request left less than a tenth of the hourly limit",
      () => usedWithin(hourMillis, ({ isNearLimit }) => isNearLimit)
    ],
    taxonomy_usage_failed_writes_total: [
      "Failures to write the usage of API keys, which is written again later",
      () => failures
    ]
  })
  yield* Effect.addFinalizer(() => flush)
  yield* Effect.forkScoped(Effect.repeat(flush, Schedule.spaced(flushInterval)))
  return {
    counter,
    read: (keyPrefix) => Effect.andThen(flush, store.read(keyPrefix))
  } satisfies UsageRecorder
})

const flushInterval = "5 seconds"

const hourMillis = 3_600_000
const dayMillis = 86_400_000
