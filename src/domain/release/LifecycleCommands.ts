import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Timestamp } from "../ledger/Timestamp.ts"
import type { Version } from "../taxonomy/Scalars.ts"
import { majorOf } from "../taxonomy/VersionArithmetic.ts"
import { type ReleaseEvent, MajorEnded, ReleaseWithdrawn } from "./ReleaseEvent.ts"
import type { ReleaseHistory } from "./ReleaseHistory.ts"
import { majorsOf } from "./ReleaseLines.ts"
import { dayOf } from "./removal/DeprecationClock.ts"

/** A command that the history does not permit. */
export class CommandRejected extends Schema.TaggedError<CommandRejected>()("CommandRejected", {
  reason: Schema.String
}) {
  override get message() {
    return this.reason
  }
}

/** The event of a command, or the reason for its rejection. */
export type LifecycleDecision<E extends ReleaseEvent> = Result.Result<E, CommandRejected>

const reject = (reason: string): LifecycleDecision<never> => Result.fail(new CommandRejected({ reason }))

/** Compares days: operators enter days, which mean their first second. */
const isDayBefore = (date: Timestamp, other: Timestamp): boolean => dayOf(date) < dayOf(other)

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
