import { allAddedItems, allRemovedItems } from "../change/Change.ts"
import type { Release, ReleaseHistory } from "../release/ReleaseHistory.ts"
import { ancestryOf, recordedBase } from "../release/ReleaseLines.ts"
import { deprecatedItems, sinceIn } from "../release/removal/DeprecationClock.ts"
import type { Deprecation } from "../taxonomy/Deprecation.ts"
import { conflictRuleRef, toItemId, type ItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import { empty } from "../taxonomy/Normalize.ts"
import { replacementItems } from "../taxonomy/Replacement.ts"
import { snapshotOf } from "../vocabulary/Snapshot.ts"
import type {
  ContractRelease,
  EarliestRemoval,
  ItemDeprecation,
  ItemRemoval,
  ItemReplacement
} from "./ContractRelease.ts"

/** A release of a history, or one that is planned after it, as contracts are assessed by it. */
export const releaseOfHistory = ({ releases }: ReleaseHistory, release: Release): ContractRelease => {
  const added = new Map<ItemId, string>()
  const removed = new Map<ItemId, ItemRemoval>()
  for (const each of [...ancestryOf<Release>(releases, release)].toReversed()) {
    const { changes, version } = each
    const before = recordedBase(releases, each)?.taxonomy ?? empty
    for (const change of changes) {
      for (const item of allAddedItems(change)) added.set(toItemId(item), version)
      if (change.kind === "rule-added") added.set(toItemId(conflictRuleRef(change.rule)), version)
      for (const item of allRemovedItems(before, change)) {
        const removal = removalOf(release, item)
        if (removal !== undefined) removed.set(toItemId(item), removal)
      }
    }
  }
  return {
    version: release.version,
    dimensions: snapshotOf(release.taxonomy).dimensionsInOrder(),
    rules: release.taxonomy.rules,
    deprecations: new Map(
      deprecatedItems(release.taxonomy).map(({ deprecation, item }) => [
        toItemId(item),
        deprecationOf(release, item, deprecation)
      ])
    ),
    removed,
    added
  }
}

const deprecationOf = (release: Release, item: ItemRef, deprecation: Deprecation): ItemDeprecation => {
  const id = toItemId(item)
  return {
    replacement: toReplacement(item, deprecation),
    reason: deprecation.reason,
    since: sinceIn(release, item),
    earliest_removal: earliestRemovalOf(release, id)
  }
}

const earliestRemovalOf = ({ forecasts }: Release, id: ItemId): EarliestRemoval | undefined => {
  const forecast = forecasts.get(id)
  if (forecast === undefined) return undefined
  const { after, date, deprecated_in, version } = forecast
  return { version, date, after, deprecated_in: deprecated_in ?? undefined }
}

/** `undefined` for an item that came back. */
const removalOf = ({ removed }: Release, item: ItemRef): ItemRemoval | undefined => {
  const removal = removed.get(toItemId(item))
  if (removal === undefined) return undefined
  const { deprecation, version } = removal
  return {
    removed_in: version,
    replacement: deprecation === undefined ? undefined : toReplacement(item, deprecation),
    reason: deprecation?.reason
  }
}

const toReplacement = (item: ItemRef, deprecation: Deprecation): ItemReplacement => ({
  mode: deprecation.replacement_mode ?? "one_of",
  items: replacementItems(item, deprecation)
})
