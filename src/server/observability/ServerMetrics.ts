import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { Authenticator } from "../../keys/Authentication.ts"
import type { WindowName } from "../../limits/Windows.ts"
import { memoizeText } from "../../platform/MemoizeText.ts"
import type { ConnectionLimit } from "../node/Connections.ts"

/** Counts what a server does, in the metric registry of the context in which it was made. */
export interface ServerMetrics {
  /** Records a response. `route` is a name from a closed list, never a path. */
  readonly answered: (route: string, status: number, durationMs: number) => void
  /** Records a connection that a limit refused. */
  readonly connectionRefused: (limit: ConnectionLimit) => void
  /** Records a connection that was destroyed because too many of its requests were unanswered. */
  readonly connectionCutOff: () => void
  /** Records a request that arrived on a destroyed connection. */
  readonly requestDropped: () => void
  /** Wraps an authenticator to count failed authentications by reason. */
  readonly instrumentAuthenticator: (authenticate: Authenticator) => Authenticator
  /** Records a 429 by the exhausted window of a key, or of an address without a valid key. */
  readonly limitExceeded: (window: WindowName | "unauthorized") => void
}

/**
 * Series are looked up by route and status, so that a request costs two updates. Labels come from closed lists: nothing
 * that a client sends creates a series.
 *
 * The series of `routes` that alerts watch exist from the start: Prometheus shows no increase for the first value of a
 * new series.
 */
export const makeServerMetrics = Effect.fnUntraced(function* (
  routes: ReadonlyArray<string>
): Effect.fn.Return<ServerMetrics> {
  const context = yield* Effect.context()
  const durationOf = memoizeText(requestDuration)
  const countOf = memoizeText((answered) => {
    const [status = "", route = ""] = answered.split(" ")
    return requestCounter(route, status)
  })
  const failures = {
    Missing: authenticationFailures("missing"),
    Invalid: authenticationFailures("invalid"),
    Revoked: authenticationFailures("revoked"),
    Expired: authenticationFailures("expired")
  }
  const refusals = {
    hour: limitRefusals("hour"),
    day: limitRefusals("day"),
    unauthorized: unauthorizedRefusals
  }
  const refused = { total: refusedConnections("total"), address: refusedConnections("address") }
  const requests = routes.flatMap((route) => [200, 500].map((status) => countOf(`${status} ${route}`)))
  const others = [failures, refusals, refused, { cutOffConnections, droppedRequests }].flatMap(Object.values)
  for (const series of [...requests, ...others]) series.updateUnsafe(0, context)
  // Reading a histogram registers it.
  for (const route of routes) durationOf(route).valueUnsafe(context)

  return {
    answered: (route, status, durationMs) => {
      countOf(`${status} ${route}`).updateUnsafe(1, context)
      durationOf(route).updateUnsafe(durationMs / 1000, context)
    },
    connectionRefused: (limit) => refused[limit].updateUnsafe(1, context),
    connectionCutOff: () => cutOffConnections.updateUnsafe(1, context),
    requestDropped: () => droppedRequests.updateUnsafe(1, context),
    instrumentAuthenticator: (authenticate) => (authorization) => {
      const authentication = authenticate(authorization)
      if (authentication._tag !== "Accepted") failures[authentication._tag].updateUnsafe(1, context)
      return authentication
    },
    limitExceeded: (window) => refusals[window].updateUnsafe(1, context)
  }
})

const counter = (name: string, description: string, attributes: Readonly<Record<string, string>> = {}) =>
  Metric.counter(name, { description, attributes, incremental: true })

const requestCounter = (route: string, status: string) =>
  counter("taxonomy_http_requests_total", "Responses by endpoint and status", { route, status })

const requestDuration = (route: string) =>
  Metric.histogram("taxonomy_http_request_duration_seconds", {
    description: "Seconds from the headers of a request to its response",
    attributes: { route },
    boundaries: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5]
  })

const authenticationFailures = (reason: string) =>
  counter("taxonomy_authentication_failures_total", "Requests without an accepted API key", { reason })

const limitRefusals = (window: string) =>
  counter("taxonomy_limit_refusals_total", "Requests refused because a key exhausted its hour or its day", { window })

const refusedConnections = (limit: ConnectionLimit) =>
  counter("taxonomy_http_connections_refused_total", "Connections refused because too many were open", { limit })

const cutOffConnections = counter(
  "taxonomy_http_connections_cut_off_total",
  "Connections destroyed because too many of their requests were unanswered",
  { reason: "pipelined" }
)

const unauthorizedRefusals = counter(
  "taxonomy_unauthorized_limit_refusals_total",
  "Requests without a valid API key that got 429 because their address had sent too many"
)

const droppedRequests = counter(
  "taxonomy_http_requests_dropped_total",
  "Requests that arrived on a destroyed connection, most behind too many unanswered ones"
)
