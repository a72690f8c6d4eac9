import * as Argument from "effect/cli/Argument"
import { addedItem, removedItem } from "../../domain/change/Change.ts"
import { removedWithoutDeprecation } from "../../domain/checks/deprecation/RemovedWithoutDeprecation.ts"
import { withdraw } from "../../domain/release/LifecycleCommands.ts"
import type { ReleaseWithdrawn } from "../../domain/release/ReleaseEvent.ts"
import { evolve, type PublishedRelease, type ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { changedNames, type NameChange } from "../../domain/release/ReleaseLines.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { lastUndoDay, newestStanding, standingHistory } from "../../domain/release/StandingReleases.ts"
import { majorOf } from "../../domain/taxonomy/VersionArithmetic.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { toggleOption } from "../options/EnvironmentOption.ts"
import { dateOption, reasonOption, releasesOption, PrefixedVersion, makeCommand } from "../options/Options.ts"
import { appendConfirmed } from "./ConfirmEvent.ts"

const withdrawOptions = {
  version: Argument.String("version").pipe(
    Argument.withDescription("Release, such as v1.2.0"),
    Argument.withSchema(PrefixedVersion)
  ),
  date: dateOption("Date of the withdrawal"),
  reason: reasonOption("Reason for clients, part of every response of this release"),
  dryRun: toggleOption("dry-run", "Show what it means, without writing anything"),
  yes: toggleOption("yes", "Skip the confirmation"),
  releases: releasesOption
}

/**
 * `taxonomy withdraw`: excludes a wrong release from defaults, after a confirmation. It stays on disk and answers to
 * its full version.
 */
export const withdrawCommand = makeCommand("withdraw", withdrawOptions, {
  'taxonomy withdraw v1.2.0 --reason "Wrong country list" --dry-run': "Show what clients get instead",
  'taxonomy withdraw v1.2.0 --reason "Wrong country list"':
    "Exclude 1.2.0 from latest, v1 and v1.2, after a confirmation"
})(function* (input) {
  const { reason, version } = input
  const date = yield* input.date
  yield* appendConfirmed(
    {
      decide: (history) => withdraw(history, { version, date, reason }),
      consequences: withdrawalConsequences,
      command: "withdraw",
      action: `Withdraw ${version}`,
      done: `${version} is withdrawn: ${reason}`
    },
    input
  )
})

/** What a withdrawal means for clients, a sentence per line. */
const withdrawalConsequences = (history: ReleaseHistory, event: ReleaseWithdrawn): ReadonlyArray<string> => {
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
