import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Schedule from "effect/Schedule"
import type { ChainBroken } from "../../domain/ledger/ChainBroken.ts"
import { readPlainFile, revisionOf } from "../../platform/RegularFiles.ts"
import { ArtifactBroken } from "../artifacts/ArtifactBroken.ts"
import { ledgerFile } from "./Ledger.ts"
import { rereadLedger, type ReleaseCheckpoint } from "./LedgerTail.ts"

export interface WatchOptions<R> {
  readonly releases: string
  readonly pollEvery: Duration.Duration
  /** How long to wait for files that are not there yet before that is called a failure. */
  readonly patience: Duration.Duration
  /** The ledger that is served. */
  readonly served: () => ReleaseCheckpoint
  /** Puts a ledger that has grown in force. */
  readonly take: (ledger: ReleaseCheckpoint) => Effect.Effect<void, ArtifactBroken | PlatformError, R>
}

export interface WatchStatus {
  /** Why what is served is not what lies in the folder now, where that lasts. */
  readonly reason: string | undefined
  /** Counted once for each reason, not for each look. */
  readonly failures: number
  /** How often the ledger was looked at, so that one can tell that somebody still does. */
  readonly looks: number
}

/**
 * Looks at the ledger again and again until the scope closes, and hands it on whenever it has grown. What is wrong is
 * logged once and tried again at each look: folders may arrive after the ledger that names them, and a file may be
 * restored.
 */
export const watchLedger = Effect.fnUntraced(function* <R>({
  patience,
  pollEvery,
  releases,
  served,
  take
}: WatchOptions<R>) {
  const clock = yield* Clock.Clock
  const paths = yield* Path.Path
  const path = paths.join(releases, ledgerFile)
  const absent = new ArtifactBroken({ file: ledgerFile, reason: "it is missing or empty", missing: true })

  /** What was made of the bytes that the revision stands for, so that a broken ledger is not read again and again. */
  let last: { readonly revision: string; readonly ledger: ReturnType<typeof rereadLedger> } | undefined

  /** What goes on now, and how long that may take. A disk that does not answer fails nothing: it is waited for. */
  let busy: { readonly reason: string; readonly until: number } | undefined
  const within = (limit: Duration.Duration, reason: string) =>
    Effect.sync(() => {
      busy = { reason, until: clock.currentTimeMillisUnsafe() + Duration.toMillis(limit) }
    })

  const read = Effect.gen(function* () {
    const revision = yield* revisionOf(path)
    if (revision !== last?.revision) {
      const bytes = yield* readPlainFile(path)
      // Whoever writes a file in place empties it first.
      if (bytes.length === 0) return yield* absent
      last = { revision, ledger: rereadLedger(served(), bytes) }
    }
    return yield* Effect.fromResult(last.ledger)
  }).pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.fail(absent)))

  const look = Effect.gen(function* () {
    yield* within(
      diskPatience,
      `${path} could not be read for ${Duration.format(diskPatience)}: the disk does not answer`
    )
    const ledger = yield* read
    if (ledger.head.sequence <= served().head.sequence) return
    yield* within(patience, `A newer ledger could not be put in force for ${Duration.format(patience)}`)
    yield* take(ledger)
  })

  let looks = 0
  let failures = 0
  let reason: string | undefined
  const reported = new Set<string>()
  let waiting: { readonly for: string; readonly since: number } | undefined

  const report = (problem: string) =>
    Effect.suspend(() => {
      reason = problem
      if (reported.has(problem)) return Effect.void
      reported.add(problem)
      failures += 1
      return Effect.logError(`What was served before stays in force: ${problem}`)
    })

  const recovered = Effect.suspend(() => {
    waiting = undefined
    if (reason === undefined) return Effect.void
    reason = undefined
    reported.clear()
    return Effect.logInfo("The releases can be read again")
  })

  const failed = Effect.fnUntraced(function* (error: ArtifactBroken | ChainBroken | PlatformError) {
    if (error._tag === "ArtifactBroken" && error.missing) {
      const now = yield* Clock.currentTimeMillis
      // Something else to wait for is progress.
      if (waiting?.for !== error.file) waiting = { for: error.file, since: now }
      const limit = error === absent ? Duration.min(patience, ledgerPatience) : patience
      if (now - waiting.since < Duration.toMillis(limit)) return
    }
    yield* report(error.message)
  })

  yield* look.pipe(
    Effect.andThen(recovered),
    Effect.catch(failed),
    // Without this, a mistake in here would end the fiber, and no release would be seen again.
    Effect.catchDefect((defect) => report(String(defect))),
    Effect.ensuring(
      Effect.sync(() => {
        looks++
        busy = undefined
      })
    ),
    Effect.repeat(Schedule.spaced(pollEvery)),
    Effect.forkScoped
  )
  const overdue = () => (busy !== undefined && clock.currentTimeMillisUnsafe() > busy.until ? busy.reason : undefined)
  return { status: (): WatchStatus => ({ reason: reason ?? overdue(), failures, looks }) }
})

/** A ledger that is being replaced is away for a moment only. */
const ledgerPatience = Duration.seconds(2)

/** A look takes a millisecond. */
const diskPatience = Duration.seconds(5)
