import { readdirSync, readFileSync } from "node:fs"
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import * as Effect from "effect/Effect"
import { errorCode } from "../../platform/SystemErrors.ts"
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

/**
 * The connections that the server may accept, at most `maxConnections`: the system closes a connection for which there is
 * no descriptor, and tells nobody. The server closes idle ones instead.
 */
export const fitConnections = (maxConnections: number, maxDescriptors: number): number =>
  Math.min(maxConnections, Math.max(maxDescriptors - reserve, Math.floor(maxDescriptors / 3), 1))

/**
 * Says that the system would refuse connections before the server does, or returns `undefined` if it would not. Nobody
 * is told about a connection that the system refuses.
 */
export const describeDescriptorShortage = (maxConnections: number, maxDescriptors: number): string | undefined =>
  maxDescriptors >= maxConnections + reserve
    ? undefined
    : `The limit of open files is ${maxDescriptors}, which is too low for ${maxConnections} connections, so the server accepts ` +
      `${fitConnections(maxConnections, maxDescriptors)}. ` +
      `Raise it to ${maxConnections + reserve} (LimitNOFILE in a systemd unit, ulimit -n in a shell).`

/** Descriptors for everything but connections: files, listening sockets, the database, Redis, and the runtime. */
const reserve = 200
