import { randomBytes } from "node:crypto"
import { constants } from "node:os"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as NetAddress from "effect/net/NetAddress"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { isError } from "../../domain/diagnostic/Finding.ts"
import { generateApiKey } from "../../domain/keys/ApiKey.ts"
import { newestOf, noHistory } from "../../domain/release/ReleaseHistory.ts"
import type { EphemeralKey } from "../../keys/Authentication.ts"
import { keyStoreAt } from "../../keys/KeyLedgerLocation.ts"
import { KeyRing } from "../../keys/KeyRing.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { verify } from "../../release/Verify.ts"
import { messageOf } from "../../report/FindingText.ts"
import { serveAdmin } from "../../server/AdminServer.ts"
import { CurrentCatalog } from "../../server/catalog/CurrentCatalog.ts"
import { makeRequestLog } from "../../server/observability/RequestLog.ts"
import { serveReads, type Phase } from "../../server/ReadServer.ts"
import { limiterAt } from "../options/LimitsLocation.ts"
import { serveFlags, type ServeInput } from "../options/ServeOptions.ts"
import { endProcess } from "../terminal/ForceExit.ts"

/** `taxonomy serve`: the read API over what was published, with the keys of the ledger. */
export const serve = Command.make("serve", serveFlags, (input) =>
  run(input, [], (base) => Console.log(`Serving at ${base}`), Effect.never)
).pipe(
  Command.withDescription("Serve the published releases over HTTP"),
  Command.withExamples([
    { command: "taxonomy serve --port 8080", description: "Serve releases/ on this machine, to holders of keys" },
    {
      command: "taxonomy serve --host 0.0.0.0 --admin-port 9090",
      description: "Serve on every address, with metrics for Prometheus"
    },
    {
      command: "taxonomy serve --keys postgres://taxonomy@db/taxonomy --limits redis://cache",
      description: "One of several servers that share keys and limits"
    }
  ])
)

/**
 * `taxonomy start`: what `npm start` runs. Everything is verified as `taxonomy verify` does, and on a loopback address
 * a key is made for this run alone, so that the first request is one line to paste. It ends with whoever started it:
 * npm does not pass signals on, and the server would keep the port.
 */
export const start = Command.make(
  "start",
  serveFlags,
  Effect.fnUntraced(function* (input) {
    const orphaned = parentGone(process.ppid)
    yield* verified(input.releases)
    if (!isLoopback(input.host)) return yield* run(input, [], (base) => Console.log(`Serving at ${base}`), orphaned)
    const key = Redacted.make(generateApiKey(randomBytes))
    const announce = (base: string) =>
      Console.log(`Serving at ${base}. Try it with a key that holds until the server ends:

curl -H "Authorization: Bearer ${Redacted.value(key)}" ${base}/v1/schema

What the documents show takes both from the environment:

export TAXONOMY_URL=${base} TAXONOMY_KEY=${Redacted.value(key)}
`)
    return yield* run(input, [{ key, tier: "enterprise" }], announce, orphaned)
  })
).pipe(
  Command.withDescription("Verify the releases and serve them; on this machine alone, with a development key"),
  Command.withExamples([
    { command: "taxonomy start", description: "Try the service out; prints a request to paste" },
    { command: "taxonomy start --port 0", description: "On any port that is free" }
  ])
)

/** The releases are not what the ledger makes of them. */
export class ReleasesUnsound extends Schema.TaggedError<ReleasesUnsound>()("ReleasesUnsound", {
  releases: Schema.String,
  problems: Schema.Array(Schema.String)
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    return [
      `${this.releases} is not what was published, so it is not served. taxonomy verify tells what to do:`,
      ...this.problems
    ].join("\n  ")
  }
}

/** Serves until `end`, or until the process is told to stop. */
const run = (
  { limits, ...input }: ServeInput,
  ephemeralKeys: ReadonlyArray<EphemeralKey>,
  announce: (base: string) => Effect.Effect<void>,
  end: Effect.Effect<void>
) =>
  Effect.gen(function* () {
    // Whoever reads the log may go away; the server stays.
    for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined)
    let phase: Phase = "starting"
    const onPhase = (next: Phase) => {
      phase = next
      if (next === "draining") endAtNextSignal()
    }
    // First, so that it is still there to tell of the end of the other.
    if (Option.isSome(input.adminPort)) {
      const address = yield* serveAdmin({ host: input.adminHost, port: input.adminPort.value, phase: () => phase })
      yield* Effect.logInfo(`Metrics and readiness at ${HttpServer.formatAddress(address)}`)
    }
    const log = yield* makeRequestLog(process.stderr)
    const limiter = yield* limiterAt(limits)
    const address = yield* serveReads({
      ...input,
      contacts: {
        operator: Option.getOrUndefined(input.operatorEmail),
        security: Option.getOrUndefined(input.securityEmail)
      },
      drainTimes: { delay: Duration.seconds(input.drainDelay) },
      limiter,
      log,
      onPhase
    })
    yield* announce(`${HttpServer.formatAddress(address)}${input.basePath}`)
    const { noLedgerAt } = (yield* KeyRing).status()
    if (noLedgerAt !== undefined && ephemeralKeys.length === 0) {
      yield* Effect.logWarning(
        `There is no key ledger at ${noLedgerAt} yet, so no key is accepted; issue one with taxonomy keys issue`
      )
    }
    yield* end
  }).pipe(
    Effect.scoped,
    Effect.provide(
      Layer.mergeAll(
        CurrentCatalog.layer(input.releases, { bodyBudget: input.historyBudget * mebibyte }),
        KeyRing.layer({ ephemeralKeys }).pipe(Layer.provide(keyStoreAt(input.keys)))
      ).pipe(Layer.provideMerge(logger))
    ),
    // The runner ends with 130 when it is told to stop; a server that drained has done all that it was asked to.
    Effect.onInterrupt(() => drained),
    Effect.andThen(drained)
  )

const mebibyte = 1_048_576

/** Whoever tells a server twice to stop does not want to wait for its callers. */
const endAtNextSignal = (): void => {
  const since = performance.now()
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // Npm and the launcher pass on what a terminal has already sent to all of them.
      if (performance.now() - since > sameSignalMillis) endProcess(signalled + constants.signals[signal])
    })
  }
}

const sameSignalMillis = 100

/** The exit code of a program that a signal ended, less the signal's number. */
const signalled = 128

const drained = Effect.callback<never>(() => endProcess(0))

/** Succeeds when the parent is no longer the one that it was, which is how a process sees that its parent has ended. */
const parentGone = (parent: number): Effect.Effect<void> =>
  Effect.sleep("500 millis").pipe(Effect.repeat({ until: () => process.ppid !== parent }))

/** Stdout is for what the person who started this should see; a line for a program is JSON. */
const logger = process.stderr.isTTY
  ? Layer.merge(Logger.layer([Logger.consolePretty({ colors: hasColour() })]), Layer.succeed(Logger.LogToStderr, true))
  : Logger.layer([Logger.withConsoleError(Logger.formatJson)])

/** By the same rule as help and reports, which ask stdout where the log asks stderr. */
function hasColour(): boolean {
  const { NO_COLOR = "", TERM } = process.env
  return NO_COLOR === "" && TERM !== "dumb"
}

const verified = Effect.fnUntraced(function* (releases: string) {
  const { findings, history } = yield* verify(releases).pipe(
    // Without a folder there is nothing to verify, and the server says so better.
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed({ findings: [], history: noHistory }))
  )
  const problems = findings.filter(isError).map(messageOf)
  if (problems.length > 0) return yield* new ReleasesUnsound({ releases, problems })
  const count = history.releases.size
  const newest = newestOf(history)?.version
  if (newest === undefined) return
  yield* Console.log(`Verified ${count} release${count === 1 ? "" : "s"}, newest ${newest}.`)
})

const isLoopback = (host: string): boolean =>
  host === "localhost" ||
  Result.match(NetAddress.ipFromString(host), { onFailure: () => false, onSuccess: NetAddress.isLoopback })
