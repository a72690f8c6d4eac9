import type { Release, ReleaseHistory } from "../ReleaseHistory.ts"
import { releaseOf } from "./PlannedRelease.ts"
import type { Decision } from "./PublishRelease.ts"

/** The release that the sources propose, also if it was refused. */
export const proposedRelease = (history: ReleaseHistory, decision: Decision): Release => {
  const { base, changes, outcome, published_at, version } = decision
  if (outcome._tag !== "Refused") return outcome.release
  const planned = { version, base: base?.version ?? null, published_at, changes }
  return releaseOf(history, { ...planned, source_commit: "working-tree", waivers: [], format: 3 })
}
