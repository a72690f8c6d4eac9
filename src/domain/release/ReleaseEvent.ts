import type { Change } from "../change/Change.ts"
import type { Digest } from "../ledger/Digest.ts"
import type { Timestamp } from "../ledger/Timestamp.ts"
import type { Version } from "../taxonomy/Version.ts"
import type { Waiver } from "./commands/Waiver.ts"
import { MajorEnded1 } from "./events/MajorEnded1.ts"
import { ReleaseWithdrawn1 } from "./events/ReleaseWithdrawn1.ts"

/** All facts of a release: folding the changes of its ancestry gives its snapshot, so the sources are not needed. */
export interface ReleasePublished {
  readonly _tag: "ReleasePublished"
  readonly version: Version
  readonly base: Version | null
  readonly published_at: Timestamp
  readonly source_commit: string
  readonly changes: ReadonlyArray<Change>
  readonly waivers: ReadonlyArray<Waiver>
  /** The number of the renderer that made the artifacts. */
  readonly format: number
  /** The digest of the release's `manifest.json`, which holds the digests of all other files. */
  readonly manifest: Digest
}

/** No further releases on this major; it is still served. */
export type MajorEnded = typeof MajorEnded.Type
export const MajorEnded = MajorEnded1

/** The release turned out wrong: it stays on disk, and only its own full version leads to it. */
export type ReleaseWithdrawn = typeof ReleaseWithdrawn.Type
export const ReleaseWithdrawn = ReleaseWithdrawn1

/** The events of the ledger of releases, in the newest schema version of each type. */
export type ReleaseEvent = ReleasePublished | MajorEnded | ReleaseWithdrawn
