import type { Change } from "../change/Change.ts"
import type { Publish } from "../release/PublishRelease.ts"
import type { History, PublishedRelease, Successor } from "../release/ReleaseHistory.ts"
import type { Bump, Version } from "../taxonomy/Version.ts"

/** A release as the sources declare it, and the history that it would extend: the input of every check that runs. */
export interface ReleaseProposal {
  readonly history: History
  readonly command: Publish
  /** The declared version; where that cannot be, the one that these changes would have to be. */
  readonly version: Version
  /** What these changes would have to be released as, and on top of which release. */
  readonly successor: Successor
  /** The release that has the declared version already. */
  readonly published: PublishedRelease | undefined
  readonly base: PublishedRelease | undefined
  readonly changes: ReadonlyArray<Change>
  readonly declaredBump: Bump | undefined
  readonly requiredBump: Bump | undefined
}
