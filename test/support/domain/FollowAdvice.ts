import * as DateTime from "effect/DateTime"
import { isError } from "../../../src/domain/Finding.ts"
import type { Decision } from "../../../src/domain/release/PublishRelease.ts"
import { evolve, type ReleaseHistory } from "../../../src/domain/release/ReleaseHistory.ts"
import { deprecatedItems } from "../../../src/domain/release/removal/DeprecationClock.ts"
import type { RemovalForecast } from "../../../src/domain/release/removal/RemovalForecast.ts"
import { removeItems } from "../../../src/domain/release/removal/RemovalPlan.ts"
import { earliestAbove, newestStanding } from "../../../src/domain/release/StandingReleases.ts"
import { formatItem, toItemId } from "../../../src/domain/taxonomy/ItemRef.ts"
import type { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { attemptOf, approved } from "./RandomHistories.ts"
import { publishedEvent } from "./ReleaseScenario.ts"
import { add, deprecate, type Edit } from "./TaxonomyEdits.ts"

/** What came of a removal that was done as it was advised, and of removals that came too soon. */
export interface Outcome {
  /** The rules that refused what was advised. */
  readonly refused: ReadonlyArray<string>
  /** The removals that came too soon but were accepted. */
  readonly accepted: ReadonlyArray<"a day earlier" | "a release less">
}

/** Does what a forecast says on the given day: publishes each release that it names, and removes the item with the last. */
export const followForecast = (
  history: ReleaseHistory,
  subject: string,
  { after, date, deprecated_in, version }: Pick<RemovalForecast, "after" | "date" | "deprecated_in" | "version">,
  day: string
): Outcome => {
  const newest = newestStanding(history)
  const today =
    newest === undefined ? day : earliestAbove(history, newest, newest.published_at > day ? newest.published_at : day)
  const refused: Array<string> = []
  const publish = (before: ReleaseHistory, declared: Version, ...edits: ReadonlyArray<Edit>) => {
    const attempt = propose(before, declared, today, ...edits)
    const { outcome } = attempt
    if (outcome._tag === "Publish") return evolve(before, publishedEvent(outcome.release))
    refused.push(`${declared}: ${refusals(attempt).join(", ")}`)
    return before
  }
  const prepared =
    deprecated_in === null ? history : publish(history, deprecated_in, deprecate(subject), growTaxonomy(0))
  const states = [prepared]
  for (const [index, each] of after.entries()) {
    states.push(publish(states.at(-1) ?? prepared, each, growTaxonomy(index + 1)))
  }
  const [ready = prepared, shortened] = states.toReversed()
  const earliest = `${date}T00:00:00Z`
  const removal = propose(ready, version, earliest > today ? earliest : today, removeEverywhere(subject))
  // What else the removal takes, such as other configs, is no part of the advice.
  const refusedRemoval = refusals(removal).filter((rule) => !/^(?:reference|license)\//u.test(rule))
  if (refusedRemoval.length > 0) refused.push(`${version}: ${refusedRemoval.join(", ")}`)
  const eve = DateTime.formatIso(DateTime.subtract(DateTime.makeUnsafe(earliest), { seconds: 1 }))
  const early = propose(ready, version, eve, removeEverywhere(subject))
  const less = shortened && propose(shortened, version, distantFuture, removeEverywhere(subject))
  return {
    refused,
    accepted: [
      ...(early.outcome._tag === "Publish" ? (["a day earlier"] as const) : []),
      ...(less?.outcome._tag === "Publish" ? (["a release less"] as const) : [])
    ]
  }
}

const distantFuture = "2099-01-01T00:00:00Z"

/**
 * Proposes the newest release that stands with edits, and with waivers for what the edits break apart from versions and
 * removals, and for the removal of what only withdrawn releases contain.
 */
const propose = (history: ReleaseHistory, version: Version, date: string, ...edits: ReadonlyArray<Edit>): Decision => {
  const taxonomy = newestStanding(history)?.taxonomy
  if (taxonomy === undefined) throw new Error("Nothing is published")
  const attempt = attemptOf(
    history,
    edits.reduce((edited, edit) => edit(edited), taxonomy),
    version,
    date
  )
  const [other = attempt] = approved(
    attempt,
    ({ context, rule }) => !rule.startsWith("deprecation/removed-") || "withdrawn" in context
  )
  return other.decision
}

const refusals = ({ findings }: Decision): ReadonlyArray<string> => findings.filter(isError).map(({ rule }) => rule)

/** A change that requires a minor release, whatever the taxonomy contains. */
const growTaxonomy = (number: number): Edit => add(`further_${number}`)

/** Removes an item and every use of it. */
const removeEverywhere =
  (subject: string): Edit =>
  (taxonomy) => {
    const removed = deprecatedItems(taxonomy).filter(({ item }) => formatItem(item) === subject)
    return removeItems(taxonomy, new Map(removed.map((target) => [toItemId(target.item), target])))
  }
