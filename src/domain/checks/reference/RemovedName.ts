import { removedItem } from "../../change/Change.ts"
import { deprecatedItems } from "../../release/removal/DeprecationClock.ts"
import { formatItem, toItemId, type ItemId, type ItemRef } from "../../taxonomy/ItemRef.ts"
import { formatReplacements, replacementItem } from "../../taxonomy/Replacement.ts"
import { insteadOf, type Instead } from "../deprecation/facts/DeprecatedUses.ts"
import { perProposal } from "../PerProposal.ts"
import type { ReleaseProposal } from "../ReleaseProposal.ts"

/** What the deprecation of a removed item named in its place, as far as the proposed release has it. */
export type RemovedName = Pick<Instead, "replaced_by" | "replacement_mode">

/** The help for a name that the proposed release removes. */
export const formatRemovedName = (removed: RemovedName): string =>
  removed.replaced_by.length === 0 ? "Remove it here too." : `Use ${formatReplacements(removed)} instead.`

/** Finds the facts of an item that the proposed release removes. */
export const findRemovedName = perProposal((proposal): ((item: ItemRef) => RemovedName | undefined) => {
  let removed: ReadonlyMap<ItemId, RemovedName> | undefined
  return (item) => {
    removed ??= removedNames(proposal)
    return removed.get(toItemId(item))
  }
})

const removedNames = ({ base, changes, command }: ReleaseProposal): ReadonlyMap<ItemId, RemovedName> => {
  if (base === undefined) return new Map()
  const deprecated = new Map(deprecatedItems(base.taxonomy).map((item) => [toItemId(item.item), item]))
  const existing = new Set(
    command.taxonomy.dimensions.flatMap(({ name, values }) => [name, ...values.map(({ code }) => `${name}/${code}`)])
  )
  return new Map(
    changes.flatMap((change) => {
      const item = removedItem(change)
      if (item === undefined) return []
      const known = deprecated.get(toItemId(item))
      const { replaced_by, replacement_mode } = known === undefined ? nothing : insteadOf(known, deprecated)
      const isThere = replaced_by.every((name) => existing.has(formatItem(replacementItem(item, name))))
      const names = isThere ? { replaced_by, ...(replacement_mode === undefined ? {} : { replacement_mode }) } : nothing
      return [[toItemId(item), names] as const]
    })
  )
}

const nothing: RemovedName = { replaced_by: [] }
