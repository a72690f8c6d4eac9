import { randomUUID } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import packageJson from "../../../package.json" with { type: "json" }
import { readTelemetryConfig, type TelemetryConfig } from "../../server/telemetry/TelemetryConfig.ts"
import { usageError } from "../CommandRefused.ts"
import type { ServeInput } from "./ServeOptions.ts"

/** Where telemetry goes, by the options and the environment. Succeeds with `undefined` if it goes nowhere. */
export const findTelemetryConfig = ({ otlp, traceSampling }: Pick<ServeInput, "otlp" | "traceSampling">) =>
  Effect.suspend(() =>
    Effect.fromResult(
      readTelemetryConfig({
        endpoint: Option.getOrUndefined(otlp),
        traceSampling: Option.getOrUndefined(traceSampling),
        version: packageJson.version,
        instanceId: randomUUID(),
        environment: process.env
      })
    )
  ).pipe(Effect.mapError(usageError))

// Both are loaded on demand, since the exporters would slow every other start.

/** Exports the spans of one thread, which is a worker if it has a number. */
export const exportSpans = Effect.fnUntraced(function* (config: TelemetryConfig, worker?: number) {
  const { makeSpanExport } = yield* Effect.promise(() => import("../../server/telemetry/SpanExport.ts"))
  const resource = worker === undefined ? config.resource : { ...config.resource, "taxonomy.worker": String(worker) }
  return yield* makeSpanExport({ ...config, resource })
})

/** Exports the metrics of the whole process. `collect` brings those of all threads up to date. */
export const exportMetrics = Effect.fnUntraced(function* (config: TelemetryConfig, collect: Effect.Effect<void>) {
  const { startMetricExport } = yield* Effect.promise(() => import("../../server/telemetry/MetricExport.ts"))
  yield* startMetricExport(config, collect)
})
