import { randomUUID } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import packageJson from "../../../package.json" with { type: "json" }
import { decodePercent } from "../../platform/PercentEncoding.ts"
import type { SamplingOptions, TelemetryConfig } from "../../server/telemetry/Telemetry.ts"
import { usageError } from "../CommandRefused.ts"

/** Where a process exports what. */
interface ProcessTelemetry extends TelemetryConfig {
  readonly exportsTraces: boolean
  readonly exportsMetrics: boolean
}

/** The options of a command about telemetry. */
interface TelemetryOptions {
  readonly otlp: string | undefined
  readonly traceSampling: number | undefined
}

/** Where telemetry goes, by the options and the environment. Succeeds with `undefined` if it goes nowhere. */
export const findTelemetryConfig = (options: TelemetryOptions) =>
  Effect.mapError(
    Effect.suspend(() => Effect.fromResult(readTelemetryConfig(options, process.env))),
    usageError
  )

// Both are loaded on demand, since the exporters would slow every other start.

export const traceRequests = Effect.fnUntraced(function* (config: TelemetryConfig, sampling: SamplingOptions) {
  const { makeRequestTracing } = yield* Effect.promise(() => import("../../server/telemetry/Telemetry.ts"))
  return yield* makeRequestTracing(config, sampling)
})

export const exportMetrics = Effect.fnUntraced(function* (config: TelemetryConfig) {
  const { startMetricExport } = yield* Effect.promise(() => import("../../server/telemetry/Telemetry.ts"))
  yield* startMetricExport(config)
})

/**
 * Reads the configuration from the options and from the standard variables of OpenTelemetry; options take precedence.
 * Succeeds with `undefined` if no collector is named, and fails with a sentence about an invalid variable.
 */
export const readTelemetryConfig = (
  { otlp, traceSampling }: TelemetryOptions,
  environment: Readonly<Record<string, string | undefined>>
): Result.Result<ProcessTelemetry | undefined, string> => {
  const variable = (name: string): string | undefined => {
    const value = environment[name]?.trim()
    return value === "" ? undefined : value
  }
  const endpoint = otlp ?? variable("OTEL_EXPORTER_OTLP_ENDPOINT")
  if (endpoint === undefined || variable("OTEL_SDK_DISABLED")?.toLowerCase() === "true")
    return Result.succeed(undefined)
  return Result.gen(function* () {
    if (!isCollectorAddress(endpoint)) {
      return yield* Result.fail(`Invalid OTEL_EXPORTER_OTLP_ENDPOINT. Set ${collectorAddressForm}.`)
    }
    const named = yield* readPairs("OTEL_RESOURCE_ATTRIBUTES", variable)
    const serviceName = variable("OTEL_SERVICE_NAME") ?? named["service.name"] ?? "taxonomy"
    return {
      endpoint: endpoint.replace(/\/+$/, ""),
      headers: yield* readPairs("OTEL_EXPORTER_OTLP_HEADERS", variable),
      resource: {
        "service.instance.id": randomUUID(),
        "service.version": packageJson.version,
        ...named,
        "service.name": serviceName
      },
      traceSampling:
        traceSampling ??
        (yield* readNumber("OTEL_TRACES_SAMPLER_ARG", variable, { maximum: 1, noun: "a number from 0 to 1" })) ??
        defaultTraceSampling,
      exportsTraces: variable("OTEL_TRACES_EXPORTER") !== "none",
      exportsMetrics: variable("OTEL_METRICS_EXPORTER") !== "none",
      traceIntervalMillis: (yield* readNumber("OTEL_BSP_SCHEDULE_DELAY", variable, milliseconds)) ?? 5000,
      metricIntervalMillis: (yield* readNumber("OTEL_METRIC_EXPORT_INTERVAL", variable, milliseconds)) ?? 60_000,
      flushTimeoutMillis: 2000
    }
  })
}

/** The fraction of requests that are traced unless told otherwise. */
export const defaultTraceSampling = 0.01

/** True for a URL of HTTP without user, query and fragment. A password in it would be visible in the process list. */
export const isCollectorAddress = (text: string): boolean =>
  /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#@]*)?$/i.test(text) && URL.canParse(text)

export const collectorAddressForm = "a URL without credentials such as http://127.0.0.1:4318"

type ReadVariable = (name: string) => string | undefined

/** Reads `key=value` pairs with commas between them, percent-encoded (W3C Baggage). */
const readPairs = (name: string, variable: ReadVariable): Result.Result<Record<string, string>, string> => {
  const pairs: Record<string, string> = {}
  for (const entry of (variable(name) ?? "").split(",")) {
    if (entry.trim() === "") continue
    const equals = entry.indexOf("=")
    const [key, value] = [entry.slice(0, Math.max(equals, 0)), entry.slice(equals + 1)].map((part) =>
      decodePercent(part.trim())
    )
    // The sentence leaves the value out, which may be a secret.
    if (!key || value === undefined)
      return Result.fail(`Invalid ${name}. Set key=value pairs with commas between them.`)
    pairs[key] = value
  }
  return Result.succeed(pairs)
}

const milliseconds = { maximum: 3_600_000, noun: "a number of milliseconds from 0 to 3600000" }

const readNumber = (
  name: string,
  variable: ReadVariable,
  { maximum, noun }: typeof milliseconds
): Result.Result<number | undefined, string> => {
  const text = variable(name)
  if (text === undefined) return Result.succeed(undefined)
  const value = /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : NaN
  return value <= maximum ? Result.succeed(value) : Result.fail(`Invalid ${name} "${text}". Set ${noun}.`)
}
