import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import { newestOf } from "../../domain/release/commands/VersionPlan.ts"
import { followOrigin } from "../../mirror/FollowOrigin.ts"
import { mirror } from "../../mirror/Mirror.ts"
import type { MirrorOutcome } from "../../mirror/MirrorOnce.ts"
import type { MirrorOptions } from "../../mirror/MirrorOptions.ts"
import { parseOrigin, type OriginDefect } from "../../mirror/Origin.ts"
import { hideFromProcessList } from "../../platform/CommandLine.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { usageError } from "../CommandRefused.ts"
import { readTrust } from "../options/ReadTrust.ts"
import { formatError } from "../terminal/ErrorMessage.ts"
import { jsonLine } from "../terminal/Output.ts"
import { processLog } from "../terminal/ProcessLog.ts"
import type { MirrorInput } from "./Mirror.ts"
import { formatOutcome, toOutcomeJson } from "./MirrorText.ts"
import { originClient } from "./OriginClient.ts"
import { readAuthorization } from "./ReadAuthorization.ts"

/** Copies published releases once, or until a signal. */
export const runMirror = Effect.fnUntraced(function* (input: MirrorInput) {
  const origin = Result.getOrUndefined(parseOrigin(input.url)) ?? (yield* usageError(describeDefect(input.url)))
  if (origin.hasSecrets) hideFromProcessList(input.url)
  const trust = yield* readTrust(input)
  const timeout = Duration.seconds(input.timeout)
  const readOptions = Effect.gen(function* () {
    const options: MirrorOptions = {
      origin,
      releases: input.into,
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
const describeDefect = (url: string): string => {
  const defect: OriginDefect = Result.match(parseOrigin(url), { onFailure: (found) => found, onSuccess: () => "form" })
  return `<url> ${defects[defect]} Write the address of the folder that contains ledger.ndjson, such as https://releases.example/taxonomy.`
}

const defects = {
  form: "is not a URL.",
  fragment: "has a fragment, which is never sent.",
  protocol: "begins with neither https: nor http:."
} as const

/** Continues after a lost connection, and leaves a lasting outage to the next run. */
const maxRetries = 3
