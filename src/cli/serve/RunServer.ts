import { fstatSync } from "node:fs"
import { constants } from "node:os"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import packageJson from "../../../package.json" with { type: "json" }
import type { EphemeralKey } from "../../keys/Authentication.ts"
import { describeNoKeys, KeyRing } from "../../keys/KeyRing.ts"
import { makeKeySnapshot } from "../../keys/KeySnapshot.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { readMaxDescriptors, registerProcessMetrics } from "../../platform/ProcessMetrics.ts"
import { serveAdmin } from "../../server/AdminServer.ts"
import { CurrentCatalog } from "../../server/catalog/CurrentCatalog.ts"
import { isLoopback } from "../../server/node/ClientAddress.ts"
import { registerStatusMetrics } from "../../server/observability/Metrics.ts"
import { makeRequestLog } from "../../server/observability/RequestLog.ts"
import { serveReads, type Phase } from "../../server/ReadServer.ts"
import { loadExplorerAssets } from "../../site/ExplorerAssets.ts"
import { loadGuides } from "../../site/Guides.ts"
import { readVerifierKeys } from "../../transparency/ReadVerifierKeys.ts"
import { makeUsageRecorder } from "../../usage/UsageRecorder.ts"
import { keyStoreAt } from "../keys/KeyOptions.ts"
import { processLog } from "../terminal/ProcessLog.ts"
import { unblockTerminal } from "../terminal/Terminal.ts"
import { findMisspelledVariables, listOptions } from "./Configuration.ts"
import { makeLimiter, makeUsageStore } from "./LimiterLocation.ts"
import { defaultUpgradeUrl, serveOptions, type ServeInput } from "./ServeOptions.ts"
import { exportMetrics, findTelemetryConfig, traceRequests } from "./Telemetry.ts"

interface RunServerOptions {
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
    const onPhase = (next: Phase) => {
      phase = next
      if (next === "draining") exitOnNextSignal()
    }
    const optionNames = listOptions(serveOptions).map(({ name }) => name)
    for (const { meant, name } of findMisspelledVariables(Object.keys(process.env), optionNames)) {
      yield* Effect.logWarning(`No option reads the variable ${name}. Did you mean ${meant}?`)
    }
    yield* registerStatusMetrics
    const usage = yield* makeUsageRecorder(yield* makeUsageStore(input.keys, input.limits))
    // Started first and so closed last: it reports the draining of the read server.
    if (input.adminPort !== undefined) {
      const address = yield* serveAdmin({
        host: input.adminHost,
        port: input.adminPort,
        phase: () => phase,
        allowNoKeys: input.allowNoKeys,
        usage
      })
      yield* Effect.logInfo(`Metrics and readiness at ${HttpServer.formatAddress(address)}`)
    }
    const { keepAlive, maxConnections, ...clientLimits } = input.clientLimits
    const maxDescriptors = readMaxDescriptors() ?? Infinity
    const shortage = describeDescriptorShortage(maxConnections, maxDescriptors)
    if (shortage !== undefined) yield* Effect.logWarning(shortage)
    const telemetry = yield* findTelemetryConfig(input)
    if (telemetry?.exportsMetrics === true) {
      if (input.adminPort === undefined) yield* registerProcessMetrics(packageJson.version)
      yield* exportMetrics(telemetry)
    }
    const limiter = yield* makeLimiter({
      location: input.limits,
      timeoutMillis: input.limitsTimeout,
      unavailable: input.limitsUnavailable
    })
    const { basePath, caching, host, operatorEmail, port, prepared, securityEmail, trustedProxy, upgradeUrl } = input
    const address = yield* serveReads({
      basePath,
      caching,
      host,
      operatorEmail,
      port,
      prepared,
      securityEmail,
      trustedProxy,
      upgradeUrl,
      limits: {
        ...clientLimits,
        maxConnections: fitConnections(maxConnections, maxDescriptors),
        keepAliveMillis: keepAlive * 1000
      },
      guides: loadGuides,
      ...(input.explorer ? { explorer: loadExplorerAssets } : {}),
      ...(telemetry?.exportsTraces === true ? { tracing: (sampling) => traceRequests(telemetry, sampling) } : {}),
      drainTimes: { delay: Duration.seconds(input.drainDelay) },
      limiter,
      log: yield* makeRequestLog(process.stderr),
      usage: usage.counter,
      onPhase
    })
    yield* announce(`${HttpServer.formatAddress(address)}${basePath}`)
    if (!isLoopback(input.host) && input.trustedProxy.length === 0) yield* Effect.logWarning(withoutProxy)
    // A server with a development key is a trial.
    if (ephemeralKeys.length === 0) {
      yield* Effect.forEach(describeMissingContacts(input), (text) => Effect.logWarning(text), { discard: true })
      if (input.limits === "memory") yield* Effect.logInfo(countedAlone)
    }
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
              reloads: reloadSignals
            })
          )
        ),
        Layer.unwrap(
          Effect.gen(function* () {
            const logKeys = yield* readVerifierKeys("--keys-trusted-key", input.keysTrustedKey, "ed25519")
            const files = yield* Effect.context<FileSystem.FileSystem>()
            const { keysMaxAge, keysSnapshot: file } = input
            return KeyRing.layer({
              ephemeralKeys,
              reloads: reloadSignals,
              trust: logKeys.length === 0 ? undefined : { logKeys },
              snapshot:
                file === undefined
                  ? undefined
                  : (location) => Effect.provideContext(makeKeySnapshot(file, location), files),
              maxAge: keysMaxAge && Duration.seconds(keysMaxAge)
            }).pipe(Layer.provide(keyStoreAt(input.keys)))
          })
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
  ...(operatorEmail === undefined
    ? ["--operator-email is not set, so /docs does not say whom to ask for an API key."]
    : []),
  ...(upgradeUrl === defaultUpgradeUrl
    ? [`--upgrade-url is not set, so 429 responses send callers to ${defaultUpgradeUrl}.`]
    : [])
]

/**
 * The connections that the server may accept, at most `maxConnections`: the system closes a connection for which there is
 * no descriptor, and tells nobody. The server closes idle ones instead.
 */
export const fitConnections = (maxConnections: number, maxDescriptors: number): number =>
  Math.min(maxConnections, Math.max(maxDescriptors - reserve, Math.floor(maxDescriptors / 3), 1))

/**
 * Says that the system would refuse connections before the server does, or returns `undefined` if it would not. Nobody
 * is told about a connection that the system refuses.
 */
export const describeDescriptorShortage = (maxConnections: number, maxDescriptors: number): string | undefined =>
  maxDescriptors >= maxConnections + reserve
    ? undefined
    : `The limit of open files is ${maxDescriptors}, which is too low for ${maxConnections} connections, so the server accepts ` +
      `${fitConnections(maxConnections, maxDescriptors)}. ` +
      `Raise it to ${maxConnections + reserve} (LimitNOFILE in a systemd unit, ulimit -n in a shell).`

/** Descriptors for everything but connections: files, listening sockets, the database, Redis, and the runtime. */
const reserve = 200

const withoutProxy =
  "The server listens on a public address without --trusted-proxy. Put a proxy in front of it, and name it: see docs/how-to/nginx.md."

const countedAlone = "Limits are counted in this process alone. Several instances need --limits redis://host."

const bytesPerMebibyte = 1_048_576

const exitDrained = Effect.sync((): never => process.exit(ExitCode.success))

/**
 * Announces the address of a server on stdout, for people and scripts, and in the log. A journal that takes both streams
 * gets the line of the log only.
 */
const announceAddress = Effect.fnUntraced(function* (baseUrl: string) {
  if (process.stderr.isTTY || !isSameFile(process.stdout.fd, process.stderr.fd)) {
    yield* Console.log(`Serving at ${baseUrl}`)
  }
  if (!process.stderr.isTTY) {
    yield* Effect.annotateLogs(Effect.logInfo(`Serving at ${baseUrl}`), { url: baseUrl, version: packageJson.version })
  }
})

/** True if two descriptors are open on the same file, pipe or socket. */
const isSameFile = (one: number, other: number): boolean => {
  const [{ dev, ino }, second] = [fstatSync(one), fstatSync(other)]
  return dev === second.dev && ino === second.ino
}

/** Emits for each SIGHUP, with which operators ask a server to read its files again. */
const reloadSignals: Stream.Stream<void> = Stream.callback<void>((queue) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const onSignal = () => void Queue.offerUnsafe(queue, undefined)
      process.on("SIGHUP", onSignal)
      return onSignal
    }),
    (onSignal) => Effect.sync(() => process.off("SIGHUP", onSignal))
  )
)

/** Keeps SIGHUP from ending the process whatever it does, and SIGUSR1 from opening the inspector of Node. */
const disarmSignals = (): void => {
  for (const signal of ["SIGHUP", "SIGUSR1"]) process.on(signal, () => undefined)
}

/** Exits without draining on a second signal. */
const exitOnNextSignal = (): void => {
  const start = performance.now()
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // npm and the launcher repeat a signal that a terminal has already sent to the whole process group.
      if (performance.now() - start > duplicateSignalMillis) process.exit(signalExitCode + constants.signals[signal])
    })
  }
}

const duplicateSignalMillis = 100

/** The exit code of a process that a signal ended is this plus the number of the signal. */
const signalExitCode = 128
