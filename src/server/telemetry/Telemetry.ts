import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import * as UrlParams from "effect/http/UrlParams"
import * as Metric from "effect/Metric"
import * as OtlpExporter from "effect/observability/OtlpExporter"
import * as OtlpMetrics from "effect/observability/OtlpMetrics"
import { layerJson, OtlpSerialization } from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Tracer from "effect/Tracer"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { sanitizeLogText } from "../observability/RequestLog.ts"

/** Where and how telemetry is exported. */
export interface TelemetryConfig {
  /** The base URL of the collector, without a slash at the end. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** Attributes of the process, such as `service.name`. */
  readonly resource: Readonly<Record<string, string>>
  /** The fraction of requests to trace, from 0 to 1. */
  readonly traceSampling: number
  readonly traceIntervalMillis: number
  readonly metricIntervalMillis: number
  /** For what is left when the server stops, of traces and of metrics. */
  readonly flushTimeoutMillis: number
}

export interface SamplingOptions {
  /** True if the API key in an `Authorization` header is accepted. */
  readonly isAccepted: (authorization: string | undefined) => boolean
  /** Such as `GET /api/taxonomy/{api_version}/schema`: few for any number of requests. */
  readonly nameOf: (request: HttpServerRequest) => string
}

/**
 * Exports the spans of requests in batches until the scope closes, then what is left for a bounded time. Spans that the
 * collector does not take in time are dropped and counted.
 */
export const makeRequestTracing = Effect.fnUntraced(
  function* (
    { endpoint, flushTimeoutMillis, headers, resource, traceIntervalMillis, traceSampling }: TelemetryConfig,
    { isAccepted, nameOf }: SamplingOptions
  ) {
    const context = yield* Effect.context()
    for (const counter of [exportedSpans, droppedSpans]) counter.updateUnsafe(0, context)
    let pending = 0
    const sizes = new WeakMap<object, number>()
    const services = yield* collectorServices(
      "traces",
      (body, isDelivered) => {
        const count = sizes.get(body) ?? 0
        pending -= count
        const counter = isDelivered ? exportedSpans : droppedSpans
        counter.updateUnsafe(count, context)
      },
      ({ traces }) => ({
        traces: (data) => {
          const body = traces(data)
          const spans = data.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
          sizes.set(body, spans.length)
          return body
        }
      })
    )
    const tracer = yield* OtlpTracer.make({
      url: `${endpoint}/v1/traces`,
      headers,
      resource: { serviceName: resource["service.name"], attributes: resource },
      exportInterval: traceIntervalMillis,
      maxBatchSize: 512,
      shutdownTimeout: flushTimeoutMillis
    }).pipe(Effect.provide(services))
    const sample = makeSampler({ fraction: traceSampling, isAccepted })
    // Asked more than once for a request.
    const isTraced = memoizeByIdentity((request: HttpServerRequest): boolean => {
      if (!sample(request)) return false
      if (pending < maxPendingSpans) return true
      droppedSpans.updateUnsafe(1, context)
      return false
    })
    return Context.make(
      Tracer.Tracer,
      Tracer.make({
        span: (options) => {
          // What an untraced request does, such as loading a release, is no trace of its own.
          const sampled = options.sampled && (options.kind === "server" || Option.isSome(options.parent))
          if (sampled) pending += 1
          return withMaskedTexts(tracer.span({ ...options, sampled }))
        }
      })
    ).pipe(
      Context.add(HttpMiddleware.TracerDisabledWhen, (request) => !isTraced(request)),
      Context.add(HttpMiddleware.SpanNameGenerator, nameOf),
      // What they hold may be a contract.
      Context.add(UrlParams.CurrentRedactedNames, [...UrlParams.CurrentRedactedNames.defaultValue(), "config", "use"])
    )
  },
  Effect.provide([FetchHttpClient.layer, layerJson, OtlpExporter.layerFlusher])
)

/** Shortens texts and cuts API keys to their prefix, wherever a caller put them. An address that is set stays. */
const withMaskedTexts = (span: Tracer.Span): Tracer.Span => {
  const [attribute, end] = [span.attribute.bind(span), span.end.bind(span)]
  return Object.assign(span, {
    attribute: (name: string, value: unknown) => {
      // Effect sets that of the peer at the end, which may be a proxy.
      if (name === "client.address" && span.attributes.has(name)) return
      attribute(name, typeof value === "string" ? sanitizeLogText(value, maxTextLength) : value)
    },
    end: (nanos: bigint, exit: Exit.Exit<unknown, unknown>) => {
      const isFailed = Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)
      // The message of an error may name the path.
      end(nanos, isFailed ? Exit.fail(sanitizeLogText(String(Cause.squash(exit.cause)), maxTextLength)) : exit)
    }
  })
}

const maxTextLength = 256

/** Spans that wait or are on their way, about 1 KB each. */
const maxPendingSpans = 4096

/**
 * Decides which requests are traced: a fraction, and those that callers with an accepted key sample, as long as they are
 * few. Anybody can send `traceparent`, so it must not decide what the server spends. A caller that does not sample is not
 * traced.
 */
export const makeSampler = ({
  fraction,
  isAccepted,
  nowMillis = () => performance.now(),
  random = Math.random
}: SamplerOptions) => {
  let [second, requested] = [0, 0]
  const take = (): boolean => {
    const current = Math.floor(nowMillis() / 1000)
    requested = current === second ? requested + 1 : 1
    second = current
    return requested <= maxRequestedPerSecond
  }
  return ({ headers }: Pick<HttpServerRequest, "headers">): boolean => {
    const parent = Option.getOrUndefined(HttpTraceContext.fromHeaders(headers))
    if (parent?.sampled === false) return false
    return random() < fraction || (parent !== undefined && isAccepted(headers["authorization"]) && take())
  }
}

interface SamplerOptions extends Pick<SamplingOptions, "isAccepted"> {
  /** The fraction of requests to trace, from 0 to 1. */
  readonly fraction: number
  /** By the monotonic clock. */
  readonly nowMillis?: () => number
  /** A number from 0 to below 1. */
  readonly random?: () => number
}

const maxRequestedPerSecond = 10

const counter = (name: string, description: string) => Metric.counter(name, { description, incremental: true })

const exportedSpans = counter("taxonomy_otlp_spans_exported_total", "Spans that the collector has taken")
const droppedSpans = counter(
  "taxonomy_otlp_spans_dropped_total",
  "Spans dropped because the collector was away or too slow"
)

/** Exports all metrics of the context at an interval until the scope closes, and once more then, for a bounded time. */
export const startMetricExport = Effect.fnUntraced(
  function* ({ endpoint, flushTimeoutMillis, headers, metricIntervalMillis, resource }: TelemetryConfig) {
    const context = yield* Effect.context()
    failedExports.updateUnsafe(0, context)
    const services = yield* collectorServices(
      "metrics",
      (_body, isDelivered) => failedExports.updateUnsafe(isDelivered ? 0 : 1, context),
      ({ metrics }) => ({ metrics: (data) => metrics(withoutEmptyExtrema(data)) })
    )
    yield* OtlpMetrics.make({
      url: `${endpoint}/v1/metrics`,
      headers,
      resource: { attributes: resource },
      exportInterval: metricIntervalMillis,
      shutdownTimeout: flushTimeoutMillis
    }).pipe(Effect.provide(services))
  },
  Effect.provide([FetchHttpClient.layer, layerJson, OtlpExporter.layerFlusher])
)

type MetricsData = Parameters<Serialization["metrics"]>[0]

/** Leaves out the smallest and the largest value of histograms without values, which Effect makes up. */
const withoutEmptyExtrema = (data: MetricsData): MetricsData => {
  const metrics = data.resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
  for (const point of metrics.flatMap(({ histogram }) => histogram?.dataPoints ?? [])) {
    if (point.count !== 0) continue
    delete point.min
    delete point.max
  }
  return data
}

const failedExports = counter(
  "taxonomy_otlp_metrics_failures_total",
  "Exports of all metrics that the collector did not take"
)

type Serialization = OtlpSerialization["Service"]

/**
 * The HTTP client of an exporter and how it encodes. The client tries a batch three times, then gives it up, and never
 * fails: Effect's exporter would drop everything for a minute after a failure, without counting it. It does not follow
 * redirects, which could carry credentials to another host. `onSettled` is called with each batch once: when the collector
 * has taken it, or when it is given up.
 */
const collectorServices = Effect.fnUntraced(function* (
  what: string,
  onSettled: (body: object, isDelivered: boolean) => void,
  encodeWith: (json: Serialization) => Partial<Serialization>
) {
  const client = yield* HttpClient.HttpClient
  const json = yield* OtlpSerialization
  let isFailing = false
  const settle = (body: object, failure?: Cause.Cause<unknown>) =>
    Effect.suspend(() => {
      onSettled(body, failure === undefined)
      const wasFailing = isFailing
      isFailing = failure !== undefined
      if (isFailing === wasFailing) return Effect.void
      return failure === undefined
        ? Effect.logInfo(`The collector takes ${what} again`)
        : Effect.logWarning(`The collector does not take ${what}. They are dropped and counted.`, describe(failure))
    })
  const settling = HttpClient.transform(client, (send, request) =>
    send.pipe(
      Effect.flatMap(HttpClientResponse.filterStatusOk),
      // The connection is free for the next batch once the response is read.
      Effect.tap((response) => response.arrayBuffer),
      Effect.timeout("10 seconds"),
      Effect.retry({ times: 2, while: HttpClient.isTransientError, schedule: Schedule.exponential("500 millis") }),
      Effect.matchCauseEffect({
        onSuccess: () => settle(request.body),
        onFailure: (cause) => settle(request.body, cause)
      }),
      Effect.as(HttpClientResponse.fromWeb(request, new Response(null, { status: 200 }))),
      Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" })
    )
  )
  return Context.make(HttpClient.HttpClient, settling).pipe(
    Context.add(OtlpSerialization, { ...json, ...encodeWith(json) })
  )
})

const describe = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return error instanceof Error ? error.message : String(error)
}
