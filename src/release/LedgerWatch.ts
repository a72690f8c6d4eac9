import { join } from "node:path"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import * as Schedule from "effect/Schedule"
import type * as Stream from "effect/Stream"
import type { ChainBroken } from "../domain/ledger/HashChain.ts"
import type { VerifierKey } from "../domain/transparency/VerifierKey.ts"
import { follow } from "../platform/Follow.ts"
import { readRegularFile, revisionOf } from "../platform/RegularFiles.ts"
import type { CheckpointBroken } from "../transparency/CheckpointFiles.ts"
import { ArtifactBroken } from "./artifacts/ArtifactCheck.ts"
import { ledgerFile, ledgerStateOf, readLedger, rereadLedger } from "./Ledger.ts"
import { checkpointFile, pendingCheckpointFile } from "./log/CheckpointFile.ts"
import { isIncomplete, readSignedLog, type LogUnsigned, type LedgerWithLog } from "./log/ReadSignedLog.ts"

/**
 * Reads a ledger and its checkpoint to begin with. Tries again for two seconds, since the checkpoint may be replaced while
 * the ledger is read, or arrive before it.
 */
export const readLedgerWithLog = (releases: string, trustedKeys: ReadonlyArray<VerifierKey>) =>
  Effect.gen(function* () {
    const ledger = ledgerStateOf(yield* readLedger(releases))
    const log = yield* readSignedLog(releases, ledger, { trustedKeys, signedBefore: 0 })
    return { ledger, log } satisfies LedgerWithLog
  }).pipe(
    Effect.retry({
      while: (error) => (error._tag === "CheckpointBroken" || error._tag === "LogUnsigned") && isIncomplete(error),
      schedule: Schedule.spaced("100 millis"),
      times: 20
    })
  )

interface WatchOptions<R> {
  readonly releases: string
  readonly pollInterval: Duration.Duration
  /** How long files may be missing before that is a failure. */
  readonly patience: Duration.Duration
  /** Keys of which one must have signed the whole ledger. None allows an unsigned log. */
  readonly trustedKeys: ReadonlyArray<VerifierKey>
  /** Reads the folder again at once for each element. */
  readonly reloads?: Stream.Stream<void> | undefined
  /** The ledger that is served, with its log. */
  readonly served: () => LedgerWithLog
  /** Puts a ledger that has grown in force, or the same one with another checkpoint. */
  readonly apply: (next: LedgerWithLog) => Effect.Effect<void, ArtifactBroken | PlatformError, R>
}

interface WatchStatus {
  /** Why the served ledger is not the one in the folder, if that lasts. */
  readonly reason: string | undefined
  /** Failures since the start, each counted once. */
  readonly failures: number
  readonly polls: number
}

/**
 * Follows the ledger and its checkpoint until the scope closes and applies them whenever one has changed and they fit each
 * other. Failures are logged once and tried again at each poll, since folders may arrive after the ledger that names
 * them, and files may be restored.
 */
export const watchLedger = Effect.fnUntraced(function* <R>({
  apply,
  patience,
  pollInterval,
  releases,
  reloads,
  served,
  trustedKeys
}: WatchOptions<R>) {
  const path = join(releases, ledgerFile)
  const absent = new ArtifactBroken({ file: ledgerFile, reason: "it is missing or empty", missing: true })
  const orAbsent = <A>(effect: Effect.Effect<A, PlatformError>) =>
    Effect.catchReason(effect, "PlatformError", "NotFound", () => Effect.fail(absent))

  const revisionOrNone = (file: string) =>
    Effect.catchReason(revisionOf(join(releases, file)), "PlatformError", "NotFound", () => Effect.succeed("none"))
  const revisions = [orAbsent(revisionOf(path)), ...[checkpointFile, pendingCheckpointFile].map(revisionOrNone)]

  type Failure = ArtifactBroken | ChainBroken | CheckpointBroken | LogUnsigned | PlatformError
  const status = yield* follow<LedgerWithLog, Failure, R>({
    name: "reloadCatalog",
    interval: pollInterval,
    revision: Effect.map(Effect.all(revisions, { concurrency: "unbounded" }), (all) => all.join("; ")),
    read: Effect.gen(function* () {
      const bytes = yield* orAbsent(readRegularFile(path))
      // Programs that write a file in place empty it first.
      if (bytes.length === 0) return yield* absent
      const before = served()
      const ledger = yield* Effect.fromResult(rereadLedger(before.ledger, bytes))
      const log = yield* readSignedLog(releases, ledger, {
        trustedKeys,
        signedBefore: before.log?.checkpoint.size ?? 0
      })
      return { ledger, log }
    }),
    apply: (next) => (hasChanged(served(), next) ? apply(next) : Effect.void),
    isPermanent: ({ _tag }) => permanent.has(_tag),
    gracePeriod: (error) => {
      if (error === absent) return Duration.min(patience, maxReplacementTime)
      if (error._tag === "ArtifactBroken") return error.missing ? patience : Duration.zero
      const isCopying = (error._tag === "CheckpointBroken" || error._tag === "LogUnsigned") && isIncomplete(error)
      return isCopying ? patience : Duration.zero
    },
    reloads,
    readTimeout,
    applyTimeout: patience,
    onFailure: (message) => Effect.logError(`What was served before stays in force: ${message}`),
    onRecovery: Effect.logInfo("The releases can be read again")
  })

  const overdue = {
    read: `${path} could not be read for ${Duration.format(readTimeout)}: the disk does not respond`,
    apply: `A newer ledger could not be put in force for ${Duration.format(patience)}`
  }
  return {
    status: (): WatchStatus => {
      const { failure, failures, overdue: step, polls } = status()
      return { reason: failure ?? (step === undefined ? undefined : overdue[step]), failures, polls }
    }
  }
})

const hasChanged = (served: LedgerWithLog, next: LedgerWithLog): boolean =>
  next.ledger.head.sequence > served.ledger.head.sequence ||
  next.log?.checkpoint.source !== served.log?.checkpoint.source

/** Errors that only another revision of the files can cure. */
const permanent: ReadonlySet<string> = new Set(["ChainBroken", "CheckpointBroken", "LogUnsigned"])

/** A ledger that is being replaced is missing for a moment only. */
const maxReplacementTime = Duration.seconds(2)

/** A poll takes a millisecond. */
const readTimeout = Duration.seconds(5)
