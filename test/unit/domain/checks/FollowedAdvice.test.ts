import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { apply } from "../../../../src/domain/change/Apply.ts"
import { removedItem } from "../../../../src/domain/change/Change.ts"
import { isError } from "../../../../src/domain/Finding.ts"
import { decide, type Publish } from "../../../../src/domain/release/PublishRelease.ts"
import { evolve, type ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { deprecatedItems } from "../../../../src/domain/release/removal/DeprecationClock.ts"
import type { RemovalForecast } from "../../../../src/domain/release/removal/RemovalForecast.ts"
import { planRemovals } from "../../../../src/domain/release/removal/RemovalPlan.ts"
import { earliestAbove, forecastStanding, newestStanding } from "../../../../src/domain/release/StandingReleases.ts"
import { formatItem } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { majorOf } from "../../../../src/domain/taxonomy/VersionArithmetic.ts"
import { snapshotOf } from "../../../../src/domain/vocabulary/Snapshot.ts"
import { followForecast } from "../../../support/domain/FollowAdvice.ts"
import type { Attempt } from "../../../support/domain/RandomHistories.ts"
import { lifecycles } from "../../../support/domain/RandomLifecycles.ts"
import { allFindings, publishedEvent } from "../../../support/domain/ReleaseScenario.ts"

interface RemovalAdvice {
  readonly source: "finding" | "notice"
  /** What is published when the advice is followed. */
  readonly history: ReleaseHistory
  readonly subject: string
  readonly forecast: RemovalForecast
  readonly today: string
}

const Earliest = Schema.Struct({
  earliest: Schema.Struct({
    may_go: Schema.Literals(["now", "later", "removed"]),
    version: Version,
    after: Schema.Array(Version),
    date: Schema.String,
    deprecated_in: Schema.NullOr(Version)
  })
})
const isEarliest = Schema.is(Earliest)

const Restore = Schema.Struct({ advice: Schema.Struct({ advice: Schema.Literal("restore"), version: Version }) })
const isRestore = Schema.is(Restore)

/** Each removal that an attempt was told about, in a finding or as a notice. */
const adviceOn = ({ before, command, decision }: Attempt): ReadonlyArray<RemovalAdvice> => {
  const { comingDue } = decision
  const newest = newestStanding(before)
  const today = command.published_at
  const inFindings = allFindings(decision).flatMap(({ context, item }): ReadonlyArray<RemovalAdvice> =>
    item !== undefined && isEarliest(context)
      ? [{ source: "finding", history: before, subject: formatItem(item), forecast: context.earliest, today }]
      : []
  )
  const published = publish(before, command)
  const inNotices = comingDue.flatMap((due): ReadonlyArray<RemovalAdvice> => {
    if (due.kind !== "removal" || newest === undefined) return []
    // Of sources that are refused, the advice on what they deprecate themselves holds after their publication, which may
    // take another version.
    const { version } = due.since
    const history = published ?? (before.releases.has(version) ? before : publish(before, { ...command, version }))
    // A correction of a withdrawn first release may have items that no newer line ever had, so none can remove them.
    const line = history && newestStanding(history)
    if (history === undefined || line === undefined || snapshotOf(line.taxonomy).labelOf(due.item) === undefined)
      return []
    return [{ source: "notice", history, subject: formatItem(due.item), forecast: due.forecast, today }]
  })
  // Nothing can follow on a line that has ended, and above it are only withdrawn releases.
  const hasEnded = newest !== undefined && (before.endedMajors.get(majorOf(newest.version))?.date ?? "9") <= today
  return hasEnded ? [] : [...inFindings, ...inNotices].filter(({ forecast }) => forecast.may_go !== "removed")
}

/** The history after a command; `undefined` if it publishes nothing. */
const publish = (history: ReleaseHistory, command: Publish): ReleaseHistory | undefined => {
  const { outcome } = decide(history, command)
  return outcome._tag === "Publish" ? evolve(history, publishedEvent(outcome.release)) : undefined
}

const versionRules = /^(?:semver|date|lifecycle\/end|deprecation\/removed)/u

describe("advice on a removal, done to the letter", () => {
  const decided = { finding: 0, notice: 0 }

  it.prop(
    "is accepted, and refused a day earlier or with a release less",
    [lifecycles],
    ([{ attempts }]) => {
      for (const { forecast, history, source, subject, today } of attempts.flatMap(adviceOn)) {
        const told = `${subject} on ${today}: ${JSON.stringify(forecast)} after ${[...history.releases.keys()].join()}`
        const outcome = followForecast(history, subject, forecast, today)
        assert.deepStrictEqual(outcome, { refused: [], accepted: [] }, `${source}: ${told}: ${JSON.stringify(outcome)}`)
        decided[source]++
      }
    },
    { arbitrary: { runs: 25 } }
  )

  it("is given often", () => {
    assert.isAbove(decided.finding, 20)
    assert.isAbove(decided.notice, 50)
  })
})

describe("a plan of removals", () => {
  let planned = 0

  it.prop(
    "ends in the version and on the day that the forecast names",
    [lifecycles],
    ([{ history }]) => {
      const newest = newestStanding(history)
      if (newest === undefined) return
      const { published_at: start, taxonomy, version } = newest
      for (const { item } of deprecatedItems(taxonomy)) {
        const forecast = forecastStanding(history, newest, start)(item)
        const steps = planRemovals({
          history,
          draft: { version, taxonomy, waivers: [] },
          items: [item],
          start,
          formatOf: () => 1
        })
        // What only a release contains that was withdrawn too late needs a waiver, which no plan can write.
        const found = steps.flatMap(({ decision }) => decision.findings.filter(isError))
        const errors = found.filter(({ context }) => !("withdrawn" in context)).map(({ rule }) => rule)
        assert.deepStrictEqual(
          errors.filter((rule) => versionRules.test(rule)),
          []
        )
        if (found.length > 0) continue
        const [last, ...before] = steps.toReversed()
        assert.strictEqual(last?.decision.version, forecast.version)
        const earliest = `${forecast.date}T00:00:00Z` > start ? `${forecast.date}T00:00:00Z` : start
        assert.strictEqual(last?.date, earliestAbove(history, newest, earliest))
        assert.deepStrictEqual(
          before.toReversed().map(({ decision }) => decision.version),
          [...forecast.after]
        )
        planned++
      }
    },
    { arbitrary: { runs: 25 } }
  )

  it("is made often", () => {
    assert.isAbove(planned, 10)
  })
})

describe("the advice to restore what is removed and to declare a version for the rest", () => {
  let followed = 0

  it.prop(
    "holds when it is followed",
    [lifecycles],
    ([{ attempts }]) => {
      for (const { before, command, decision } of attempts) {
        const advice = allFindings(decision).flatMap(({ context }) => (isRestore(context) ? [context.advice] : []))
        const kept = decision.changes.filter((change) => removedItem(change) === undefined)
        for (const version of new Set(advice.map((each) => each.version))) {
          if (decision.base === undefined) continue
          // An order names the values that there are.
          if (kept.some(({ kind }) => kind === "values-reordered")) continue
          const taxonomy = apply(decision.base.taxonomy, kept)
          const { findings } = decide(before, { ...command, taxonomy, version })
          const errors = findings.filter(isError).map(({ rule }) => rule)
          assert.deepStrictEqual(
            errors.filter((rule) => versionRules.test(rule) && rule !== "date/before-base"),
            [],
            `${command.version} to ${version} on ${[...before.releases.keys()].join()}`
          )
          followed++
        }
      }
    },
    { arbitrary: { runs: 100 } }
  )

  it("is given often", () => {
    assert.isAbove(followed, 0)
  })
})
