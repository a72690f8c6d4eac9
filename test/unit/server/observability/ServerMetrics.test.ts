import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { makeServerMetrics } from "../../../../src/server/observability/Metrics.ts"

/** The lines of all series, without comments and buckets. */
const series = Effect.map(PrometheusMetrics.format(), (text) =>
  text.split("\n").filter((line) => /^[a-z]/.test(line) && !line.includes("_bucket"))
)

describe("the metrics of a server", () => {
  it.effect("exist at 0 before the first request, for every route", () =>
    Effect.gen(function* () {
      yield* makeServerMetrics(["license", "unknown"])
      const lines = yield* series
      for (const line of lines) assert.match(line, / 0$/)
      assert.includeMembers(lines, [
        'taxonomy_http_requests_total{route="license",status="200"} 0',
        'taxonomy_http_requests_total{route="license",status="500"} 0',
        'taxonomy_http_requests_total{route="unknown",status="500"} 0',
        'taxonomy_http_request_duration_seconds_count{route="license"} 0',
        'taxonomy_http_request_duration_seconds_count{route="unknown"} 0',
        'taxonomy_authentication_failures_total{reason="missing"} 0',
        'taxonomy_authentication_failures_total{reason="invalid"} 0',
        'taxonomy_authentication_failures_total{reason="revoked"} 0',
        'taxonomy_authentication_failures_total{reason="expired"} 0',
        'taxonomy_limit_refusals_total{window="hour"} 0',
        'taxonomy_limit_refusals_total{window="day"} 0',
        'taxonomy_http_connections_refused_total{limit="total"} 0',
        'taxonomy_http_connections_cut_off_total{reason="pipelined"} 0',
        "taxonomy_http_requests_dropped_total 0"
      ])
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )

  it.effect("count the first response in the series that was at 0", () =>
    Effect.gen(function* () {
      const metrics = yield* makeServerMetrics(["license"])
      metrics.answered("license", 500, 250)
      assert.includeMembers(yield* series, [
        'taxonomy_http_requests_total{route="license",status="500"} 1',
        'taxonomy_http_request_duration_seconds_sum{route="license"} 0.25'
      ])
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )

  it.effect("count everything that a server does, and explain it", () =>
    Effect.gen(function* () {
      const metrics = yield* makeServerMetrics([])
      metrics.answered("license", 200, 1000)
      metrics.answered("license", 200, 2000)
      metrics.answered("license", 404, 500)
      for (const limit of ["total", "address"] as const) metrics.connectionRefused[limit]()
      metrics.connectionCutOff()
      metrics.requestDropped()
      for (const window of ["hour", "day", "unauthorized"] as const) metrics.limitExceeded[window]()
      for (const reason of ["Missing", "Invalid", "Revoked", "Expired"] as const) metrics.authenticationFailed[reason]()
      const lines = (yield* PrometheusMetrics.format()).split("\n").filter((line) => !/^$|_bucket|^# TYPE/.test(line))
      assert.sameMembers(lines, [
        "# HELP taxonomy_http_requests_total Responses by endpoint and status",
        'taxonomy_http_requests_total{route="license",status="200"} 2',
        'taxonomy_http_requests_total{route="license",status="404"} 1',
        "# HELP taxonomy_http_request_duration_seconds Seconds from the headers of a request to its response",
        'taxonomy_http_request_duration_seconds_sum{route="license"} 3.5',
        'taxonomy_http_request_duration_seconds_count{route="license"} 3',
        "# HELP taxonomy_authentication_failures_total Requests without an accepted API key",
        'taxonomy_authentication_failures_total{reason="missing"} 1',
        'taxonomy_authentication_failures_total{reason="invalid"} 1',
        'taxonomy_authentication_failures_total{reason="revoked"} 1',
        'taxonomy_authentication_failures_total{reason="expired"} 1',
        "# HELP taxonomy_limit_refusals_total Requests refused because a key exhausted its hour or its day",
        'taxonomy_limit_refusals_total{window="hour"} 1',
        'taxonomy_limit_refusals_total{window="day"} 1',
        "# HELP taxonomy_unauthorized_limit_refusals_total Requests without a valid API key that got 429 because their address had sent too many",
        "taxonomy_unauthorized_limit_refusals_total 1",
        "# HELP taxonomy_http_connections_refused_total Connections refused because too many were open",
        'taxonomy_http_connections_refused_total{limit="total"} 1',
        'taxonomy_http_connections_refused_total{limit="address"} 1',
        "# HELP taxonomy_http_connections_cut_off_total Connections destroyed because too many of their requests were unanswered",
        'taxonomy_http_connections_cut_off_total{reason="pipelined"} 1',
        "# HELP taxonomy_http_requests_dropped_total Requests that arrived on a destroyed connection, most behind too many unanswered ones",
        "taxonomy_http_requests_dropped_total 1"
      ])
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )
})
