import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Argument from "effect/cli/Argument"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { newestOf } from "../../domain/release/ReleaseLines.ts"
import { followOrigin } from "../../mirror/FollowOrigin.ts"
import { mirror, type MirrorOptions, type MirrorOutcome } from "../../mirror/Mirror.ts"
import { parseOrigin, type OriginDefect } from "../../mirror/Origin.ts"
import { hideFromProcessList } from "../../platform/CommandLine.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { readRegularFile } from "../../platform/RegularFiles.ts"
import { formatLog } from "../../report/LogText.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { readTrust, trustedKeyOption, witnessOptions } from "../options/Trust.ts"
import { formatError } from "../terminal/ErrorMessage.ts"
import { jsonLine } from "../terminal/Output.ts"
import { processLog } from "../terminal/ProcessLog.ts"

const secondsOption = (name: string, description: string, usual: string, minimum: number) =>
  Options.withRange(Options.textOptionOr(name, description, usual), {
    noun: "a number of seconds",
    minimum,
    maximum: 86_400
  })

const mirrorOptions = {
  url: Options.textArgument("url", "Address of the folder that contains ledger.ndjson [env: TAXONOMY_MIRROR_URL]").pipe(
    Argument.withFallbackConfig(Config.String("TAXONOMY_MIRROR_URL"))
  ),
  into: Options.textOption("into", "Folder that receives the releases").pipe(Options.withFolder),
  trustedKey: trustedKeyOption,
  ...witnessOptions,
  keep: Options.withRange(
    Options.textOption(
      "keep",
      "Number of newest releases to keep with their artifacts, besides the newest of each major. Of others, the manifest is kept, and servers render them from the ledger",
      Options.defaultNote("all")
    ),
    { noun: "a number of releases", minimum: 1, maximum: 1_000_000 }
  ).pipe(Options.optional),
  follow: Options.toggleOption("follow", "Run until a signal, and copy new releases when they are published"),
  interval: secondsOption("interval", "Seconds between two polls with --follow", "30", 1),
  timeout: secondsOption("timeout", "Seconds that the origin server may send nothing", "30", 1),
  wait: secondsOption(
    "wait",
    "Seconds to wait for files that do not fit each other yet, and for a busy server",
    "30",
    0
  ),
  format: Options.plainFormatOption
}

type MirrorInput = Options.InputOf<typeof mirrorOptions>

/** `taxonomy mirror`: a verified copy of published releases from a static HTTP server, made once or until a signal. */
export const mirrorCommand = Options.makeCommand("mirror", mirrorOptions, {
  "taxonomy mirror https://releases.example/taxonomy --into releases --trusted-key log.vkey":
    "Copy what is new, if the log is signed",
  "taxonomy mirror https://releases.example/taxonomy --into releases --follow":
    "Copy each new release when it is published"
})(function* (input) {
  const origin = yield* Effect.fromResult(Result.mapError(parseOrigin(input.url), refuseAddress))
  if (origin.hasSecrets) hideFromProcessList(input.url)
  const trust = yield* readTrust(input)
  const timeout = Duration.seconds(input.timeout)
  const readOptions = Effect.gen(function* () {
    const options: MirrorOptions = {
      origin,
      releases: input.into,
      keep: input.keep,
      client: yield* HttpClient.HttpClient,
      authorization: (yield* readAuthorization) ?? origin.authorization,
      trust,
      timeout,
      patience: Duration.seconds(input.wait),
      maxRetries
    }
    return options
  })
  yield* readAuthorization
  if (input.follow) return yield* follow(input, readOptions).pipe(Effect.provide(originClient(timeout)), exitOnSignal)
  const outcome = yield* Effect.flatMap(readOptions, mirror).pipe(Effect.provide(originClient(timeout)))
  const { format, into } = input
  yield* Console.log(
    format === "json" ? jsonLine(toOutcomeJson(into, origin.folder, outcome)) : formatOutcome(into, outcome)
  )
})

const follow = <E extends { readonly _tag: string; readonly message: string }, R>(
  { interval, into }: MirrorInput,
  options: Effect.Effect<MirrorOptions, E, R>
) =>
  Effect.gen(function* () {
    // It outlives the reader of its log.
    process.stderr.on("error", () => undefined)
    const wakeups = yield* Queue.sliding<void>(1)
    process.on("SIGHUP", () => Queue.offerUnsafe(wakeups, undefined))
    return yield* followOrigin({
      options,
      interval: Duration.seconds(interval),
      wakeups,
      describe: (error) => formatError(error).replace(/^error: /, ""),
      report: (outcome) => Effect.annotateLogs(Effect.logInfo(formatOutcome(into, outcome)), toAnnotations(outcome))
    })
  }).pipe(Effect.provide(processLog))

const toAnnotations = ({ copied, ledger, log }: MirrorOutcome) => ({
  sequence: ledger.head.sequence,
  hash: ledger.head.hash,
  newest: newestOf(ledger.history)?.version ?? null,
  copied,
  signed: log.signed
})

/** A mirror that a signal ends has done its work. */
const exitOnSignal = Effect.onInterrupt(() => Effect.sync((): never => process.exit(ExitCode.success)))

/** The message repeats nothing of a URL that may contain a password. */
const refuseAddress = (defect: OriginDefect) =>
  usageError(
    `<url> ${defects[defect]} Write the address of the folder that contains ledger.ndjson, such as https://releases.example/taxonomy.`
  )

const defects = {
  form: "is not a URL.",
  fragment: "has a fragment, which is never sent.",
  protocol: "begins with neither https: nor http:."
} as const

/** Continues after a lost connection, and leaves a lasting outage to the next run. */
const maxRetries = 3

/** What a folder holds after its origin was read, in one line. */
export const formatOutcome = (into: string, outcome: MirrorOutcome): string => {
  const { head, history } = outcome.ledger
  const newest = newestOf(history)?.version
  const holds = [
    `${into} holds ${formatCount(history.releases.size, "release")} up to event ${head.sequence}`,
    ...(newest === undefined ? [] : [`newest ${newest}`]),
    ...(outcome.complete < history.releases.size ? [`${outcome.complete} with their artifacts`] : [])
  ]
  return `${formatChange(outcome)} ${holds.join(", ")}. ${formatLog(outcome.log)}`
}

/** The same for programs. */
const toOutcomeJson = (into: string, url: string, { complete, copied, isChanged, ledger, log }: MirrorOutcome) => ({
  command: "mirror",
  ok: true,
  url,
  into,
  changed: isChanged,
  copied,
  releases: ledger.history.releases.size,
  complete,
  newest: newestOf(ledger.history)?.version ?? null,
  ledger: ledger.head,
  log
})

const formatChange = ({ copied, isChanged }: MirrorOutcome): string => {
  if (copied.length === 0) return isChanged ? "Copied the ledger." : "Nothing is new."
  const names = copied.length > maxNames ? [...copied.slice(0, maxNames), "…"] : copied
  return `Copied ${formatCount(copied.length, "release")} (${names.join(", ")}).`
}

const maxNames = 5

/** The environment variable with the value of the `Authorization` header, or with the absolute path of its file. */
const authorizationVariable = "TAXONOMY_MIRROR_AUTHORIZATION"

/**
 * Reads what the origin requires as `Authorization`; `undefined` if the variable is missing or empty. A file is read each
 * time, since tokens are replaced. Messages contain nothing of the value.
 */
const readAuthorization = Effect.gen(function* () {
  const given = yield* Effect.orDie(Config.Redacted(authorizationVariable).pipe(Config.withDefault(Redacted.make(""))))
  const value = Redacted.value(given).trim()
  if (value === "") return undefined
  const text = value.startsWith("/") ? new TextDecoder().decode(yield* readRegularFile(value)).trim() : value
  if (/^[\x20-\x7e]+$/.test(text)) return Redacted.make(text)
  return yield* usageError(
    `${authorizationVariable} is not the value of a header. Write it on one line, such as Bearer and a token.`
  )
})

/** An HTTP client that goes through the proxy of the environment (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`), if there is one. */
const originClient = (timeout: Duration.Duration) =>
  Layer.provide(
    NodeHttpClient.layerUndiciNoDispatcher,
    Layer.effect(
      NodeHttpClient.Dispatcher,
      Effect.acquireRelease(
        Effect.map(
          Effect.promise(() => import("@effect/platform-node/Undici")),
          // A bundle has the default export alone.
          ({ default: { EnvHttpProxyAgent } }) =>
            new EnvHttpProxyAgent({ connect: { timeout: Duration.toMillis(timeout) } })
        ),
        (dispatcher) => Effect.promise(() => dispatcher.destroy())
      )
    )
  )
