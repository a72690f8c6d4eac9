import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Metric from "effect/Metric"
import { makeRequestTracing } from "../../../src/server/telemetry/Telemetry.ts"
import { patience } from "../../support/Patience.ts"
import { startCollector } from "./Collector.ts"

/** Traces every request. Only a full batch or the end of the scope sends anything. */
const tracingTo = (endpoint: string, flushTimeoutMillis: number) =>
  makeRequestTracing(
    {
      endpoint,
      headers: {},
      resource: { "service.name": "taxonomy" },
      traceSampling: 1,
      traceIntervalMillis: 3_600_000,
      metricIntervalMillis: 3_600_000,
      flushTimeoutMillis
    },
    { isAccepted: () => false, nameOf: ({ method }) => method }
  )

/** Answers so many requests. */
const answer = (tracing: Context.Context<never>, count: number) =>
  Effect.repeat(
    Effect.suspend(() => {
      const request = HttpServerRequest.fromWeb(new Request("http://localhost/"))
      const isTraced = !Context.get(tracing, HttpMiddleware.TracerDisabledWhen)(request)
      return isTraced ? Effect.withSpan(Effect.void, "GET", { kind: "server" }) : Effect.void
    }),
    { times: count - 1 }
  ).pipe(Effect.provideContext(tracing))

const counted = Effect.map(Effect.context(), (context) => (name: string) => {
  const found = Metric.snapshotUnsafe(context).find(({ id }) => id === name)
  return found?.type === "Counter" ? Number(found.state.count) : undefined
})

const withOwnMetrics = Effect.provideServiceEffect(
  Metric.MetricRegistry,
  Effect.sync(() => new Map())
)

describe("the export of spans", () => {
  it.live("sends what is left when the scope closes", () =>
    Effect.gen(function* () {
      const collector = yield* startCollector
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* answer(yield* tracingTo(collector.url, Duration.toMillis(patience)), 3)
          assert.lengthOf(collector.sent(), 0)
        })
      )
      assert.lengthOf(collector.spans(), 3)
      const count = yield* counted
      assert.strictEqual(count("taxonomy_otlp_spans_exported_total"), 3)
      assert.strictEqual(count("taxonomy_otlp_spans_dropped_total"), 0)
    }).pipe(Effect.scoped, withOwnMetrics)
  )

  it.live("sends no API key that the message of an error contains", () =>
    Effect.gen(function* () {
      const collector = yield* startCollector
      const key = `nil_${"a".repeat(32)}`
      yield* Effect.scoped(
        Effect.flatMap(tracingTo(collector.url, Duration.toMillis(patience)), (tracing) =>
          Effect.die(new Error(`No ${key}`)).pipe(
            Effect.withSpan("GET", { kind: "server" }),
            Effect.provideContext(tracing),
            Effect.exit
          )
        )
      )
      assert.deepStrictEqual(collector.spans()[0]?.status, { code: 2, message: "Error: No nil_aaaaaaaa…" })
      assert.isFalse(collector.sent().some(({ text }) => text.includes(key)))
    }).pipe(Effect.scoped, withOwnMetrics)
  )

  it.live("drops and counts spans while the collector takes none, in bounded memory", () =>
    Effect.gen(function* () {
      const collector = yield* startCollector
      collector.behave("hangs")
      yield* answer(yield* tracingTo(collector.url, 0), 10 * 512)
      const count = yield* counted
      assert.strictEqual(count("taxonomy_otlp_spans_dropped_total"), 10 * 512 - 4096)
    }).pipe(Effect.scoped, withOwnMetrics)
  )
})
