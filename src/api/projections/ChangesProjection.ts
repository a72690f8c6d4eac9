import type { Change } from "../../domain/change/Change.ts"
import { netDifferences, changesOfReleases, releasePath } from "../../domain/release/NetChanges.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import { largestBump, shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { ChangeBody } from "../bodies/ChangeBody.ts"
import type { ChangesBody } from "../bodies/ChangesBody.ts"
import { changeEntry } from "./ChangeEntry.ts"

/** The body of `/changes`. It depends on the two releases and what lies between them, so it never changes. */
export const changesBody = (history: ReleaseHistory, from: PublishedRelease, to: PublishedRelease): ChangesBody => {
  const changes = [...changeEntries(history, from, to)].flat()
  return { ...changesHead(from, to, changes), changes, ...changesTail(to, changes.length) }
}

/** The members of the body before its changes. */
export const changesHead = (
  from: PublishedRelease,
  to: PublishedRelease,
  changes: ReadonlyArray<Pick<Change, "bump">>
): Pick<ChangesBody, "version" | "from" | "to" | "required_bump"> => ({
  version: shortName(to.version),
  from: comparedRelease(from),
  to: comparedRelease(to),
  required_bump: largestBump(changes.map(({ bump }) => bump)) ?? "none"
})

/** The members of the body after its changes. */
export const changesTail = (
  { published_at, version }: PublishedRelease,
  count: number
): Pick<ChangesBody, "count" | "_meta"> => ({
  count,
  _meta: { taxonomy_version: shortName(version), release: version, generated_at: published_at }
})

/** The changes of the body, in steps that each take about a millisecond. */
export function* changeEntries(
  history: ReleaseHistory,
  from: PublishedRelease,
  to: PublishedRelease
): Generator<ReadonlyArray<ChangeBody>, void> {
  const removedRules = yield* findRemovedRules(history, from, to)
  for (const step of netDifferences(history, from, to)) {
    yield step.flatMap((difference) =>
      difference.changes.map((change) => changeEntry(change, { ...difference, to, removedRules }))
    )
  }
}

/** The releases that removed the rules which `to` lacks. */
function* findRemovedRules(
  history: ReleaseHistory,
  from: PublishedRelease,
  to: PublishedRelease
): Generator<ReadonlyArray<never>, ReadonlyMap<string, Version>> {
  const removed = new Map<string, Version>()
  const kept = new Set(to.taxonomy.rules.map(({ id }) => id))
  if (from.taxonomy.rules.every(({ id }) => kept.has(id))) return removed
  for (const release of releasePath(history, from, to).made) {
    for (const change of changesOfReleases([release])) {
      if (change === undefined) yield []
      else if (change.kind === "rule-removed") removed.set(change.rule, release.version)
    }
  }
  return removed
}

const comparedRelease = ({ published_at, version }: PublishedRelease) => ({
  version: shortName(version),
  release: version,
  published_at
})
