import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as Queue from "effect/Queue"
import packageJson from "../../../package.json" with { type: "json" }
import { keyLedgerCodec, type KeyLedger } from "../../keys/KeyLedgerCodec.ts"
import { trustedReader } from "../../keys/log/VerifyKeyLedger.ts"
import { readMasterSecrets } from "../../notify/HookSecrets.ts"
import { followLedger, hookLedgerCodec, planLedger, runNotifier } from "../../notify/Notifier.ts"
import { makeSend } from "../../notify/Send.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { withFileLock } from "../../platform/FileLock.ts"
import { registerObserved, registerProcessMetrics } from "../../platform/ProcessMetrics.ts"
import { readLedgerWithLog, watchLedger } from "../../release/LedgerWatch.ts"
import type { LedgerWithLog } from "../../release/log/ReadSignedLog.ts"
import { live, metricsReply, serveOperators } from "../../server/AdminServer.ts"
import { readVerifierKeys } from "../../transparency/ReadVerifierKeys.ts"
import { keyLedgerAt } from "../keys/KeyOptions.ts"
import type * as Options from "../options/Options.ts"
import { processLog } from "../terminal/ProcessLog.ts"
import { deliveriesAt, hookStoreAt, isDatabase } from "./HookOptions.ts"
import type { notifyOptions } from "./Notify.ts"

type NotifyInput = Options.InputOf<typeof notifyOptions>

/** Runs a notifier until a signal. Exits with 0 after the messages that are being sent were answered. */
export const runNotify = (input: NotifyInput) =>
  Effect.gen(function* () {
    const masters = yield* readMasterSecrets
    const wakeups = yield* Queue.sliding<void>(1)
    const wake = Queue.offer(wakeups, undefined)
    const hookStore = yield* hookStoreAt(input.hooks)
    const deliveries = yield* deliveriesAt(input.hooks)
    const hooks = yield* followLedger(hookLedgerCodec, hookStore, wake)
    const keys = yield* followKeys(input, wake)
    const releases = yield* followReleases(input, wake)
    const { allowHttp, allowPrivate, parallel, service, timeout } = input
    const status = yield* runNotifier({
      hooks: hooks.state,
      keys: keys.state,
      ledger: releases.planned,
      hookStore,
      deliveries,
      masters,
      service,
      send: makeSend({ allowHttp, allowPrivate, timeoutMillis: timeout * 1000 }),
      parallel,
      wakeups
    })
    yield* registerObserved({
      taxonomy_hooks_active: ["Hooks that get messages", () => status().active],
      taxonomy_hooks_paused: ["Hooks that were paused because of failures", () => status().paused],
      taxonomy_hooks_failing: ["Hooks to which the last attempt failed", () => status().failing],
      taxonomy_hooks_pending: ["Hooks that have not got all messages", () => status().pending],
      taxonomy_hooks_in_flight: ["Messages that are being sent", () => status().inFlight],
      taxonomy_hooks_ledger_sequence: ["Newest event of the ledger of releases", () => status().sequence],
      taxonomy_hooks_degraded: [
        "1 while a ledger cannot be read, so that messages are missing or go to hooks that ended",
        () => Number([releases.failure(), hooks.failure(), keys.failure()].some((failure) => failure !== undefined))
      ]
    })
    if (input.adminPort !== undefined) {
      yield* registerProcessMetrics(packageJson.version)
      const address = yield* serveOperators({
        host: input.adminHost,
        port: input.adminPort,
        answers: {
          "/metrics": () => Effect.map(PrometheusMetrics.format(), metricsReply),
          "/live": () => Effect.succeed(live)
        }
      })
      yield* Effect.logInfo(`Metrics at ${HttpServer.formatAddress(address)}`)
    }
    yield* Console.log(`Notifying ${status().active === 0 ? "no hooks yet" : "hooks"} of ${input.releases}`)
    return yield* Effect.never
  }).pipe(
    Effect.scoped,
    // Other notifiers on the same file wait until this one has ended, and go on where it was.
    isDatabase(input.hooks)
      ? (effect) => effect
      : withFileLock(`${input.hooks}.notify.lock`, { mode: 0o600, timeout: Duration.infinity }),
    Effect.provide(processLog),
    Effect.onInterrupt(() => Effect.sync((): never => process.exit(ExitCode.success)))
  )

/** Follows the ledger of API keys: with trusted keys, only what one of them signed. */
const followKeys = Effect.fnUntraced(function* (
  { keys, keysTrustedKey }: Pick<NotifyInput, "keys" | "keysTrustedKey">,
  onChange: Effect.Effect<unknown>
) {
  const logKeys = yield* readVerifierKeys("--keys-trusted-key", keysTrustedKey, "ed25519")
  const store = yield* (yield* keyLedgerAt(keys)).store
  const { read, revision } = trustedReader(store, logKeys.length === 0 ? undefined : { logKeys })
  const readKeys = (known: KeyLedger) => Effect.map(read(known), ({ ledger }) => ledger)
  return yield* followLedger(keyLedgerCodec, { ...store, revision, read: readKeys }, onChange)
})

/** Follows the ledger of releases and its checkpoint. */
const followReleases = Effect.fnUntraced(function* (
  { releases, trustedKey }: Pick<NotifyInput, "releases" | "trustedKey">,
  onChange: Effect.Effect<unknown>
) {
  const trustedKeys = yield* readVerifierKeys("--trusted-key", trustedKey, "ed25519")
  let current: LedgerWithLog = yield* readLedgerWithLog(releases, trustedKeys)
  let planned = planLedger(current)
  const watch = yield* watchLedger({
    releases,
    pollInterval: Duration.millis(500),
    patience: Duration.seconds(30),
    trustedKeys,
    served: () => current,
    apply: (next) =>
      Effect.suspend(() => {
        current = next
        planned = planLedger(next)
        return onChange
      })
  })
  return { planned: () => planned, failure: () => watch.status().reason }
})
