import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { defaultTraceSampling } from "../../server/telemetry/TelemetryConfig.ts"
import { keyLedgerAt } from "../keys/KeyOptions.ts"
import { explicitToggle } from "../options/EnvironmentOption.ts"
import { renderConfiguration, toEffectiveConfiguration, findMisspelledVariables, listOptions } from "./Configuration.ts"
import { redisAt } from "./LimiterLocation.ts"
import { serveOptions, workersOption, type ServeInput } from "./ServeOptions.ts"
import { findTelemetryConfig } from "./Telemetry.ts"

/** `taxonomy serve`: the read API over the published releases. */
export const serveCommand = Command.make(
  "serve",
  {
    ...serveOptions,
    workers: workersOption,
    printConfig: explicitToggle("print-config", "Print the effective configuration as JSON, without serving")
  },
  ({ printConfig: isPrinted, workers: _workers, ...input }) => (isPrinted ? printConfig(input) : serve(input))
).pipe(
  Command.withExamples([
    { command: "taxonomy serve --port 8080", description: "Serve releases/ on this machine" },
    { command: "taxonomy serve --host 0.0.0.0 --admin-port 9090", description: "Serve on all addresses, with metrics" },
    {
      command: "taxonomy serve --keys postgres://taxonomy@db/taxonomy --limits redis://cache",
      description: "Share API keys and rate limits with other servers"
    }
  ])
)

/** The server is loaded when it runs: help and the configuration need little of it. */
const serve = Effect.fnUntraced(function* (input: ServeInput) {
  const { runServer } = yield* Effect.promise(() => import("./RunServer.ts"))
  return yield* runServer(input)
})

/** Prints the configuration of the server as JSON. Opens no port, ledger or connection. */
const printConfig = Effect.fnUntraced(function* (input: ServeInput) {
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
