import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import type { ChainBroken } from "../../domain/ledger/ChainBroken.ts"
import { follow } from "../../platform/Follow.ts"
import { readRegularFile, revisionOf } from "../../platform/RegularFiles.ts"
import { ArtifactBroken } from "../artifacts/ArtifactBroken.ts"
import { ledgerFile } from "./Ledger.ts"
import { rereadLedger, type LedgerState } from "./LedgerTail.ts"

export interface WatchOptions<R> {
  readonly releases: string
  readonly pollInterval: Duration.Duration
  /** How long files may be missing before that is a failure. */
  readonly patience: Duration.Duration
  /** The ledger that is served. */
  readonly served: () => LedgerState
  /** Puts a ledger that has grown in force. */
  readonly apply: (ledger: LedgerState) => Effect.Effect<void, ArtifactBroken | PlatformError, R>
}

export interface WatchStatus {
  /** Why the served ledger is not the one in the folder, if that lasts. */
  readonly reason: string | undefined
  /** Failures since the start, each counted once. */
  readonly failures: number
  readonly polls: number
}

/**
 * Follows the ledger until the scope closes and applies it whenever it has grown. Failures are logged once and tried
 * again at each poll, since folders may arrive after the ledger that names them, and files may be restored.
 */
export const watchLedger = Effect.fnUntraced(function* <R>({
  apply,
  patience,
  pollInterval,
  releases,
  served
}: WatchOptions<R>) {
  const paths = yield* Path.Path
  const path = paths.join(releases, ledgerFile)
  const absent = new ArtifactBroken({ file: ledgerFile, reason: "it is missing or empty", missing: true })
  const orAbsent = <A>(effect: Effect.Effect<A, PlatformError>) =>
    Effect.catchReason(effect, "PlatformError", "NotFound", () => Effect.fail(absent))

  const status = yield* follow<LedgerState, ArtifactBroken | ChainBroken | PlatformError, R>({
    name: "reloadCatalog",
    interval: pollInterval,
    revision: orAbsent(revisionOf(path)),
    read: Effect.gen(function* () {
      const bytes = yield* orAbsent(readRegularFile(path))
      // Programs that write a file in place empty it first.
      if (bytes.length === 0) return yield* absent
      return yield* Effect.fromResult(rereadLedger(served(), bytes))
    }),
    apply: (ledger) => (ledger.head.sequence > served().head.sequence ? apply(ledger) : Effect.void),
    isPermanent: ({ _tag }) => _tag === "ChainBroken",
    gracePeriod: (error) => {
      if (error === absent) return Duration.min(patience, maxReplacementTime)
      return error._tag === "ArtifactBroken" && error.missing ? patience : Duration.zero
    },
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

/** A ledger that is being replaced is missing for a moment only. */
const maxReplacementTime = Duration.seconds(2)

/** A poll takes a millisecond. */
const readTimeout = Duration.seconds(5)
