import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import * as Effect from "effect/Effect"
import { countOpenDescriptors, readMaxDescriptors } from "./FileDescriptors.ts"
import { registerObserved, type ObservedMetric } from "./ObservedMetrics.ts"

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
    {
      name: "process_start_time_seconds",
      description: "Start time of the process in Unix seconds",
      read: () => startedAt
    },
    {
      name: "process_cpu_seconds_total",
      description: "CPU time in seconds",
      counter: true,
      read: () => {
        const { system, user } = process.cpuUsage()
        return (system + user) / 1e6
      }
    },
    {
      name: "process_resident_memory_bytes",
      description: "Resident memory in bytes",
      read: () => process.memoryUsage.rss()
    },
    {
      name: "nodejs_heap_size_used_bytes",
      description: "Used JavaScript heap in bytes",
      read: () => process.memoryUsage().heapUsed
    },
    {
      name: "nodejs_external_memory_bytes",
      description: "Memory outside the heap of objects in it, such as bodies, in bytes",
      read: () => process.memoryUsage().external
    },
    {
      name: "nodejs_eventloop_active_seconds_total",
      description: "Seconds in which the event loop was active",
      counter: true,
      read: () => performance.eventLoopUtilization().active / 1000
    },
    {
      name: "nodejs_eventloop_lag_max_seconds",
      description: "Longest delay of the event loop since the last scrape, in seconds",
      read: () => {
        const longest = Math.max(0, delay.max / 1e9 - resolutionMillis / 1000)
        delay.reset()
        return Number.isFinite(longest) ? longest : 0
      }
    },
    ...descriptorMetrics()
  ])
})

/** Nothing where the system does not say. */
const descriptorMetrics = (): ReadonlyArray<ObservedMetric> => {
  const maximum = readMaxDescriptors()
  if (maximum === undefined || countOpenDescriptors() === undefined) return []
  return [
    { name: "process_open_fds", description: "Open file descriptors", read: () => countOpenDescriptors() ?? NaN },
    { name: "process_max_fds", description: "File descriptors that the process may open", read: () => maximum }
  ]
}

/** The delay histogram counts up to this as on time. */
const resolutionMillis = 20
