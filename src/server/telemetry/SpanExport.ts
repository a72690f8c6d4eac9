import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Metric from "effect/Metric"
import * as OtlpExporter from "effect/observability/OtlpExporter"
import * as OtlpResource from "effect/observability/OtlpResource"
import { OtlpSerialization, layerJson } from "effect/observability/OtlpSerialization"
import { makeCollectorClient } from "./CollectorClient.ts"
import type { OtlpSpan } from "./RequestSpans.ts"
import type { TelemetryConfig } from "./TelemetryConfig.ts"

export interface SpanExport {
  /** Queues spans, or drops and counts them if the queue is full. */
  readonly push: (spans: ReadonlyArray<OtlpSpan>) => void
}

/** Exports spans in batches until the scope closes, then sends what is left for a bounded time. */
export const makeSpanExport = Effect.fnUntraced(
  function* ({ endpoint, flushTimeoutMillis, headers, resource, traceIntervalMillis }: TelemetryConfig) {
    const context = yield* Effect.context()
    const serialization = yield* OtlpSerialization
    const described = OtlpResource.make({ attributes: resource })
    let unsettled = 0
    const sizes = new WeakMap<object, number>()
    for (const counter of [exportedSpans, droppedSpans]) counter.updateUnsafe(0, context)
    const client = yield* makeCollectorClient("traces", (body, isDelivered) => {
      const count = sizes.get(body) ?? 0
      unsettled -= count
      const counter = isDelivered ? exportedSpans : droppedSpans
      counter.updateUnsafe(count, context)
    })
    const exporter = yield* OtlpExporter.make({
      label: "OtlpTracer",
      url: `${endpoint}/v1/traces`,
      headers,
      exportInterval: traceIntervalMillis,
      maxBatchSize,
      shutdownTimeout: flushTimeoutMillis,
      body: (spans: Array<OtlpSpan>) => {
        const body = serialization.traces({
          resourceSpans: [{ resource: described, scopeSpans: [{ scope: { name: "taxonomy" }, spans }] }]
        })
        sizes.set(body, spans.length)
        return [body, Effect.void]
      }
    }).pipe(Effect.provideService(HttpClient.HttpClient, client))
    return {
      push: (spans) => {
        if (unsettled + spans.length > maxUnsettledSpans) {
          droppedSpans.updateUnsafe(spans.length, context)
          return
        }
        unsettled += spans.length
        for (const span of spans) exporter.push(span)
      }
    } satisfies SpanExport
  },
  Effect.provide([FetchHttpClient.layer, layerJson, OtlpExporter.layerFlusher])
)

const maxBatchSize = 512

/** Spans that wait or are on their way, about 1 KB each. */
const maxUnsettledSpans = 4096

const exportedSpans = Metric.counter("taxonomy_otlp_spans_exported_total", {
  description: "Spans that the collector has taken",
  incremental: true
})

const droppedSpans = Metric.counter("taxonomy_otlp_spans_dropped_total", {
  description: "Spans dropped because the collector was away or too slow",
  incremental: true
})
