import { addedItem, removedItem } from "../../domain/change/ChangedItems.ts"
import { removedWithoutDeprecation } from "../../domain/checks/deprecation/RemovedWithoutDeprecation.ts"
import type { MajorEnded, ReleaseWithdrawn } from "../../domain/release/ReleaseEvent.ts"
import { evolve, type PublishedRelease, type ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { changedNames, type NameChange } from "../../domain/release/ReleaseNames.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { lastUndoDay, newestStanding, standingHistory } from "../../domain/release/StandingReleases.ts"
import { majorOf } from "../../domain/taxonomy/VersionArithmetic.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { formatCount } from "../../report/text/PlainText.ts"

/** What a withdrawal means for clients, a sentence per line. */
export const withdrawalConsequences = (history: ReleaseHistory, event: ReleaseWithdrawn): ReadonlyArray<string> => {
  const { version } = event
  const changes = changedNames(history, evolve(history, event))
  const major = `v${majorOf(version)}`
  const isLost = changes.some(({ after, name }) => name === major && after === undefined)
  const isNewest = majorOf(newestStanding(history)?.version ?? version) === majorOf(version)
  return [
    ...(isLost
      ? [
          `warning: no other release of ${major} is available. Clients of ${major} get 404 unless they request v${version}${
            isNewest ? `, until a corrected release of ${major} is published` : ""
          }.`
        ]
      : []),
    ...changes.map(formatNameChange),
    ...lostItems(history, version, changes),
    ...undoing(history, event),
    `v${version} itself is still served, with the reason in X-Deprecation-Warning. Its number stays reserved.`
  ]
}

/** What an editor can do next. */
const undoing = (history: ReleaseHistory, { date, version }: ReleaseWithdrawn): ReadonlyArray<string> => {
  const release = history.releases.get(version)
  if (release === undefined) return []
  const others = [...standingHistory(history).releases.values()].filter((other) => other.version !== version)
  const added = release.changes
    .flatMap((change) => addedItem(change) ?? [])
    .filter((item) => others.every(({ taxonomy }) => snapshotOf(taxonomy).labelOf(item) === undefined))
  const removed = release.changes.some((change) => removedItem(change) !== undefined)
  const lastDay = lastUndoDay(release)
  const gone =
    dayOf(date) <= lastDay
      ? `A withdrawal until ${lastDay} lets the next release remove what only ${version} added, without grace and without a major version. Its codes stay reserved.`
      : `What only ${version} added can be removed with a waiver of ${removedWithoutDeprecation.id}: ${lastDay} was the last day for a withdrawal without one.`
  return [
    ...(added.length > 0 ? [gone] : []),
    ...(removed ? [`What ${version} removed can come back with the same meaning.`] : [])
  ]
}

const formatNameChange = ({ after, before, name }: NameChange): string =>
  after === undefined
    ? `${name} means no release any more, instead of ${before}.`
    : `${name} means ${after} instead of ${before}.`

/** What clients miss that do not request a full version. */
const lostItems = (
  history: ReleaseHistory,
  version: ReleaseWithdrawn["version"],
  changes: ReadonlyArray<NameChange>
): ReadonlyArray<string> => {
  const successor = changes.find(({ name }) => name === `v${majorOf(version)}`)?.after
  const [old, now] = [
    history.releases.get(version),
    successor === undefined ? undefined : history.releases.get(successor)
  ]
  if (old === undefined || now === undefined) return []
  const [before, after] = [namesIn(old), namesIn(now)]
  const lost = (["licenses", "values"] as const).flatMap((kind) => {
    const count = before[kind].filter((name) => !new Set(after[kind]).has(name)).length
    return count === 0 ? [] : [formatCount(count, kind.slice(0, -1))]
  })
  return lost.length === 0
    ? []
    : [
        `${lost.join(" and ")} of ${version} ${lost.length === 1 && lost[0]?.startsWith("1 ") ? "is" : "are"} not in ${now.version}.`
      ]
}

const namesIn = ({ taxonomy }: PublishedRelease) => ({
  licenses: taxonomy.licenses.map(({ code }) => code),
  values: taxonomy.dimensions.flatMap(({ name, values }) => values.map(({ code }) => `${name}/${code}`))
})

/** What the end of a major means, a sentence per line. */
export const endConsequences = (history: ReleaseHistory, { date, major }: MajorEnded): ReadonlyArray<string> => {
  const releases = [...history.releases.keys()].filter((version) => majorOf(version) === major)
  const newest = newestStanding(history)
  return [
    `From ${dayOf(date)} on, no release of v${major} can be published, not even a correction.`,
    `${formatCount(releases.length, "release")} of v${major} ${releases.length === 1 ? "is" : "are"} still served, with Deprecation and Sunset in every response.`,
    ...(newest === undefined ? [] : [`Clients are referred to v${majorOf(newest.version)}, now ${newest.version}.`])
  ]
}
