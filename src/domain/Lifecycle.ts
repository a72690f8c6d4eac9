import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { MajorEnded, ReleaseWithdrawn, type ReleaseEvent, type Timestamp } from "./Event.ts"
import { majorsOf, type History } from "./History.ts"
import type { Version } from "./Version.ts"

/** What the history has to say against a command that ends or withdraws something. */
export class NotPossible extends Schema.TaggedError<NotPossible>()("NotPossible", { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

type Decided = Result.Result<ReleaseEvent, NotPossible>

/** Ends a major: no further releases on it. Only one that people can leave for a newer one. */
export const endMajor = (
  history: History,
  { date, major, reason }: { readonly major: number; readonly date: Timestamp; readonly reason: string }
): Decided => {
  const majors = majorsOf(history)
  const ended = history.endedMajors.get(major)
  if (!majors.includes(major)) return refuse(`v${major} has no release; there are ${namesOf(majors)}`)
  if (ended !== undefined) return refuse(`v${major} has ended already, on ${ended.date}`)
  if (!majors.some((other) => other > major))
    return refuse(`v${major} is the newest major, so nothing takes its place. Publish a newer one first.`)
  return Result.succeed(MajorEnded.make({ major, date, reason }))
}

/** Withdraws a release that turned out wrong. It stays on disk, and only its own full version leads to it. */
export const withdraw = (
  history: History,
  { date, reason, version }: { readonly version: Version; readonly date: Timestamp; readonly reason: string }
): Decided => {
  const withdrawn = history.withdrawn.get(version)
  if (!history.releases.has(version)) {
    return refuse(
      `${version} was never published; there are ${[...history.releases.keys()].join(", ") || "no releases"}`
    )
  }
  if (withdrawn !== undefined) return refuse(`${version} is withdrawn already, since ${withdrawn.date}`)
  return Result.succeed(ReleaseWithdrawn.make({ version, date, reason }))
}

const refuse = (reason: string): Decided => Result.fail(new NotPossible({ reason }))

const namesOf = (majors: ReadonlyArray<number>): string =>
  majors.map((major) => `v${major}`).join(", ") || "no releases"
