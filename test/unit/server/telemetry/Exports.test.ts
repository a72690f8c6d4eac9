import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as Scope from "effect/Scope"
import {
  makeRequestTracing,
  startMetricExport,
  type TelemetryConfig
} from "../../../../src/server/telemetry/Telemetry.ts"
import { until } from "../../../system/server/servedFrom.ts"
import { startCollector, type Behaviour } from "../../../system/telemetry/Collector.ts"

const configOf = (endpoint: string, intervalMillis: number): TelemetryConfig => ({
  endpoint,
  headers: { "x-tenant": "a" },
  resource: { "service.name": "taxonomy-test" },
  traceSampling: 1,
  traceIntervalMillis: intervalMillis,
  metricIntervalMillis: intervalMillis,
  flushTimeoutMillis: 10_000
})

/** Counts in a registry of the test, and collects what is logged. */
const observed = <A, E, R>(run: (logged: Array<unknown>) => Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const logged: Array<unknown> = []
    return run(logged).pipe(
      Effect.provide(Logger.layer([Logger.make(({ message }) => void logged.push([message].flat()[0]))])),
      Effect.provideService(Metric.MetricRegistry, new Map())
    )
  })

/** The values of the counters of the export. */
const counters = Effect.map(PrometheusMetrics.format(), (text) =>
  text.split("\n").filter((line) => line.startsWith("taxonomy_otlp_"))
)

const samplingOptions = { isAccepted: () => false, nameOf: () => "GET" }

/** Makes spans as requests do. */
const makeSpans = (tracing: Context.Context<never>, count: number) =>
  Effect.void.pipe(
    Effect.withSpan("span", { kind: "server" }),
    Effect.repeat({ times: count - 1 }),
    Effect.provideContext(tracing)
  )

/** Exports spans to a collector until a scope closes. */
const exportTo = Effect.fnUntraced(function* (behaviour: Behaviour, count: number) {
  const collector = yield* startCollector
  collector.behave(behaviour)
  const tracing = makeRequestTracing(configOf(collector.url, 3_600_000), samplingOptions)
  yield* Effect.scoped(Effect.flatMap(tracing, (context) => makeSpans(context, count)))
  return collector
})

describe("makeRequestTracing", () => {
  it.live("sends what is left when the scope closes", () =>
    observed((logged) =>
      Effect.gen(function* () {
        const { sent, spans } = yield* exportTo("takes", 3)
        assert.deepStrictEqual(
          sent().map(({ headers, path }) => [path, headers["x-tenant"], headers["content-type"]]),
          [["/v1/traces", "a", "application/json"]]
        )
        assert.match(sent()[0]?.text ?? "", /"service.name".*"taxonomy-test"/)
        assert.deepStrictEqual(
          spans().map(({ name }) => name),
          ["span", "span", "span"]
        )
        assert.deepStrictEqual(yield* counters, [
          "taxonomy_otlp_spans_exported_total 3",
          "taxonomy_otlp_spans_dropped_total 0"
        ])
        assert.deepStrictEqual(logged, [])
      })
    )
  )

  it.live("drops and counts what the collector does not take, and says so once", () =>
    observed((logged) =>
      Effect.gen(function* () {
        yield* exportTo("refuses", 513)
        assert.deepStrictEqual(yield* counters, [
          "taxonomy_otlp_spans_exported_total 0",
          "taxonomy_otlp_spans_dropped_total 513"
        ])
        assert.deepStrictEqual(logged, ["The collector does not take traces. They are dropped and counted."])
      })
    )
  )

  it.live("traces no request while 4,096 spans wait, and traces again when the collector has settled them", () =>
    observed((logged) =>
      Effect.gen(function* () {
        const collector = yield* startCollector
        collector.behave("refuses")
        const tracing = yield* makeRequestTracing(configOf(collector.url, 5), samplingOptions)
        const isTraced = () =>
          !Context.get(tracing, HttpMiddleware.TracerDisabledWhen)(HttpServerRequest.fromWeb(new Request("http://a/")))
        assert.isTrue(isTraced())
        const waiting = yield* Effect.replicateEffect(Effect.makeSpan("span", { kind: "server" }), 4096).pipe(
          Effect.provideContext(tracing)
        )
        assert.isFalse(isTraced())
        assert.includeMembers(yield* counters, ["taxonomy_otlp_spans_dropped_total 1"])
        for (const span of waiting) span.end(0n, Exit.void)
        yield* until(isTraced)
        yield* until(() => logged.length > 0)
        collector.behave("takes")
        yield* makeSpans(tracing, 1)
        yield* until(() => logged.length > 1)
        assert.deepStrictEqual(logged, [
          "The collector does not take traces. They are dropped and counted.",
          "The collector takes traces again"
        ])
      })
    )
  )
})

describe("startMetricExport", () => {
  it.live("sends all metrics when the scope closes, without extrema of empty histograms", () =>
    observed(() =>
      Effect.gen(function* () {
        const collector = yield* startCollector
        const scope = yield* Scope.make()
        yield* Effect.provideService(startMetricExport(configOf(collector.url, 3_600_000)), Scope.Scope, scope)
        yield* Metric.update(Metric.counter("taxonomy_test_total", { description: "A test" }), 7)
        yield* Metric.value(Metric.histogram("taxonomy_test_empty", { description: "A test", boundaries: [1] }))
        yield* Metric.update(Metric.histogram("taxonomy_test_filled", { description: "A test", boundaries: [1] }), 3)
        yield* Scope.close(scope, Exit.void)
        assert.deepStrictEqual(
          collector.metrics().map(({ name }) => name),
          ["taxonomy_otlp_metrics_failures_total", "taxonomy_test_total", "taxonomy_test_empty", "taxonomy_test_filled"]
        )
        const text = collector.sent().at(-1)?.text ?? ""
        const pointOf = (name: string) =>
          new RegExp(`"name":"${name}".*?"dataPoints":\\[(\\{.*?\\})\\]`).exec(text)?.[1] ?? ""
        assert.match(pointOf("taxonomy_test_filled"), /"min":3,"max":3/)
        assert.notMatch(pointOf("taxonomy_test_empty"), /"(min|max)"/)
        assert.match(text, /"service.name".*"taxonomy-test"/)
        assert.deepStrictEqual(yield* counters, ["taxonomy_otlp_metrics_failures_total 0"])
      })
    )
  )

  it.live("counts the exports that the collector does not take", () =>
    observed((logged) =>
      Effect.gen(function* () {
        const collector = yield* startCollector
        collector.behave("refuses")
        const scope = yield* Scope.make()
        const config = configOf(collector.url, 3_600_000)
        yield* Effect.provideService(startMetricExport(config), Scope.Scope, scope)
        yield* Scope.close(scope, Exit.void)
        assert.deepStrictEqual(yield* counters, ["taxonomy_otlp_metrics_failures_total 1"])
        assert.deepStrictEqual(logged, ["The collector does not take metrics. They are dropped and counted."])
      })
    )
  )
})
