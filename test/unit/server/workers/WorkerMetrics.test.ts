import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { registerObserved } from "../../../../src/server/observability/ObservedMetrics.ts"
import { makeWorkerMetrics } from "../../../../src/server/workers/coordinator/WorkerMetrics.ts"
import { measureThread } from "../../../../src/server/workers/thread/MeasureThread.ts"

/** What a thread measures that has counted so many requests and has so many connections. */
const thread = (requests: number, connections: number) =>
  Effect.gen(function* () {
    yield* Metric.update(Metric.counter("requests_total", { incremental: true }), requests)
    yield* Metric.update(Metric.histogram("seconds", { boundaries: [1, 2] }), requests)
    yield* registerObserved([{ name: "connections", description: "Open", read: () => connections }])
    return measureThread(yield* Effect.context())
  }).pipe(
    Effect.scoped,
    Effect.provideServiceEffect(
      Metric.MetricRegistry,
      Effect.sync(() => new Map())
    )
  )

describe("the metrics of workers", () => {
  it.effect("are sums, with what the coordinator has counted itself", () =>
    Effect.gen(function* () {
      const metrics = makeWorkerMetrics(yield* Metric.MetricRegistry)
      yield* Metric.update(Metric.counter("requests_total", { incremental: true }), 1)
      metrics.put(1, yield* thread(10, 3))
      metrics.put(2, yield* thread(20, 4))
      assert.deepStrictEqual(yield* values, { requests_total: 31, seconds: 2, connections: 7 })
      metrics.put(2, yield* thread(25, 0))
      assert.deepStrictEqual(yield* values, { requests_total: 36, seconds: 2, connections: 3 })
    }).pipe(
      Effect.provideServiceEffect(
        Metric.MetricRegistry,
        Effect.sync(() => new Map())
      )
    )
  )

  it.effect("keep the counts of a worker that has ended, and not its gauges", () =>
    Effect.gen(function* () {
      const metrics = makeWorkerMetrics(yield* Metric.MetricRegistry)
      metrics.put(1, yield* thread(10, 3))
      metrics.put(2, yield* thread(20, 4))
      metrics.retire(1)
      assert.deepStrictEqual(yield* values, { requests_total: 30, seconds: 2, connections: 4 })
      metrics.put(3, yield* thread(5, 1))
      metrics.retire(2)
      metrics.retire(3)
      assert.deepStrictEqual(yield* values, { requests_total: 35, seconds: 3, connections: 0 })
    }).pipe(
      Effect.provideServiceEffect(
        Metric.MetricRegistry,
        Effect.sync(() => new Map())
      )
    )
  )
})

const values = Effect.map(Metric.snapshot, (snapshots) =>
  Object.fromEntries(
    snapshots.map(({ id, state }) => [id, "value" in state ? state.value : "count" in state ? state.count : undefined])
  )
)
