import * as Result from "effect/Result"
import { decodePercent } from "../../platform/PercentEncoding.ts"

/** Where and how telemetry is exported. */
export interface TelemetryConfig {
  /** The base URL of the collector, without a slash at the end. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** Attributes of the process, such as `service.name`. */
  readonly resource: Readonly<Record<string, string>>
  /** The fraction of requests to trace, from 0 to 1. */
  readonly traceSampling: number
  readonly exportsTraces: boolean
  readonly exportsMetrics: boolean
  readonly traceIntervalMillis: number
  readonly metricIntervalMillis: number
  /** For what is left when the server stops, of traces and of metrics. */
  readonly flushTimeoutMillis: number
}

export interface TelemetryInput {
  /** The value of `--otlp`. */
  readonly endpoint: string | undefined
  /** The value of `--trace-sampling`. */
  readonly traceSampling: number | undefined
  readonly version: string
  readonly instanceId: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * Reads the configuration from the options and from the standard variables of OpenTelemetry; options take precedence.
 * Succeeds with `undefined` if no collector is named, and fails with a sentence about an invalid variable.
 */
export const readTelemetryConfig = (input: TelemetryInput): Result.Result<TelemetryConfig | undefined, string> => {
  const { environment, instanceId, version } = input
  const variable = (name: string): string | undefined => {
    const value = environment[name]?.trim()
    return value === "" ? undefined : value
  }
  const endpoint = input.endpoint ?? variable("OTEL_EXPORTER_OTLP_ENDPOINT")
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
        "service.instance.id": instanceId,
        "service.version": version,
        ...named,
        "service.name": serviceName
      },
      traceSampling:
        input.traceSampling ??
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
