import { allAddedItems, allRemovedItems } from "../change/Change.ts"
import { makeFinding, type Finding, inItem } from "../Finding.ts"
import { canonicalJson } from "../ledger/CanonicalJson.ts"
import type { ReleaseHistory, Tombstone } from "../release/ReleaseHistory.ts"
import { recordedBase } from "../release/ReleaseLines.ts"
import {
  dimensionRef,
  formatItem,
  licenseRef,
  toCaselessItemId,
  toItemId,
  type ItemRef,
  kindOf
} from "../taxonomy/ItemRef.ts"
import { empty } from "../taxonomy/Normalize.ts"
import type { Version } from "../taxonomy/Scalars.ts"
import type { Taxonomy } from "../taxonomy/Taxonomy.ts"
import { identityOf, meaningOf } from "../vocabulary/ItemTypes.ts"
import { snapshotOf } from "../vocabulary/Snapshot.ts"
import { misspeltWaiver, otherSources, refusedRemoval, type Check } from "./Check.ts"

export const codeReused: Check<
  "code/reused",
  {
    readonly item: string
    readonly removed: string
    /** The kind of the removed item, if it is not that of the added one. */
    readonly removed_kind: "dimension" | "license" | null
    /** Null if the release that adds the code is also the one that removes it. */
    readonly removed_in: Version | null
    /** True if the removal was withdrawn: the item can come back with the meaning that it had. */
    readonly is_withdrawn: boolean
  }
> = {
  id: "code/reused",
  title: "Removed code reused",
  level: "error",
  stage: "release",
  waivable: true,
  followsFrom: [otherSources, misspeltWaiver, refusedRemoval],
  explanation:
    "Old contracts still hold the removed code, and would suddenly mean whatever it means now. Removed codes stay reserved in all versions, ignoring case. Choose another code. To bring back the very same item, approve that with a waiver. Without one, what only a withdrawn release removed can come back with the definition, shape, codes and config that it had.",
  breaks: `# 2.0.0 removed QSR_FAST_FOOD
# 2.1.0 adds qsr_fast_food`,
  keeps: `# 2.0.0 removed QSR_FAST_FOOD
# 2.1.0 adds QSR_COUNTER_SERVICE`,
  message: ({ item, removed, removed_in, removed_kind }) => {
    const other = removed === item ? "it" : `${removed}, which differs only in case,`
    const code = removed_kind === null ? other : `the ${removed_kind} ${removed}`
    const removal = removed_in === null ? "is removed by this release" : `was removed in ${removed_in}`
    return `${item} cannot be added: ${code} ${removal}, and removed codes stay reserved`
  },
  help: ({ is_withdrawn, removed, removed_in }) =>
    is_withdrawn
      ? `Restore ${removed} as it was before ${removed_in}, which was withdrawn: nothing but its texts may differ.`
      : "Choose another code.",
  run: ({ base, changes, command, history, recorded, standing, version }) => {
    const sides = changes === recorded.changes ? [recorded] : [recorded, { base, changes }]
    const removedNow = new Map<string, FoundTombstone>(
      sides
        .flatMap((side) => side.changes.flatMap((change) => allRemovedItems(side.base?.taxonomy ?? empty, change)))
        .map((item) => [toCaselessItemId(item), { item, version, isNew: true }])
    )
    if (removedNow.size === 0 && history.tombstones.size === 0) return []
    const findTombstone = (item: ItemRef): FoundTombstone | undefined =>
      removedNow.get(toCaselessItemId(item)) ?? history.tombstones.get(toCaselessItemId(item))
    const added = new Map(
      sides.flatMap((side) => side.changes.flatMap(allAddedItems)).map((item) => [toItemId(item), item])
    )
    return [...added.values()].flatMap((item): ReadonlyArray<Finding> => {
      const namesake = namesakeOf(item)
      const own = findTombstone(item)
      const tombstone = own ?? (namesake && findTombstone(namesake.item))
      if (tombstone === undefined) return []
      const restorable = tombstone.isNew === true ? undefined : beforeWithdrawn(history, standing, tombstone)
      if (restorable !== undefined && isRestored(restorable, command.taxonomy, item)) return []
      const facts = {
        item: formatItem(item),
        removed: formatItem(tombstone.item),
        removed_kind: own === undefined ? (namesake?.kind ?? null) : null,
        removed_in: tombstone.isNew === true ? null : tombstone.version,
        is_withdrawn: own !== undefined && restorable !== undefined
      }
      const links = tombstone.isNew === true ? { causes: [toItemId(tombstone.item)] } : {}
      const location = inItem(item, identityOf(item))
      return [makeFinding(codeReused, facts, { item, location, links })]
    })
  }
}

/** A tombstone, and whether the proposed release makes it. */
interface FoundTombstone extends Tombstone {
  readonly isNew?: true
}

/** The taxonomy before a removal that was withdrawn and that no release that stands keeps. */
const beforeWithdrawn = (
  { releases, withdrawn }: ReleaseHistory,
  standing: ReleaseHistory,
  { item, version }: Tombstone
): Taxonomy | undefined => {
  if (!withdrawn.has(version)) return undefined
  if (standing.releases.values().some(({ removed }) => removed.has(toItemId(item)))) return undefined
  const release = releases.get(version)
  return release && recordedBase(releases, release)?.taxonomy
}

/** True if an item has the same meaning in both taxonomies: it is equal but for its texts and its deprecation. */
const isRestored = (before: Taxonomy, after: Taxonomy, item: ItemRef): boolean => {
  const old = normativePart(before, item)
  return old !== undefined && canonicalJson(old) === canonicalJson(normativePart(after, item) ?? null)
}

const normativePart = (taxonomy: Taxonomy, item: ItemRef): object | undefined => {
  const found = snapshotOf(taxonomy).get(item)
  if (found === undefined) return undefined
  const codes = "values" in found ? { values: found.values.map(({ code }) => code).sort() } : {}
  return { ...meaningOf(kindOf(item), found), ...codes }
}

/** The item of the other kind with the same name. Nothing else distinguishes a dimension from a license. */
const namesakeOf = (item: ItemRef): { readonly kind: "dimension" | "license"; readonly item: ItemRef } | undefined => {
  if (item._tag === "Dimension") return { kind: "license", item: licenseRef(item.dimension) }
  return item._tag === "License" ? { kind: "dimension", item: dimensionRef(item.license) } : undefined
}
