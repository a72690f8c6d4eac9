import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import packageJson from "../../../package.json" with { type: "json" }
import type { EphemeralKey } from "../../keys/Authentication.ts"
import { describeNoKeys, KeyRing } from "../../keys/KeyRing.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { serveAdmin } from "../../server/AdminServer.ts"
import { CurrentCatalog } from "../../server/catalog/CurrentCatalog.ts"
import {
  describeDescriptorShortage,
  fitConnections,
  readMaxDescriptors
} from "../../server/observability/FileDescriptors.ts"
import { registerProcessMetrics, registerThreadMetrics } from "../../server/observability/ProcessMetrics.ts"
import { makeRequestLog } from "../../server/observability/RequestLog.ts"
import { registerStatusMetrics } from "../../server/observability/StatusMetrics.ts"
import type { Phase } from "../../server/ReadServer.ts"
import { makeReplication } from "../../server/workers/coordinator/Replication.ts"
import { readVerifierKeys } from "../../transparency/ReadVerifierKeys.ts"
import { makeUsageRecorder } from "../../usage/UsageRecorder.ts"
import { keyStoreAt } from "../options/KeysLocation.ts"
import { processLog } from "../terminal/ProcessLog.ts"
import { unblockTerminal } from "../terminal/UnblockTerminal.ts"
import { announceAddress } from "./AnnounceAddress.ts"
import { answerInWorkers } from "./AnswerInWorkers.ts"
import { answerRequests, toAnswerConfig } from "./AnswerRequests.ts"
import { findMisspelledVariables } from "./config/MisspelledVariables.ts"
import { listOptions } from "./config/OptionPaths.ts"
import { defaultUpgradeUrl, serveOptions, type ServeInput } from "./ServeOptions.ts"
import { disarmSignals, exitOnNextSignal, reloadSignals } from "./ServerSignals.ts"
import { exportMetrics, findTelemetryConfig } from "./Telemetry.ts"
import { makeUsageStore } from "./UsageLocation.ts"

export interface RunServerOptions {
  readonly ephemeralKeys?: ReadonlyArray<EphemeralKey>
  /** Prints the base URL for the person who started the server. */
  readonly announce?: (baseUrl: string) => Effect.Effect<void>
  /** Ends the server when it succeeds. */
  readonly until?: Effect.Effect<void>
}

/** Runs the read server until a signal, or `until`, ends it. Exits with 0 after draining. */
export const runServer = (
  input: ServeInput,
  { announce = announceAddress, ephemeralKeys = [], until = Effect.never }: RunServerOptions = {}
) => {
  disarmSignals()
  // One thread needs no copies.
  const replication = input.workers === 1 ? undefined : makeReplication()
  return Effect.gen(function* () {
    // The server outlives the reader of its log.
    for (const stream of [process.stdout, process.stderr]) {
      stream.on("error", () => undefined)
      unblockTerminal(stream)
    }
    const logReload = Effect.logInfo("SIGHUP: reading the releases and the API keys again")
    yield* Effect.forkScoped(
      Stream.runForEach(reloadSignals, () => logReload),
      // Otherwise a signal that follows the address of the server could come before it.
      { startImmediately: true }
    )
    let phase: Phase = "starting"
    let collect: Effect.Effect<void> = Effect.void
    const onPhase = (next: Phase) => {
      phase = next
      if (next === "draining") exitOnNextSignal()
    }
    const optionNames = listOptions(serveOptions).map(({ name }) => name)
    for (const { meant, name } of findMisspelledVariables(Object.keys(process.env), optionNames)) {
      yield* Effect.logWarning(`No option reads the variable ${name}. Did you mean ${meant}?`)
    }
    yield* registerStatusMetrics
    const usage = yield* makeUsageRecorder(yield* makeUsageStore(input.limits))
    // Started first and so closed last: it reports the draining of the read server.
    if (Option.isSome(input.adminPort)) {
      const address = yield* serveAdmin({
        host: input.adminHost,
        port: input.adminPort.value,
        phase: () => phase,
        allowNoKeys: input.allowNoKeys,
        collect: Effect.suspend(() => collect),
        usage
      })
      yield* Effect.logInfo(`Metrics and readiness at ${HttpServer.formatAddress(address)}`)
    }
    const maxConnections = input.clientLimits.maxConnections * input.workers
    const maxDescriptors = readMaxDescriptors() ?? Infinity
    const shortage = describeDescriptorShortage(maxConnections, maxDescriptors)
    if (shortage !== undefined) yield* Effect.logWarning(shortage)
    const telemetry = yield* findTelemetryConfig(input)
    if (telemetry?.exportsMetrics === true) {
      if (Option.isNone(input.adminPort)) {
        yield* registerProcessMetrics(packageJson.version)
        yield* registerThreadMetrics
      }
      yield* exportMetrics(
        telemetry,
        Effect.suspend(() => collect)
      )
    }
    const fitting = Math.ceil(fitConnections(maxConnections, maxDescriptors) / input.workers)
    const config = toAnswerConfig(
      { ...input, clientLimits: { ...input.clientLimits, maxConnections: fitting } },
      telemetry
    )
    const answering = yield* replication === undefined
      ? answerRequests(config, { log: yield* makeRequestLog(process.stderr), usage: usage.counter, onPhase })
      : answerInWorkers(config, { workers: input.workers, replication, ephemeralKeys, usage: usage.counter, onPhase })
    if ("collect" in answering) collect = answering.collect
    yield* announce(`${answering.origin}${input.basePath}`)
    // A server with a development key is a trial.
    const missing = ephemeralKeys.length === 0 ? describeMissingContacts(input) : []
    yield* Effect.forEach(missing, (text) => Effect.logWarning(text), { discard: true })
    const { noKeysAt } = (yield* KeyRing).status()
    if (noKeysAt !== undefined) yield* Effect.logWarning(describeNoKeys(noKeysAt))
    yield* until
  }).pipe(
    Effect.scoped,
    Effect.provide(
      Layer.mergeAll(
        Layer.unwrap(
          Effect.map(readVerifierKeys("--trusted-key", input.trustedKey, "ed25519"), (trustedKeys) =>
            CurrentCatalog.layer(input.releases, {
              bodyBudget: input.historyBudget * bytesPerMebibyte,
              trustedKeys,
              rebuild: input.damagedReleases === "rebuild",
              reloads: reloadSignals,
              ...(replication === undefined
                ? {}
                : {
                    onChange: replication.setCatalog,
                    convertBodies: replication.share,
                    onEvict: replication.evict
                  })
            })
          )
        ),
        Layer.unwrap(
          Effect.map(readVerifierKeys("--keys-trusted-key", input.keysTrustedKey, "ed25519"), (logKeys) =>
            KeyRing.layer({
              ephemeralKeys,
              reloads: reloadSignals,
              trust: logKeys.length === 0 ? undefined : { logKeys },
              ...(replication === undefined ? {} : { onChange: replication.setKeys })
            }).pipe(Layer.provide(keyStoreAt(input.keys)))
          )
        )
      ).pipe(Layer.provideMerge(processLog))
    ),
    // The runner maps an interrupt to 130, but a server that has drained succeeded.
    Effect.onInterrupt(() => exitDrained),
    Effect.andThen(exitDrained)
  )
}

/** What callers are told because an option is not set. */
const describeMissingContacts = ({ operatorEmail, upgradeUrl }: ServeInput): ReadonlyArray<string> => [
  ...(Option.isNone(operatorEmail)
    ? ["--operator-email is not set, so /docs does not say whom to ask for an API key."]
    : []),
  ...(upgradeUrl === defaultUpgradeUrl
    ? [`--upgrade-url is not set, so 429 responses send callers to ${defaultUpgradeUrl}.`]
    : [])
]

const bytesPerMebibyte = 1_048_576

const exitDrained = Effect.sync((): never => process.exit(ExitCode.success))
