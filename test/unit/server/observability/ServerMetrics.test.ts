import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { makeServerMetrics } from "../../../../src/server/observability/ServerMetrics.ts"

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
        'taxonomy_http_connections_cut_off_total{reason="unread"} 0'
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
})
