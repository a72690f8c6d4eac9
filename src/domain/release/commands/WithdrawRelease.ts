import * as Result from "effect/Result"
import type { Timestamp } from "../../ledger/Timestamp.ts"
import type { Version } from "../../taxonomy/Version.ts"
import { ReleaseWithdrawn } from "../ReleaseEvent.ts"
import type { ReleaseHistory } from "../ReleaseHistory.ts"
import { isDayBefore, reject, type LifecycleDecision } from "./CommandRejected.ts"

/** Withdraws a release, on the day of its publication or later. It stays on disk and answers to its full version. */
export const withdraw = (
  history: ReleaseHistory,
  { date, reason, version }: { readonly version: Version; readonly date: Timestamp; readonly reason: string }
): LifecycleDecision<ReleaseWithdrawn> => {
  const withdrawn = history.withdrawn.get(version)
  const release = history.releases.get(version)
  if (release === undefined) {
    return reject(
      `${version} was never published. Published: ${[...history.releases.keys()].join(", ") || "no releases"}`
    )
  }
  if (withdrawn !== undefined) return reject(`${version} was already withdrawn on ${withdrawn.date}`)
  if (isDayBefore(date, release.published_at))
    return reject(`${version} cannot be withdrawn on ${date}, before its publication on ${release.published_at}`)
  return Result.succeed(ReleaseWithdrawn.make({ version, date, reason }))
}
