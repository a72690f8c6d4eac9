import * as Arbitrary from "effect/Arbitrary"
import * as DateTime from "effect/DateTime"
import { timestampOf } from "../../../src/domain/ledger/Timestamp.ts"
import { emptyHistory, evolve, type ReleaseHistory } from "../../../src/domain/release/ReleaseHistory.ts"
import { Version, type Bump } from "../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { majorOf, next } from "../../../src/domain/taxonomy/VersionArithmetic.ts"
import { pick, whole } from "./pick.ts"
import { publish, publishedEvent } from "./releases.ts"
import { taxonomies } from "./taxonomies.ts"

interface Step {
  readonly taxonomy: Taxonomy
  /** The release that this one follows, by its place in the ledger. */
  readonly after: number
  readonly bump: Bump
  readonly days: number
  readonly sequel: "nothing" | "withdrawal" | "end"
}

const steps: Arbitrary.Arbitrary<Step> = Arbitrary.all({
  taxonomy: taxonomies,
  after: whole(0, 7),
  bump: pick("patch", "minor", "minor", "major"),
  days: whole(0, 90),
  sequel: pick("nothing", "nothing", "nothing", "withdrawal", "end")
})

/**
 * Histories with several lines, on which items come, go and come back as they like: no rule is asked. Some releases are
 * withdrawn, and some majors end.
 */
export const branchedHistories: Arbitrary.Arbitrary<ReleaseHistory> = Arbitrary.map(
  Arbitrary.array(steps, { minLength: 1, maxLength: 8 }),
  (all) => all.reduce(followed, { history: emptyHistory, day: 0 }).history
)

interface Told {
  readonly history: ReleaseHistory
  readonly day: number
}

const followed = (told: Told, { after, bump, days, taxonomy, sequel }: Step): Told => {
  const day = told.day + days
  const date = dateOf(day)
  const versions = [...told.history.releases.keys()]
  const from = versions[after % Math.max(1, versions.length)]
  let version = from === undefined ? Version.make("1.0.0") : next(from, bump)
  while (told.history.releases.has(version)) version = next(version, bump)
  const released = evolve(
    told.history,
    publishedEvent(told.history, { ...publish(version, taxonomy), published_at: date })
  )
  return { history: withSequel(released, version, date, sequel), day }
}

const withSequel = (
  history: ReleaseHistory,
  version: Version,
  date: string,
  sequel: Step["sequel"]
): ReleaseHistory => {
  switch (sequel) {
    case "nothing":
      return history
    case "withdrawal":
      return evolve(history, { _tag: "ReleaseWithdrawn", version, date, reason: "It was a mistake." })
    case "end":
      return evolve(history, { _tag: "MajorEnded", major: majorOf(version), date, reason: "It is old." })
  }
}

const dateOf = (days: number): string =>
  timestampOf(DateTime.add(DateTime.makeUnsafe("2026-01-31T00:00:00Z"), { days }))
