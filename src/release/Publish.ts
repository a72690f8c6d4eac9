import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Schema from "effect/Schema"
import type { Digest } from "../domain/ledger/Digest.ts"
import type { Decision } from "../domain/release/PublishRelease.ts"
import { publicationOf, type History, type Release } from "../domain/release/ReleaseHistory.ts"
import { digestOf, folderOf, render, type Artifacts } from "./artifacts/Renderers.ts"
import { readLedger, withEvent, writeLedger, type Ledger } from "./ledger/Ledger.ts"
import { encodeFiles, compareFolder, entryTypeAt, removeStaleTemporaries, writeFolder } from "./ReleaseFolder.ts"
import { withReleasesLock } from "./ReleasesLock.ts"

/** What became of a decision. */
export interface Publication {
  readonly decision: Decision
  readonly status: "published" | "already-released" | "planned" | "refused"
  /** The digest of the release's manifest, where there is a release and it was rendered. */
  readonly digest: Digest | undefined
}

/** Decides over the ledger as it stands, and writes nothing. */
export const preview = Effect.fnUntraced(function* (releases: string, decide: (history: History) => Decision) {
  const { history } = yield* readLedger(releases)
  return toPublication(decide(history))
})

/** The same, with the digest that the release would have, which takes rendering all of it. Fails as publishing would. */
export const plan = Effect.fnUntraced(function* (releases: string, decide: (history: History) => Decision) {
  const publication = yield* preview(releases, decide)
  const { outcome } = publication.decision
  if (outcome._tag !== "Publish") return publication
  const artifacts = renderArtifacts(outcome.release)
  yield* isInPlace(releases, outcome.release, artifacts)
  return { ...publication, digest: digestOf(artifacts.manifest) }
})

/**
 * Decides and publishes under the lock, so that of two runs at once the second sees what the first published. The
 * folder of the release comes first and is invisible until the ledger names it; replacing the ledger publishes.
 */
export const publish = Effect.fnUntraced(function* (releases: string, decide: (history: History) => Decision) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.makeDirectory(releases, { recursive: true })
  return yield* withReleasesLock(releases)(
    Effect.gen(function* () {
      yield* removeStaleTemporaries(releases)
      const ledger = yield* readLedger(releases)
      const publication = toPublication(decide(ledger.history))
      const { outcome } = publication.decision
      if (outcome._tag !== "Publish") return publication
      const digest = yield* publishRelease(releases, ledger, outcome.release).pipe(
        // What could not be finished, for want of space say, is not left lying about.
        Effect.tapError(() => Effect.ignore(removeStaleTemporaries(releases)))
      )
      return { ...publication, status: "published" as const, digest }
    })
  )
})

/** A folder has the release's name already, and was made from other content. It is never deleted. */
export class FolderInTheWay extends Schema.TaggedError<FolderInTheWay>()("FolderInTheWay", {
  folder: Schema.String,
  /** Of the folder, among the releases. */
  name: Schema.String,
  differing: Schema.Array(Schema.String)
}) {
  override get message() {
    const [first = "", ...rest] = this.differing
    const difference = first === "" ? "being no folder" : first
    const more = rest.length === 0 ? "" : ` and ${rest.length} more`
    return `${this.folder} exists, is not in the ledger, and differs from this release in ${difference}${more}`
  }
}

const toPublication = (decision: Decision): Publication => {
  switch (decision.outcome._tag) {
    case "Refused":
      return { decision, status: "refused", digest: undefined }
    case "AlreadyReleased":
      return { decision, status: "already-released", digest: decision.outcome.release.manifest }
    case "Publish":
      return { decision, status: "planned", digest: undefined }
  }
}

const manifestDigest = (release: Release): Digest => digestOf(renderArtifacts(release).manifest)

const publishRelease = Effect.fnUntraced(function* (releases: string, ledger: Ledger, release: Release) {
  const artifacts = renderArtifacts(release)
  const digest = digestOf(artifacts.manifest)
  const next = yield* appendRelease(ledger, release, digest)
  if (!(yield* isInPlace(releases, release, artifacts))) yield* writeFolder(releases, folderOf(release), artifacts)
  yield* writeLedger(releases, next)
  return digest
})

/** Whether the release's folder is there already, with the very bytes that it should hold. */
const isInPlace = Effect.fnUntraced(function* (releases: string, release: Release, artifacts: Artifacts) {
  const paths = yield* Path.Path
  const name = folderOf(release)
  const folder = paths.join(releases, name)
  if ((yield* entryTypeAt(folder)) === undefined) return false
  const differing = yield* compareFolder(folder, encodeFiles(artifacts))
  if (differing.length === 0) return true
  return yield* new FolderInTheWay({ folder, name, differing: differing.map(({ path }) => path) })
})

/** The next ledger, with the proof that replaying it gives this release: what is published can never be mended. */
const appendRelease = Effect.fnUntraced(function* (ledger: Ledger, release: Release, manifest: Digest) {
  const next = yield* Effect.fromResult(withEvent(ledger, publicationOf(release, manifest)))
  const replayed = next.history.releases.get(release.version)
  return replayed !== undefined && manifestDigest(replayed) === manifest
    ? next
    : yield* Effect.die(new RangeError(`Release ${release.version} does not survive its own ledger`))
})

const renderArtifacts = (release: Release): Artifacts => {
  const artifacts = render(release)
  if (artifacts === undefined) throw new RangeError(`No renderer writes format ${release.format}`)
  return artifacts
}
