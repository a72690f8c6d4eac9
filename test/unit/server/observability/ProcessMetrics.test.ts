import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { registerProcessMetrics } from "../../../../src/server/observability/ProcessMetrics.ts"

it.effect("registers the metrics of the process under the names that Prometheus's clients use", () =>
  Effect.gen(function* () {
    yield* registerProcessMetrics("1.2.3")
    const names = (yield* Metric.snapshot).map(({ id }) => id)
    assert.includeMembers(names, [
      "taxonomy_build_info",
      "process_start_time_seconds",
      "nodejs_heap_size_used_bytes",
      "nodejs_eventloop_lag_max_seconds"
    ])
  })
)
