import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { keyLedgerAt } from "../keys/KeyOptions.ts"
import * as Options from "../options/Options.ts"
import { renderConfiguration, toEffectiveConfiguration, findMisspelledVariables, listOptions } from "./Configuration.ts"
import { redisAt } from "./LimiterLocation.ts"
import { serveOptions, workersOption, type ServeInput } from "./ServeOptions.ts"
import { defaultTraceSampling, findTelemetryConfig } from "./Telemetry.ts"

/** `taxonomy serve`: the read API over the published releases. */
export const serveCommand = Options.makeCommand(
  "serve",
  {
    ...serveOptions,
    workers: workersOption,
    printConfig: Options.explicitToggle("print-config", "Print the effective configuration as JSON, without serving")
  },
  {
    "taxonomy serve --port 8080": "Serve releases/ on this machine",
    "taxonomy serve --host 0.0.0.0 --admin-port 9090": "Serve on all addresses, with metrics",
    "taxonomy serve --keys postgres://taxonomy@db/taxonomy --limits redis://cache":
      "Share API keys and rate limits with other servers"
  }
)(function* ({ printConfig: isPrinted, workers: _workers, ...input }) {
  if (isPrinted) return yield* printConfig(input)
  // The server is loaded when it runs: help and the configuration need little of it.
  const { runServer } = yield* Effect.promise(() => import("./RunServer.ts"))
  yield* runServer(input)
})

/** Prints the configuration of the server as JSON. Opens no port, ledger or connection. */
const printConfig = Effect.fnUntraced(function* (input: ServeInput) {
  // Both refuse an invalid address without repeating it, and hide a password in the list of processes.
  yield* keyLedgerAt(input.keys)
  if (input.limits !== "memory") yield* redisAt(input.limits)
  const telemetry = yield* findTelemetryConfig(input)
  const effective = {
    ...input,
    otlp: input.otlp ?? telemetry?.endpoint,
    traceSampling: telemetry?.traceSampling ?? input.traceSampling ?? defaultTraceSampling
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
