import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Record from "effect/Record"
import type { Authenticator } from "../../keys/Authentication.ts"
import { memoizeText } from "../../platform/MemoizeText.ts"

/** Counts what a server does, in the metric registry of the context in which it was made. */
export type ServerMetrics = Effect.Success<ReturnType<typeof makeServerMetrics>>

/**
 * Series are looked up by route and status, so that a request costs two updates. Labels come from closed lists: nothing
 * that a client sends creates a series.
 *
 * The series of `routes` that alerts watch exist from the start: Prometheus shows no increase for the first value of a
 * new series.
 */
export const makeServerMetrics = Effect.fnUntraced(function* (routes: ReadonlyArray<string>) {
  const context = yield* Effect.context()
  const count = (name: string, description: string, attributes: Readonly<Record<string, string>> = {}) => {
    const series = Metric.counter(name, { description, attributes, incremental: true })
    series.updateUnsafe(0, context)
    return (): void => series.updateUnsafe(1, context)
  }
  const countResponse = memoizeText((answered) => {
    const [status = "", route = ""] = answered.split(" ")
    return count("taxonomy_http_requests_total", "Responses by endpoint and status", { route, status })
  })
  const durationOf = memoizeText((route) =>
    Metric.histogram("taxonomy_http_request_duration_seconds", {
      description: "Seconds from the headers of a request to its response",
      attributes: { route },
      boundaries: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5]
    })
  )
  for (const route of routes) {
    for (const status of [200, 500]) countResponse(`${status} ${route}`)
    // Reading a histogram registers it.
    durationOf(route).valueUnsafe(context)
  }
  const countFailure = Record.map(failureReasons, (reason) =>
    count("taxonomy_authentication_failures_total", "Requests without an accepted API key", { reason })
  )
  const countRefusal = (window: string) =>
    count("taxonomy_limit_refusals_total", "Requests refused because a key exhausted its hour or its day", { window })
  const limitExceeded = {
    hour: countRefusal("hour"),
    day: countRefusal("day"),
    unauthorized: count(
      "taxonomy_unauthorized_limit_refusals_total",
      "Requests without a valid API key that got 429 because their address had sent too many"
    )
  }
  const countRefusedConnection = (limit: string) =>
    count("taxonomy_http_connections_refused_total", "Connections refused because too many were open", { limit })

  return {
    /** Records a response. `route` is a name from a closed list, never a path. */
    answered: (route: string, status: number, durationMs: number): void => {
      countResponse(`${status} ${route}`)()
      durationOf(route).updateUnsafe(durationMs / 1000, context)
    },
    /** Wraps an authenticator to count failed authentications by reason. */
    instrumentAuthenticator:
      (authenticate: Authenticator): Authenticator =>
      (authorization) => {
        const authentication = authenticate(authorization)
        if (authentication._tag !== "Accepted") countFailure[authentication._tag]()
        return authentication
      },
    /** Records a 429 by the exhausted window of a key, or of an address without a valid key. */
    limitExceeded: (window: keyof typeof limitExceeded): void => limitExceeded[window](),
    /** Records a connection by the limit that refused it. */
    connectionRefused: { total: countRefusedConnection("total"), address: countRefusedConnection("address") },
    connectionCutOff: count(
      "taxonomy_http_connections_cut_off_total",
      "Connections destroyed because too many of their requests were unanswered",
      { reason: "pipelined" }
    ),
    requestDropped: count(
      "taxonomy_http_requests_dropped_total",
      "Requests that arrived on a destroyed connection, most behind too many unanswered ones"
    )
  }
})

/** The `route` of requests that reached no endpoint. */
export const noEndpoint = "unknown"

const failureReasons = { Missing: "missing", Invalid: "invalid", Revoked: "revoked", Expired: "expired" }
