import { readdirSync, readFileSync } from "node:fs"
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type * as Scope from "effect/Scope"
import { errorCode } from "./SystemErrors.ts"

/**
 * Metrics by name whose values are read when the metrics are. Those whose names end in `_total` only grow, the others go up
 * and down.
 */
export type ObservedMetrics = Readonly<
  Record<string, readonly [description: string, read: () => number, attributes?: Readonly<Record<string, string>>]>
>

/** Registers metrics until the scope closes. */
export const registerObserved = (metrics: ObservedMetrics): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.map(Effect.context(), (context) =>
      Object.entries(metrics).map(([name, [description, read, attributes]]) =>
        name.endsWith("_total")
          ? Metric.registerUnsafe(Metric.counter(name, { description, attributes, incremental: true }), context, {
              get: () => ({ count: read(), incremental: true }),
              ...readOnly
            })
          : Metric.registerUnsafe(Metric.gauge(name, { description, attributes }), context, {
              get: () => ({ value: read() }),
              ...readOnly
            })
      )
    ),
    (registrations) => Effect.sync(() => registrations.forEach((registration) => registration.remove()))
  ).pipe(Effect.asVoid)

const readOnly = { update: () => undefined, modify: () => undefined }

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
  const maximum = countOpenDescriptors() === undefined ? undefined : readMaxDescriptors()
  yield* registerObserved({
    taxonomy_build_info: ["The version of the service", () => 1, { version, node: process.versions.node }],
    process_start_time_seconds: ["Start time of the process in Unix seconds", () => startedAt],
    process_cpu_seconds_total: [
      "CPU time in seconds",
      () => {
        const { system, user } = process.cpuUsage()
        return (system + user) / 1e6
      }
    ],
    process_resident_memory_bytes: ["Resident memory in bytes", () => process.memoryUsage.rss()],
    nodejs_heap_size_used_bytes: ["Used JavaScript heap in bytes", () => process.memoryUsage().heapUsed],
    nodejs_external_memory_bytes: [
      "Memory outside the heap of objects in it, such as bodies, in bytes",
      () => process.memoryUsage().external
    ],
    nodejs_eventloop_active_seconds_total: [
      "Seconds in which the event loop was active",
      () => performance.eventLoopUtilization().active / 1000
    ],
    nodejs_eventloop_lag_max_seconds: [
      "Longest delay of the event loop since the last scrape, in seconds",
      () => {
        const longest = Math.max(0, delay.max / 1e9 - resolutionMillis / 1000)
        delay.reset()
        return Number.isFinite(longest) ? longest : 0
      }
    ],
    // Nothing where the system does not say.
    ...(maximum !== undefined && {
      process_open_fds: ["Open file descriptors", () => countOpenDescriptors() ?? NaN],
      process_max_fds: ["File descriptors that the process may open", () => maximum]
    })
  })
})

/** The delay histogram counts up to this as on time. */
const resolutionMillis = 20

/** The file descriptors that this process may open, or `undefined` if the system does not say (no Linux). */
export const readMaxDescriptors = (): number | undefined => {
  try {
    return parseMaxDescriptors(readFileSync("/proc/self/limits", "latin1"))
  } catch {
    return undefined
  }
}

/** Parses the soft limit in `/proc/PID/limits` (proc(5)). */
export const parseMaxDescriptors = (limits: string): number | undefined => {
  const soft = /^Max open files +(\d+|unlimited) /m.exec(limits)?.[1]
  if (soft === undefined) return undefined
  return soft === "unlimited" ? Infinity : Number(soft)
}

/** The open file descriptors of this process, or `undefined` if the system does not say. */
export const countOpenDescriptors = (): number | undefined => {
  try {
    // The list contains the descriptor that reads it.
    return readdirSync("/proc/self/fd").length - 1
  } catch (error) {
    // The list takes a descriptor, and there is none left.
    return /^E[MN]FILE$/.test(errorCode(error) ?? "") ? readMaxDescriptors() : undefined
  }
}
