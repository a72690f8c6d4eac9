import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"
import { registerObserved } from "../platform/ProcessMetrics.ts"
import { makeUsageCounter, type UsageCounter } from "./UsageCounter.ts"
import { addUsage, type KeyUsage, type UsageDeltas, type Use, type UseKind } from "./UsageDeltas.ts"
import type { UsageStore } from "./UsageStore.ts"

/** Collects the usage that a server counts, and writes it to a store. */
export interface UsageRecorder extends Pick<UsageStore, "read" | "readUses"> {
  readonly counter: UsageCounter
}

export interface UsageRecorderOptions {
  readonly store: UsageStore & Partial<Pick<UsageCounter, "forgotten">>
  /** How many keys, and how many uses, are written in one call. */
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

  const countUses = yield* makeUseMetrics

  const remember = (keys: UsageDeltas["keys"]): void => {
    for (const [keyPrefix, usage] of keys) {
      const known = recent.get(keyPrefix)
      recent.set(keyPrefix, known === undefined ? usage : addUsage(known, usage))
    }
  }

  const flush: Effect.Effect<void> = Effect.gen(function* () {
    const { keys, uses } = counter.take()
    remember(keys)
    for (let start = 0; start < Math.max(keys.length, uses.length); start += batchSize) {
      const end = start + batchSize
      const batch = { keys: keys.slice(start, end), uses: uses.slice(start, end) }
      yield* Effect.tapError(store.add(batch), () =>
        Effect.sync(() => counter.add({ keys: keys.slice(start), uses: uses.slice(start) }))
      )
      countUses(batch.uses)
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
    ],
    taxonomy_usage_forgotten_total: [
      "Uses of a release or a deprecated item by a key on a day whose count was given up for lack of room",
      () => counter.forgotten() + (store.forgotten?.() ?? 0)
    ]
  })
  yield* Effect.addFinalizer(() => flush)
  yield* Effect.forkScoped(Effect.repeat(flush, Schedule.spaced(flushInterval)))
  return {
    counter,
    // With what is not written yet.
    read: (keyPrefix) => Effect.andThen(flush, store.read(keyPrefix)),
    readUses: (period) => Effect.andThen(flush, store.readUses(period))
  } satisfies UsageRecorder
})

/**
 * Makes a function that counts uses in metrics, when they are written: by release and by deprecated item, not by key. Both
 * lists are those of the taxonomy. What comes after the first names of them is counted together.
 */
const makeUseMetrics = Effect.map(Effect.context(), (context) => {
  const series = new Map<string, Metric.Counter<number>>()
  const makeSeries = (kind: UseKind, name: string) =>
    kind === "deprecated"
      ? Metric.counter("taxonomy_deprecated_requests_total", {
          description: "Requests of accepted keys that named a deprecated item",
          attributes: { item: name },
          incremental: true
        })
      : Metric.counter("taxonomy_release_requests_total", {
          description: "Requests of accepted keys by the release that answered, and whether they pinned it",
          attributes: { release: name, pinned: String(kind === "pinned") },
          incremental: true
        })
  return (uses: ReadonlyArray<Use>): void => {
    for (const { kind, name, requests } of uses) {
      const id = `${kind} ${name}`
      const known = series.get(id) ?? makeSeries(kind, series.size < maxSeries ? name : "other")
      series.set(id, known)
      known.updateUnsafe(requests, context)
    }
  }
})

const maxSeries = 200

const flushInterval = "5 seconds"

const hourMillis = 3_600_000
const dayMillis = 86_400_000
