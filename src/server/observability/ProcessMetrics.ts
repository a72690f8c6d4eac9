import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import * as Effect from "effect/Effect"
import { countOpenDescriptors, readMaxDescriptors } from "./FileDescriptors.ts"
import { counter, gauge, registerObserved, type ObservedMetric } from "./ObservedMetrics.ts"

/** Registers metrics of the process, with the names that Prometheus's own clients use. */
export const registerProcessMetrics = Effect.fnUntraced(function* (version: string) {
  const startedAt = performance.timeOrigin / 1000
  const delay = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const delay = monitorEventLoopDelay({ resolution: resolutionMillis })
      delay.enable()
      return delay
    }),
    (delay) => Effect.sync(() => delay.disable())
  )
  yield* registerObserved([
    {
      name: "taxonomy_build_info",
      description: "The version of the service",
      attributes: { version, node: process.versions.node },
      read: () => 1
    },
    gauge("process_start_time_seconds", "Start time of the process in Unix seconds", () => startedAt),
    counter("process_cpu_seconds_total", "CPU time in seconds", () => {
      const { system, user } = process.cpuUsage()
      return (system + user) / 1e6
    }),
    gauge("process_resident_memory_bytes", "Resident memory in bytes", () => process.memoryUsage.rss()),
    gauge("nodejs_heap_size_used_bytes", "Used JavaScript heap in bytes", () => process.memoryUsage().heapUsed),
    gauge(
      "nodejs_external_memory_bytes",
      "Memory outside the heap of objects in it, such as bodies, in bytes",
      () => process.memoryUsage().external
    ),
    counter(
      "nodejs_eventloop_active_seconds_total",
      "Seconds in which the event loop was active",
      () => performance.eventLoopUtilization().active / 1000
    ),
    gauge(
      "nodejs_eventloop_lag_max_seconds",
      "Longest delay of the event loop since the last scrape, in seconds",
      () => {
        const longest = Math.max(0, delay.max / 1e9 - resolutionMillis / 1000)
        delay.reset()
        return Number.isFinite(longest) ? longest : 0
      }
    ),
    ...descriptorMetrics()
  ])
})

/** Nothing where the system does not say. */
const descriptorMetrics = (): ReadonlyArray<ObservedMetric> => {
  const maximum = readMaxDescriptors()
  if (maximum === undefined || countOpenDescriptors() === undefined) return []
  return [
    gauge("process_open_fds", "Open file descriptors", () => countOpenDescriptors() ?? NaN),
    gauge("process_max_fds", "File descriptors that the process may open", () => maximum)
  ]
}

/** The delay histogram counts up to this as on time. */
const resolutionMillis = 20
