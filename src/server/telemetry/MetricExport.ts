import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Metric from "effect/Metric"
import * as OtlpExporter from "effect/observability/OtlpExporter"
import * as OtlpMetrics from "effect/observability/OtlpMetrics"
import { layerJson, OtlpSerialization } from "effect/observability/OtlpSerialization"
import { makeCollectorClient } from "./CollectorClient.ts"
import type { TelemetryConfig } from "./TelemetryConfig.ts"

/** Exports all metrics of the context at an interval until the scope closes, and once more then, for a bounded time. */
export const startMetricExport = Effect.fnUntraced(
  function* ({ endpoint, flushTimeoutMillis, headers, metricIntervalMillis, resource }: TelemetryConfig) {
    const context = yield* Effect.context()
    failedExports.updateUnsafe(0, context)
    const client = yield* makeCollectorClient("metrics", (_body, isDelivered) =>
      failedExports.updateUnsafe(isDelivered ? 0 : 1, context)
    )
    const serialization = yield* OtlpSerialization
    yield* OtlpMetrics.make({
      url: `${endpoint}/v1/metrics`,
      headers,
      resource: { attributes: resource },
      exportInterval: metricIntervalMillis,
      shutdownTimeout: flushTimeoutMillis
    }).pipe(
      Effect.provideService(HttpClient.HttpClient, client),
      Effect.provideService(OtlpSerialization, {
        ...serialization,
        metrics: (data) => serialization.metrics(withoutEmptyExtrema(data))
      })
    )
  },
  Effect.provide([FetchHttpClient.layer, layerJson, OtlpExporter.layerFlusher])
)

type MetricsData = Parameters<OtlpSerialization["Service"]["metrics"]>[0]

/** Leaves out the smallest and the largest value of histograms without values, which Effect makes up. */
const withoutEmptyExtrema = (data: MetricsData): MetricsData => {
  for (const { scopeMetrics } of data.resourceMetrics) {
    for (const { metrics } of scopeMetrics) {
      for (const { histogram } of metrics) {
        for (const point of histogram?.dataPoints ?? []) {
          if (point.count !== 0) continue
          delete point.min
          delete point.max
        }
      }
    }
  }
  return data
}

const failedExports = Metric.counter("taxonomy_otlp_metrics_failures_total", {
  description: "Exports of all metrics that the collector did not take",
  incremental: true
})
