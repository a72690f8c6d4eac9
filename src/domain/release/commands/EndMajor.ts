import * as Result from "effect/Result"
import type { Timestamp } from "../../ledger/Timestamp.ts"
import { majorOf } from "../../taxonomy/VersionArithmetic.ts"
import { MajorEnded } from "../ReleaseEvent.ts"
import type { ReleaseHistory } from "../ReleaseHistory.ts"
import { dayOf } from "../removal/DeprecationClock.ts"
import { isDayBefore, reject, type LifecycleDecision } from "./CommandRejected.ts"
import { majorsOf } from "./VersionPlan.ts"

/** Ends a major, if a newer major has a release to use instead, on the day of its first release or later. */
export const endMajor = (
  history: ReleaseHistory,
  { date, major, reason }: { readonly major: number; readonly date: Timestamp; readonly reason: string }
): LifecycleDecision<MajorEnded> => {
  const majors = majorsOf(history)
  const ended = history.endedMajors.get(major)
  if (!majors.includes(major)) return reject(`v${major} has no release. Published: ${namesOf(majors)}`)
  if (ended !== undefined)
    return reject(`The end of v${major} is already recorded, for ${dayOf(ended.date)}. It cannot be changed.`)
  const newer = majors.filter((other) => other > major)
  if (newer.length === 0) return reject(`v${major} is the newest major. Publish a newer one first.`)
  if (!newer.some((other) => hasCurrentRelease(history, other)))
    return reject(
      `Every release of ${namesOf(newer)} was withdrawn, so v${major} has no successor. Publish a correction first.`
    )
  const began = [...history.releases.values()]
    .filter(({ version }) => majorOf(version) === major)
    .map(({ published_at }) => published_at)
    .sort()
    .at(0)
  if (began !== undefined && isDayBefore(date, began))
    return reject(`v${major} cannot end on ${dayOf(date)}, before its first release on ${dayOf(began)}`)
  return Result.succeed(MajorEnded.make({ major, date, reason }))
}

/** True if a major has a release that was not withdrawn. */
const hasCurrentRelease = ({ releases, withdrawn }: ReleaseHistory, major: number): boolean =>
  [...releases.keys()].some((version) => majorOf(version) === major && !withdrawn.has(version))

const namesOf = (majors: ReadonlyArray<number>): string =>
  majors.map((major) => `v${major}`).join(", ") || "no releases"
