import { join } from "node:path"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import type { ChainBroken } from "../domain/ledger/HashChain.ts"
import type { PublishedRelease, ReleaseHistory } from "../domain/release/ReleaseHistory.ts"
import { majorsOf, releasesBySelector } from "../domain/release/ReleaseLines.ts"
import type { Version } from "../domain/taxonomy/Scalars.ts"
import type { StoredCheckpoint } from "../domain/transparency/Checkpoint.ts"
import type { LogProblem } from "../domain/transparency/LogProblem.ts"
import type { TrustPolicy } from "../domain/transparency/VerifyCheckpoint.ts"
import { replaceFile, syncFolder } from "../platform/AtomicFile.ts"
import { withProgress } from "../platform/Progress.ts"
import { readFilesInBackground } from "../platform/RegularFiles.ts"
import { checkManifest, checkRelease, isManifestAlone } from "../release/artifacts/ArtifactCheck.ts"
import { folderOf } from "../release/artifacts/Manifest.ts"
import { readLedger, writeLedger, type Ledger } from "../release/Ledger.ts"
import { checkpointFilesIn, makeLogTree, readCheckpoint, settleReleases } from "../release/log/CheckpointFile.ts"
import { toSignedFacts, type LogFacts } from "../release/log/VerifyLog.ts"
import { entryTypeAt, removeStaleTemporaries } from "../release/ReleaseFolder.ts"
import { withReleasesLock } from "../release/ReleasesLock.ts"
import { withPendingCheckpoint } from "../transparency/CheckpointFiles.ts"
import type { Session } from "./Exchange.ts"
import { fetchCheckpoint, judgeCheckpoint } from "./FetchCheckpoint.ts"
import { fetchLedger } from "./FetchLedger.ts"
import { identifyOrigin } from "./Origin.ts"
import { ReleaseInTheWay } from "./OriginErrors.ts"
import { stageRelease, type StagedRelease } from "./StageRelease.ts"
import {
  emptyStaging,
  readState,
  stagingIn,
  sweepStaging,
  toKnownFile,
  validatorsFor,
  writeState,
  type MirrorState,
  type StagingFolder
} from "./StagingFolder.ts"

/**
 * Brings a folder to the state of an origin, under the lock of the folder. If the files at the origin contradict each
 * other, asks for them again without conditions, at once and then as long as the patience lasts. A failure leaves the
 * folder as it was.
 */
export const mirror = Effect.fn("mirror")(function* (options: MirrorOptions) {
  const fs = yield* FileSystem.FileSystem
  const clock = yield* Clock.Clock
  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  yield* fs.makeDirectory(options.releases, { recursive: true })
  let deadline: number | undefined
  for (let isUncached = false; ; isUncached = true) {
    const result = yield* Effect.result(attempt(options, isUncached))
    if (Result.isSuccess(result)) return result.success
    const { failure } = result
    if (!canPass(failure)) return yield* failure
    // A server that makes entity tags of times and sizes may have the same one for another file.
    if (!isUncached) continue
    deadline ??= now() + Duration.toMillis(options.patience)
    if (now() >= deadline) return yield* failure
    yield* Effect.sleep(Duration.min(retryInterval, options.patience))
  }
})

const attempt = (options: MirrorOptions, isUncached: boolean) =>
  withReleasesLock(options.releases)(mirrorOnce(options, isUncached))

const retryInterval = Duration.seconds(2)

/**
 * True for what an origin shows for a while if its files arrive one after the other, or if caches before it keep some of
 * them longer than others: files of two versions.
 */
export const canPass = (fault: Effect.Error<ReturnType<typeof attempt>>): boolean => {
  switch (fault._tag) {
    case "OriginArtifactBroken":
      return fault.isMissing
    case "OriginCheckpointBroken":
      return passingCheckpoints.has(fault.cause.problem._tag)
    case "OriginLedgerBroken":
      return passingLedgers.has(fault.cause.problem._tag)
    case "OriginRefused":
      // A cache takes the condition of another client for one of this request.
      return fault.refusal._tag === "Status" && fault.refusal.status === 304
    case "OriginRewritten":
      return fault.offered !== undefined
    case "OriginUnsigned":
      return true
    default:
      return false
  }
}

const passingCheckpoints: ReadonlySet<LogProblem["_tag"]> = new Set([
  "LogTruncated",
  "NotANote",
  "NotACheckpoint",
  "QuorumNotMet"
])

const passingLedgers: ReadonlySet<ChainBroken["problem"]["_tag"]> = new Set(["Empty", "Unterminated"])

/** What to mirror, where to, and how patiently. */
export interface MirrorOptions extends Omit<Session, "parts" | "isUncached"> {
  /** The folder that receives the releases. */
  readonly releases: string
  /** Whose signatures must cover the whole ledger. */
  readonly trust: TrustPolicy | undefined
  /** How many of the newest releases are kept with their files, besides the newest of each major. All by default. */
  readonly keep?: number | undefined
}

/** The state of a folder after its origin was read. */
export interface MirrorOutcome {
  readonly ledger: Ledger
  /** The releases that were copied, in the order of the ledger. */
  readonly copied: ReadonlyArray<Version>
  /** The releases that the folder holds with their files. */
  readonly complete: number
  /** True if the ledger or its checkpoint is another one than before. */
  readonly isChanged: boolean
  readonly log: LogFacts
}

/**
 * Reads an origin once. Releases are staged and verified first, and moved into the folder when all of them are complete;
 * nobody reads them before the ledger names them. Replacing the ledger, with its checkpoint, is the last step. Requires
 * the lock.
 */
const mirrorOnce = Effect.fn("mirrorOnce")(function* (options: MirrorOptions, isUncached: boolean) {
  const { origin, releases } = options
  const staging = stagingIn(releases)
  const session: Session = { ...options, parts: staging.parts, isUncached }
  yield* removeStaleTemporaries(releases)
  const held = yield* readLedger(releases)
  const tree = makeLogTree(held.leaves)
  yield* settleReleases(releases, tree)
  const signed = yield* readCheckpoint(releases, tree)

  const before = yield* readState(staging.state)
  const known = !isUncached && before?.origin === identifyOrigin(origin) ? before : undefined
  const { ledger, validators } = yield* fetchLedger(session, held, validatorsFor(known?.ledger, held.text))
  const offered = yield* fetchCheckpoint(session, signed, validatorsFor(known?.checkpoint, signed?.source))
  const requirement = { trust: options.trust, signedBefore: signed?.size ?? 0 }
  const { stored, verified } = yield* judgeCheckpoint(session, offered.source, ledger, requirement)

  const kept = findKept(ledger.history, options.keep)
  const missing = yield* findMissing(releases, held, ledger, kept)
  yield* stageAll(session, staging, missing)
  const isChanged = yield* putInPlace(releases, staging, missing).pipe(
    Effect.andThen(writeSigned(releases, { held, signed }, { ledger, stored })),
    Effect.uninterruptible
  )
  yield* emptyStaging(staging)
  const state: MirrorState = {
    origin: identifyOrigin(origin),
    ledger: toKnownFile(ledger.text, validators),
    ...(stored === undefined ? {} : { checkpoint: toKnownFile(stored.source, offered.validators) })
  }
  yield* writeState(staging.state, state, before)
  const events = ledger.leaves.length
  const outcome: MirrorOutcome = {
    ledger,
    copied: missing.filter(({ hasFiles }) => hasFiles).map(({ release }) => release.version),
    complete: kept.size,
    isChanged,
    log: stored === undefined ? { signed: false, events } : toSignedFacts(stored, events, verified)
  }
  return outcome
})

/** The releases that are kept with their files: the newest ones, and those that servers send by default. */
const findKept = (history: ReleaseHistory, keep = Infinity): ReadonlySet<PublishedRelease> => {
  const all = [...history.releases.values()]
  const named = releasesBySelector(history)
  const defaults = majorsOf(history).flatMap((major) => named.get(String(major)) ?? [])
  return new Set([...all.slice(Math.max(0, all.length - keep)), ...defaults])
}

/**
 * The releases that the folder does not have, or has with other files than those to keep. Fails with `ReleaseInTheWay` if
 * it has something else in their place.
 */
const findMissing = Effect.fnUntraced(function* (
  releases: string,
  held: Ledger,
  ledger: Ledger,
  kept: ReadonlySet<PublishedRelease>
) {
  const missing: Array<StagedRelease> = []
  for (const release of ledger.history.releases.values()) {
    const folder = join(releases, folderOf(release))
    const hasFiles = kept.has(release)
    if ((yield* entryTypeAt(folder)) === undefined) missing.push({ release, hasFiles })
    else if ((yield* isManifestAlone(releases, release)) === hasFiles) missing.push({ release, hasFiles })
    // What the folder has published was verified when it came.
    else if (!held.history.releases.has(release.version)) {
      const check = hasFiles
        ? Effect.asVoid(checkRelease(releases, release, readFilesInBackground))
        : Effect.asVoid(checkManifest(releases, release, readFilesInBackground))
      yield* check.pipe(
        Effect.catchTag(
          "ArtifactBroken",
          ({ file, reason }) => new ReleaseInTheWay({ folder, reason: `${file}: ${reason}` })
        )
      )
    }
  }
  return missing
})

const stageAll = Effect.fnUntraced(function* (
  session: Session,
  staging: StagingFolder,
  missing: ReadonlyArray<StagedRelease>
) {
  yield* sweepStaging(staging, missing)
  if (missing.length === 0) return
  yield* withProgress("Copying files", undefined, (advance) =>
    Effect.forEach(missing, (release) => stageRelease(session, staging.releases, release, advance), { discard: true })
  )
})

const putInPlace = Effect.fnUntraced(function* (
  releases: string,
  staging: StagingFolder,
  missing: ReadonlyArray<StagedRelease>
) {
  if (missing.length === 0) return
  const fs = yield* FileSystem.FileSystem
  yield* fs.makeDirectory(staging.parts, { recursive: true })
  for (const name of missing.map(({ release }) => folderOf(release))) {
    // It has other files than it is to have, and is removed with the staging folder.
    if ((yield* entryTypeAt(join(releases, name))) !== undefined) {
      yield* fs.rename(join(releases, name), join(staging.parts, name))
    }
    yield* fs.rename(join(staging.releases, name), join(releases, name))
  }
  yield* syncFolder(releases)
})

/** Replaces the ledger and its checkpoint in one step, if they are other ones. */
const writeSigned = Effect.fnUntraced(function* (
  releases: string,
  { held, signed }: { readonly held: Ledger; readonly signed: StoredCheckpoint | undefined },
  { ledger, stored }: { readonly ledger: Ledger; readonly stored: StoredCheckpoint | undefined }
) {
  const files = checkpointFilesIn(releases)
  const hasGrown = ledger.head.sequence > held.head.sequence
  const isSignedAnew = stored !== undefined && stored.source !== signed?.source
  if (hasGrown && isSignedAnew) yield* withPendingCheckpoint(files, stored.source)(writeLedger(releases, ledger))
  else if (hasGrown) yield* writeLedger(releases, ledger)
  else if (isSignedAnew) yield* replaceFile(files.current, new TextEncoder().encode(stored.source))
  return hasGrown || isSignedAnew
})
