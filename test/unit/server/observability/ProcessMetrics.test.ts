import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { combinationOf } from "../../../../src/server/observability/ObservedMetrics.ts"
import { registerProcessMetrics, registerThreadMetrics } from "../../../../src/server/observability/ProcessMetrics.ts"

it.effect("combines the longest delay of several threads to the longest, and all else to a sum", () =>
  Effect.gen(function* () {
    yield* registerThreadMetrics
    yield* registerProcessMetrics("1.2.3")
    const snapshots = yield* Metric.snapshot
    const names = snapshots.map(({ id }) => id).filter((id) => /^(?:nodejs|process)_/.test(id))
    assert.includeMembers(names, ["nodejs_heap_size_used_bytes", "process_start_time_seconds"])
    assert.deepStrictEqual(
      names.filter((name) => combinationOf(name) !== "sum"),
      ["nodejs_eventloop_lag_max_seconds"]
    )
    assert.strictEqual(combinationOf("nodejs_eventloop_lag_max_seconds"), "max")
  })
)
