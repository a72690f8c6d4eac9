import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { defaultTraceSampling } from "../../../server/telemetry/TelemetryConfig.ts"
import { keyLedgerAt } from "../../options/KeysLocation.ts"
import { redisAt } from "../RedisLocation.ts"
import { serveOptions, type ServeInput } from "../ServeOptions.ts"
import { findTelemetryConfig } from "../Telemetry.ts"
import { renderConfiguration, toEffectiveConfiguration } from "./EffectiveConfiguration.ts"
import { findMisspelledVariables } from "./MisspelledVariables.ts"
import { listOptions } from "./OptionPaths.ts"

/** Prints the configuration of the server as JSON. Opens no port, ledger or connection. */
export const runPrintConfig = Effect.fnUntraced(function* (input: ServeInput) {
  // Both refuse an invalid address without repeating it, and hide a password in the list of processes.
  yield* keyLedgerAt(input.keys)
  if (input.limits !== "memory") yield* redisAt(input.limits)
  const telemetry = yield* findTelemetryConfig(input)
  const effective = {
    ...input,
    otlp: Option.orElse(input.otlp, () => Option.fromUndefinedOr(telemetry?.endpoint)),
    traceSampling: telemetry?.traceSampling ?? Option.getOrElse(input.traceSampling, () => defaultTraceSampling)
  }
  const options = listOptions(serveOptions)
  const optionNames = options.map(({ name }) => name)
  for (const { meant, name } of findMisspelledVariables(Object.keys(process.env), optionNames)) {
    yield* Console.error(`warning: No option reads the variable ${name}. Did you mean ${meant}?`)
  }
  const configuration = toEffectiveConfiguration({
    options,
    input: effective,
    words: process.argv.slice(2),
    environment: process.env,
    standardVariables: telemetry === undefined ? {} : standardVariables
  })
  yield* Console.log(renderConfiguration(configuration))
})

const standardVariables = { otlp: "OTEL_EXPORTER_OTLP_ENDPOINT", "trace-sampling": "OTEL_TRACES_SAMPLER_ARG" }
