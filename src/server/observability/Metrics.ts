import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type * as Scope from "effect/Scope"
import type { Authenticator } from "../../keys/Authentication.ts"
import type { WindowName } from "../../limits/Windows.ts"

/** Counts what a server does, in the metrics registry of the context that it was made in. */
export interface ServerMetrics {
  /** One request that was answered. The route is a name from a closed list, never a path. */
  readonly answered: (route: string, status: number, durationMs: number) => void
  readonly connectionRefused: () => void
  /** The same, with failed authentications counted by their reason. */
  readonly countingFailures: (authenticate: Authenticator) => Authenticator
  /** One request that was refused because a window is used up. */
  readonly limitRefused: (exceeded: WindowName) => void
}

/**
 * Series are found by route and status, so that a request costs two updates and no more. Labels come from closed
 * lists: nothing that a caller sends makes a series.
 */
export const makeServerMetrics: Effect.Effect<ServerMetrics> = Effect.map(Effect.context(), (context) => {
  const routes = new Map<string, RouteSeries>()
  const seriesOf = (route: string): RouteSeries => {
    const known = routes.get(route)
    if (known !== undefined) return known
    const made = { statuses: new Map(), duration: requestDuration(route) }
    routes.set(route, made)
    return made
  }

  const failures = {
    Missing: failureCounter("missing"),
    Invalid: failureCounter("invalid"),
    Revoked: failureCounter("revoked")
  }
  const refusals = { hour: refusalCounter("hour"), day: refusalCounter("day") }
  const refused = refusedConnections()
  // A series that is there from the start is 0 before it is 1, which is what lets a rise be seen.
  for (const series of [...Object.values(failures), ...Object.values(refusals), refused])
    series.updateUnsafe(0, context)

  return {
    answered: (route, status, durationMs) => {
      const { duration, statuses } = seriesOf(route)
      let count = statuses.get(status)
      if (count === undefined) {
        count = requestCounter(route, status)
        statuses.set(status, count)
      }
      count.updateUnsafe(1, context)
      duration.updateUnsafe(durationMs / 1000, context)
    },
    connectionRefused: () => refused.updateUnsafe(1, context),
    countingFailures: (authenticate) => (authorization) => {
      const authentication = authenticate(authorization)
      if (authentication._tag !== "Accepted") failures[authentication._tag].updateUnsafe(1, context)
      return authentication
    },
    limitRefused: (exceeded) => refusals[exceeded].updateUnsafe(1, context)
  }
})

interface RouteSeries {
  readonly statuses: Map<number, Metric.Counter<number>>
  readonly duration: Metric.Histogram<number>
}

const requestCounter = (route: string, status: number) =>
  Metric.counter("taxonomy_http_requests_total", {
    description: "Requests that were answered, by endpoint and status",
    attributes: { route, status: String(status) },
    incremental: true
  })

const requestDuration = (route: string) =>
  Metric.histogram("taxonomy_http_request_duration_seconds", {
    description: "From a request's headers to its answer, in seconds",
    attributes: { route },
    boundaries: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5]
  })

const failureCounter = (reason: string) =>
  Metric.counter("taxonomy_authentication_failures_total", {
    description: "Requests without a key that is accepted",
    attributes: { reason },
    incremental: true
  })

const refusalCounter = (window: string) =>
  Metric.counter("taxonomy_limit_refusals_total", {
    description: "Requests that were refused because a key had used up its hour or its day",
    attributes: { window },
    incremental: true
  })

const refusedConnections = () =>
  Metric.counter("taxonomy_http_connections_refused_total", {
    description: "Connections that were closed at once because too many were open",
    incremental: true
  })

/** A value that is there anyway, and is read when somebody asks for the metrics. */
export interface ReadValue {
  readonly name: string
  readonly description: string
  /** Whether it only ever grows. */
  readonly counter?: boolean
  readonly attributes?: Readonly<Record<string, string>>
  readonly read: () => number
}

/** Shows values among the metrics until the scope closes. */
export const showValues = (values: ReadonlyArray<ReadValue>): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.map(Effect.context(), (context) =>
      values.map(({ attributes = {}, counter = false, description, name, read }) =>
        counter
          ? Metric.registerUnsafe(Metric.counter(name, { description, attributes, incremental: true }), context, {
              get: () => ({ count: read(), incremental: true }),
              ...neverUpdated
            })
          : Metric.registerUnsafe(Metric.gauge(name, { description, attributes }), context, {
              get: () => ({ value: read() }),
              ...neverUpdated
            })
      )
    ),
    (registrations) => Effect.sync(() => registrations.forEach((registration) => registration.remove()))
  ).pipe(Effect.asVoid)

const neverUpdated = { update: () => undefined, modify: () => undefined }

/** What the process itself is doing, under the names that Prometheus' own clients use. */
export const showProcess = Effect.fnUntraced(function* (version: string) {
  const delay = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const delay = monitorEventLoopDelay({ resolution: 20 })
      delay.enable()
      return delay
    }),
    (delay) => Effect.sync(() => delay.disable())
  )
  const startedAt = performance.timeOrigin / 1000
  yield* showValues([
    {
      name: "taxonomy_build_info",
      description: "The version of the service",
      attributes: { version, node: process.versions.node },
      read: () => 1
    },
    {
      name: "process_start_time_seconds",
      description: "When the process started, in Unix seconds",
      read: () => startedAt
    },
    {
      name: "process_cpu_seconds_total",
      description: "Time on the processor, in seconds",
      counter: true,
      read: () => {
        const { system, user } = process.cpuUsage()
        return (system + user) / 1e6
      }
    },
    {
      name: "process_resident_memory_bytes",
      description: "Memory that is resident, in bytes",
      read: () => process.memoryUsage.rss()
    },
    {
      name: "nodejs_heap_size_used_bytes",
      description: "JavaScript's heap in use, in bytes",
      read: () => process.memoryUsage().heapUsed
    },
    {
      name: "nodejs_external_memory_bytes",
      description: "Memory outside the heap that is held by objects in it, such as bodies, in bytes",
      read: () => process.memoryUsage().external
    },
    {
      name: "nodejs_eventloop_active_seconds_total",
      description: "Time in which the event loop had something to do, in seconds",
      counter: true,
      read: () => performance.eventLoopUtilization().active / 1000
    },
    {
      name: "nodejs_eventloop_lag_max_seconds",
      description: "The longest that the event loop came late since the metrics were last read, in seconds",
      read: () => {
        const longest = Math.max(0, delay.max / 1e9 - sampling)
        delay.reset()
        return Number.isFinite(longest) ? longest : 0
      }
    }
  ])
})

/** What the histogram of the delays takes for on time, in seconds. */
const sampling = 0.02
