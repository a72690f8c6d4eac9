import { randomUUID } from "node:crypto"
import * as Effect from "effect/Effect"
import packageJson from "../../../package.json" with { type: "json" }
import type { SamplingOptions } from "../../server/telemetry/Telemetry.ts"
import { readTelemetryConfig, type TelemetryConfig } from "../../server/telemetry/TelemetryConfig.ts"
import { usageError } from "../CommandRefused.ts"
import type { ServeInput } from "./ServeOptions.ts"

/** Where telemetry goes, by the options and the environment. Succeeds with `undefined` if it goes nowhere. */
export const findTelemetryConfig = ({ otlp, traceSampling }: Pick<ServeInput, "otlp" | "traceSampling">) =>
  Effect.suspend(() =>
    Effect.fromResult(
      readTelemetryConfig({
        endpoint: otlp,
        traceSampling,
        version: packageJson.version,
        instanceId: randomUUID(),
        environment: process.env
      })
    )
  ).pipe(Effect.mapError(usageError))

// Both are loaded on demand, since the exporters would slow every other start.

export const traceRequests = Effect.fnUntraced(function* (config: TelemetryConfig, sampling: SamplingOptions) {
  const { makeRequestTracing } = yield* Effect.promise(() => import("../../server/telemetry/Telemetry.ts"))
  return yield* makeRequestTracing(config, sampling)
})

export const exportMetrics = Effect.fnUntraced(function* (config: TelemetryConfig) {
  const { startMetricExport } = yield* Effect.promise(() => import("../../server/telemetry/Telemetry.ts"))
  yield* startMetricExport(config)
})
