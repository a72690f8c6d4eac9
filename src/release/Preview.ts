import type { Digest } from "../domain/ledger/Timestamp.ts"
import type { Decision } from "../domain/release/PublishRelease.ts"
import type { SignedCheckpoint } from "./log/SignedLedger.ts"

/** A decision and its outcome on disk. */
export interface Publication {
  readonly decision: Decision
  readonly status: "published" | "already-released" | "planned" | "refused"
  /** The digest of the release's manifest, if the release was rendered. */
  readonly digest: Digest | undefined
  /** The checkpoint that was signed with the release, if the log is signed. */
  readonly checkpoint?: SignedCheckpoint | undefined
}

/** The outcome of a decision before anything is rendered or written. */
export const toPublication = (decision: Decision): Publication => {
  switch (decision.outcome._tag) {
    case "Refused":
      return { decision, status: "refused", digest: undefined }
    case "AlreadyReleased":
      return { decision, status: "already-released", digest: decision.outcome.release.manifest }
    case "Publish":
      return { decision, status: "planned", digest: undefined }
  }
}
