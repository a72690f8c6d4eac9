import type { Change } from "../change/Change.ts"
import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import type { Publish } from "../release/PublishRelease.ts"
import type { ReleaseHistory, PublishedRelease } from "../release/ReleaseHistory.ts"
import type { Successor } from "../release/ReleaseLines.ts"
import type { Bump, Version } from "../taxonomy/Scalars.ts"

/** A release as the sources declare it, and the history that it would extend: the input of every check that runs. */
export interface ReleaseProposal {
  readonly history: ReleaseHistory
  /** The same without its withdrawn releases, which bind nothing. */
  readonly standing: ReleaseHistory
  readonly command: Publish
  /** The declared version; if it is not allowed, the version that the changes require. */
  readonly version: Version
  /** The version that the changes require, and the release that it builds on. */
  readonly successor: Successor
  /** The published release with the declared version. */
  readonly published: PublishedRelease | undefined
  /** The release that the proposal is judged by: the newest one below it that stands. */
  readonly base: PublishedRelease | undefined
  /** The changes since `base`. */
  readonly changes: ReadonlyArray<Change>
  /** What the release will record: the highest published version below it, withdrawn or not, and the changes since then. */
  readonly recorded: { readonly base: PublishedRelease | undefined; readonly changes: ReadonlyArray<Change> }
  readonly declaredBump: Bump | undefined
  readonly requiredBump: Bump | undefined
}

/** Computes once for each proposal what several checks need. */
export const perProposal = <A>(compute: (proposal: ReleaseProposal) => A): ((proposal: ReleaseProposal) => A) =>
  memoizeByIdentity(compute)
