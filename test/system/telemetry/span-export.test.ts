import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { makeRequestSpans } from "../../../src/server/telemetry/RequestSpans.ts"
import { makeSpanExport } from "../../../src/server/telemetry/SpanExport.ts"
import type { TelemetryConfig } from "../../../src/server/telemetry/TelemetryConfig.ts"
import { patience } from "../../support/Patience.ts"
import { startCollector } from "./Collector.ts"

const configFor = (endpoint: string, flushTimeoutMillis: number): TelemetryConfig => ({
  endpoint,
  headers: {},
  resource: { "service.name": "taxonomy" },
  traceSampling: 1,
  exportsTraces: true,
  exportsMetrics: false,
  // Only a full batch or the end of the scope sends anything.
  traceIntervalMillis: 3_600_000,
  metricIntervalMillis: 3_600_000,
  flushTimeoutMillis
})

const spans = (count: number) =>
  Array.from(
    { length: count },
    () =>
      makeRequestSpans(
        {
          id: "a-request",
          method: "GET",
          target: "/",
          httpVersion: "1.1",
          client: undefined,
          route: undefined,
          status: 404,
          bodyBytes: 2,
          release: undefined,
          key: undefined,
          startedNanos: 0n,
          endedNanos: 1n
        },
        { parent: undefined, steps: [], epochNanos: 1_700_000_000_000_000_000n }
      )[0]
  )

const counted = Effect.map(Effect.context(), (context) => (name: string) => {
  const found = Metric.snapshotUnsafe(context).find(({ id }) => id === name)
  return found?.type === "Counter" ? Number(found.state.count) : undefined
})

const withOwnMetrics = Effect.provideService(Metric.MetricRegistry, new Map())

describe("the export of spans", () => {
  it.live("sends what is left when the scope closes", () =>
    Effect.gen(function* () {
      const collector = yield* startCollector
      yield* Effect.scoped(
        Effect.map(makeSpanExport(configFor(collector.url, Duration.toMillis(patience))), ({ push }) => {
          push(spans(3))
          assert.lengthOf(collector.sent(), 0)
        })
      )
      assert.lengthOf(collector.spans(), 3)
      const count = yield* counted
      assert.strictEqual(count("taxonomy_otlp_spans_exported_total"), 3)
      assert.strictEqual(count("taxonomy_otlp_spans_dropped_total"), 0)
    }).pipe(Effect.scoped, withOwnMetrics)
  )

  it.live("drops and counts spans while the collector takes none, in bounded memory", () =>
    Effect.gen(function* () {
      const collector = yield* startCollector
      collector.behave("hangs")
      const { push } = yield* makeSpanExport(configFor(collector.url, 0))
      const count = yield* counted
      for (let pushed = 0; pushed < 10; pushed++) push(spans(512))
      assert.strictEqual(count("taxonomy_otlp_spans_dropped_total"), 10 * 512 - 4096)
    }).pipe(Effect.scoped, Effect.provideService(Metric.MetricRegistry, new Map()))
  )
})
