import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { inTheWay } from "../domain/checks/ArtifactChecks.ts"
import type { Digest } from "../domain/ledger/Timestamp.ts"
import type { Decision } from "../domain/release/PublishRelease.ts"
import type { ReleaseEvent } from "../domain/release/ReleaseEvent.ts"
import { publicationOf, type ReleaseHistory, type Release } from "../domain/release/ReleaseHistory.ts"
import { makeSyncReader } from "../platform/RegularFiles.ts"
import type { SigningKeys } from "../transparency/SigningKeyConfig.ts"
import { folderOf } from "./artifacts/Manifest.ts"
import { renderRelease, type RenderedRelease } from "./artifacts/ReleaseRenderer.ts"
import { withEvent, type Ledger, readWithLedger } from "./Ledger.ts"
import { readCheckpoint, makeLogTree } from "./log/CheckpointFile.ts"
import { checkLogKeys, readSettledLog, writeSignedLedger } from "./log/SignedLedger.ts"
import { toPublication } from "./Preview.ts"
import { compareFolder, entryTypeAt, removeStaleTemporaries, writeFolder } from "./ReleaseFolder.ts"
import { withReleasesLock } from "./ReleasesLock.ts"

/** Decides, renders the release to determine its digest, and writes nothing. Fails as publishing would with a key. */
export const plan = Effect.fn("plan")(function* (releases: string, decide: (history: ReleaseHistory) => Decision) {
  const { ledger } = yield* readWithLedger(releases, ({ leaves }) => readCheckpoint(releases, makeLogTree(leaves)))
  const publication = toPublication(decide(ledger.history))
  const { outcome } = publication.decision
  if (outcome._tag !== "Publish") return publication
  const rendered = renderNew(outcome.release)
  yield* isInPlace(releases, outcome.release, rendered)
  return { ...publication, digest: rendered.digest }
})

/**
 * Decides and publishes under the lock, so that the second of two concurrent runs sees what the first published. The
 * folder of the release is written first and ignored until the ledger names it; replacing the ledger publishes. Signs the
 * log with the keys, and fails without them if the log is signed.
 */
export const publish = Effect.fn("publish")(function* (
  releases: string,
  decide: (history: ReleaseHistory) => Decision,
  keys?: SigningKeys
) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.makeDirectory(releases, { recursive: true })
  return yield* withReleasesLock(releases)(
    Effect.gen(function* () {
      yield* removeStaleTemporaries(releases)
      const { checkpoint, ledger, log } = yield* readSettledLog(releases)
      const publication = toPublication(decide(ledger.history))
      const { outcome } = publication.decision
      if (outcome._tag !== "Publish") return publication
      yield* checkLogKeys(checkpoint, keys, log.size)
      const published = yield* publishRelease(releases, ledger, outcome.release, keys).pipe(
        // For example, if the disk is full.
        Effect.tapError(() => Effect.ignore(removeStaleTemporaries(releases)))
      )
      return { ...publication, status: "published" as const, ...published }
    })
  )
})

/** A folder with the name of the release exists and has other content. It is never deleted. */
export class FolderInTheWay extends Schema.TaggedError<FolderInTheWay>()("FolderInTheWay", {
  folder: Schema.String,
  /** The path of the folder, relative to the folder of the releases. */
  name: Schema.String,
  differing: Schema.Array(Schema.String)
}) {
  override get message() {
    return inTheWay.message(this)
  }
}

const publishRelease = Effect.fn("publishRelease")(function* (
  releases: string,
  ledger: Ledger,
  release: Release,
  keys: SigningKeys | undefined
) {
  const rendered = renderNew(release)
  const next = yield* appendRelease(ledger, release, rendered.digest)
  if (!(yield* isInPlace(releases, release, rendered))) yield* writeFolder(releases, folderOf(release), rendered.files)
  return { digest: rendered.digest, checkpoint: yield* writeSignedLedger(releases, next, keys) }
})

/** True if the folder of the release exists with exactly the expected bytes. Fails if it has other content. */
const isInPlace = Effect.fnUntraced(function* (releases: string, release: Release, { files }: RenderedRelease) {
  const name = folderOf(release)
  const folder = join(releases, name)
  if ((yield* entryTypeAt(folder)) === undefined) return false
  const differing = yield* compareFolder(folder, files, makeSyncReader())
  if (differing.length === 0) return true
  return yield* new FolderInTheWay({ folder, name, differing: differing.map(({ path }) => path) })
})

/** Appends a release to the ledger, and proves that replaying it renders the same release: it can never be corrected. */
const appendRelease = Effect.fnUntraced(function* (ledger: Ledger, release: Release, manifest: Digest) {
  const next = yield* Effect.fromResult(withEvent(ledger, publicationOf(release, manifest)))
  const replayed = next.history.releases.get(release.version)
  return replayed !== undefined && renderRelease(replayed)?.digest === manifest
    ? next
    : yield* Effect.die(new RangeError(`Replaying the ledger changes release ${release.version}`))
})

const renderNew = (release: Release): RenderedRelease => {
  const rendered = renderRelease(release)
  if (rendered === undefined) throw new RangeError(`No renderer writes format ${release.format}`)
  return rendered
}

/**
 * Decides on the current history and appends the event to the ledger, under the lock. Signs it with the keys, and fails
 * without them if the log is signed. Returns the event, and the checkpoint that was signed.
 */
export const appendEvent = Effect.fn("appendEvent")(function* <E>(
  releases: string,
  decide: (history: ReleaseHistory) => Result.Result<ReleaseEvent, E>,
  keys?: SigningKeys
) {
  const append = Effect.gen(function* () {
    const { checkpoint, ledger, log } = yield* readSettledLog(releases)
    const event = yield* Effect.fromResult(decide(ledger.history))
    yield* checkLogKeys(checkpoint, keys, log.size)
    const next = yield* Effect.fromResult(withEvent(ledger, event))
    return { event, checkpoint: yield* writeSignedLedger(releases, next, keys) }
  })
  return yield* withReleasesLock(releases)(append)
})
