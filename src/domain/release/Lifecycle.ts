import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Timestamp } from "../ledger/Timestamp.ts"
import { majorOf, type Version } from "../taxonomy/Version.ts"
import { MajorEnded, ReleaseWithdrawn, type ReleaseEvent } from "./ReleaseEvent.ts"
import { majorsOf, type History } from "./ReleaseHistory.ts"

/** What the history has to say against a command that ends or withdraws something. */
export class NotPossible extends Schema.TaggedError<NotPossible>()("NotPossible", { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

type Decided = Result.Result<ReleaseEvent, NotPossible>

/** Ends a major: no further releases on it. Only one that people can leave for a newer one, and not before it began. */
export const endMajor = (
  history: History,
  { date, major, reason }: { readonly major: number; readonly date: Timestamp; readonly reason: string }
): Decided => {
  const majors = majorsOf(history)
  const ended = history.endedMajors.get(major)
  if (!majors.includes(major)) return refuse(`v${major} has no release; there are ${namesOf(majors)}`)
  if (ended !== undefined) return refuse(`v${major} has ended already, on ${ended.date}`)
  const newer = majors.filter((other) => other > major)
  if (newer.length === 0)
    return refuse(`v${major} is the newest major, so nothing takes its place. Publish a newer one first.`)
  if (!newer.some((other) => hasSound(history, other)))
    return refuse(
      `Every release of ${namesOf(newer)} was withdrawn, so nothing takes the place of v${major}. Publish a correction first.`
    )
  const began = [...history.releases.values()]
    .filter(({ version }) => majorOf(version) === major)
    .map(({ published_at }) => published_at)
    .sort()
    .at(0)
  if (began !== undefined && isDayBefore(date, began))
    return refuse(`v${major} began on ${began}, so it cannot have ended on ${date}`)
  return Result.succeed(MajorEnded.make({ major, date, reason }))
}

/**
 * Withdraws a release that turned out wrong, on the day that it came or later. It stays on disk, and only its own full
 * version leads to it.
 */
export const withdraw = (
  history: History,
  { date, reason, version }: { readonly version: Version; readonly date: Timestamp; readonly reason: string }
): Decided => {
  const withdrawn = history.withdrawn.get(version)
  const release = history.releases.get(version)
  if (release === undefined) {
    return refuse(
      `${version} was never published; there are ${[...history.releases.keys()].join(", ") || "no releases"}`
    )
  }
  if (withdrawn !== undefined) return refuse(`${version} is withdrawn already, since ${withdrawn.date}`)
  if (isDayBefore(date, release.published_at))
    return refuse(`${version} was released on ${release.published_at}, so it cannot have been withdrawn on ${date}`)
  return Result.succeed(ReleaseWithdrawn.make({ version, date, reason }))
}

/** Whether a major has a release that was not withdrawn. */
const hasSound = ({ releases, withdrawn }: History, major: number): boolean =>
  [...releases.keys()].some((version) => majorOf(version) === major && !withdrawn.has(version))

/** By the day, for that is what people name, and it stands for its beginning. */
const isDayBefore = (date: Timestamp, other: Timestamp): boolean => dayOf(date) < dayOf(other)

const dayOf = (date: Timestamp): string => date.slice(0, "YYYY-MM-DD".length)

const refuse = (reason: string): Decided => Result.fail(new NotPossible({ reason }))

const namesOf = (majors: ReadonlyArray<number>): string =>
  majors.map((major) => `v${major}`).join(", ") || "no releases"
