import { type Change, addedItem } from "../../change/Change.ts"
import { makeFinding, type Finding, inHeader } from "../../Finding.ts"
import { canonicalJson } from "../../ledger/CanonicalJson.ts"
import { newestOf } from "../../release/ReleaseLines.ts"
import { formatItem, kindOf, toItemId } from "../../taxonomy/ItemRef.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import type { Items, Taxonomy } from "../../taxonomy/Taxonomy.ts"
import { majorOf } from "../../taxonomy/VersionArithmetic.ts"
import { meaningOf } from "../../vocabulary/ItemTypes.ts"
import { snapshotOf } from "../../vocabulary/Snapshot.ts"
import { otherSources, refusedRemoval, type Check } from "../Check.ts"

export const olderLineAdds: Check<
  "lifecycle/older-line-adds",
  { readonly item: string; readonly version: Version; readonly newest: Version }
> = {
  id: "lifecycle/older-line-adds",
  title: "Addition that the newest major version lacks",
  level: "error",
  stage: "release",
  followsFrom: [otherSources, refusedRemoval, { checks: ["lifecycle/end-of-life"], scope: "release" }],
  explanation:
    "Upgrading to a newer major version must not lose anything that an older one offers. Additions to an older line must therefore be in the newest major version first, with an equal definition. Release them there, then here.",
  breaks: `# 2.0.0 is published, without the value podcast
# 1.4.0 adds use_type/podcast`,
  keeps: `# 2.1.0 adds use_type/podcast
# 1.4.0 adds use_type/podcast with the same definition`,
  message: ({ item, newest, version }) =>
    `${version} adds ${item}, which ${newest} does not contain with an equal definition`,
  help: ({ newest }) => `Add it to v${majorOf(newest)} first, so that upgrading does not lose it.`,
  run: ({ base, changes, recorded, standing, version }) => {
    const newest = newestOf(standing)
    if (base === undefined || newest === undefined || majorOf(newest.version) <= majorOf(version)) return []
    // What a withdrawn release of the line added can stay, or go.
    const added = new Set(recorded.changes.flatMap((change) => addedItem(change) ?? []).map(toItemId))
    return changes.flatMap((change): ReadonlyArray<Finding> => {
      const item = addedItem(change)
      if (item === undefined || !added.has(toItemId(item)) || hasEqual(newest.taxonomy, change)) return []
      const facts = { item: formatItem(item), version, newest: newest.version }
      return [makeFinding(olderLineAdds, facts, { item, location: inHeader("version") })]
    })
  }
}

/** True if a snapshot has what a change adds, with the same meaning. */
const hasEqual = (taxonomy: Taxonomy, change: Change): boolean => {
  const added = addedItem(change)
  if (added === undefined || !("after" in change)) return true
  const other = snapshotOf(taxonomy).get(added)
  if (other === undefined || !isSameMeaning(kindOf(added), other, change.after)) return false
  return (
    change.kind !== "dimension-added" ||
    change.after.values.every((value) => {
      const found = snapshotOf(taxonomy).value(change.dimension, value.code)
      return found !== undefined && isSameMeaning("value", found, value)
    })
  )
}

const isSameMeaning = (type: keyof Items, left: unknown, right: unknown): boolean =>
  canonicalJson(meaningOf(type, left)) === canonicalJson(meaningOf(type, right))
