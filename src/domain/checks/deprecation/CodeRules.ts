import { allAddedItems, allRemovedItems } from "../../change/ChangedItems.ts"
import { pointTo, type Finding } from "../../diagnostic/Finding.ts"
import type { Tombstone } from "../../release/ReleaseHistory.ts"
import {
  dimensionRef,
  formatItem,
  isSameItem,
  licenseRef,
  toCaselessItemId,
  type ItemRef
} from "../../taxonomy/ItemRef.ts"
import { empty } from "../../taxonomy/Taxonomy.ts"
import type { RuleCheck } from "../ReleaseProposal.ts"

/** What once had a meaning never gets another: contracts that name the old code are still out there. */
export const codeFindings: RuleCheck = ({ base, changes, history, version }) => {
  const before = base?.taxonomy ?? empty
  const removedNow = new Map(
    changes
      .flatMap((change) => allRemovedItems(before, change))
      .map((item) => [toCaselessItemId(item), { item, version }])
  )
  const tombstoneOf = (item: ItemRef): Tombstone | undefined =>
    removedNow.get(toCaselessItemId(item)) ?? history.tombstones.get(toCaselessItemId(item))
  return changes.flatMap((change) =>
    allAddedItems(change).flatMap((item): ReadonlyArray<Finding> => {
      const namesake = namesakeOf(item)
      const own = tombstoneOf(item)
      const tombstone = own ?? (namesake && tombstoneOf(namesake.item))
      if (tombstone === undefined) return []
      const [subject, removed] = [formatItem(item), formatItem(tombstone.item)]
      const same = isSameItem(tombstone.item, item) ? "it" : `${removed}, the same but for case,`
      const other = own === undefined ? `the ${namesake?.kind} ${removed}` : same
      return [
        {
          rule: "code/reused",
          level: "error",
          subject,
          message: `${subject} cannot be added: ${other} was removed in ${tombstone.version}, and codes are never used again`,
          help: "Choose another code: no version, however late, may use this one again.",
          at: pointTo.item(item, item._tag === "Dimension" ? "name" : "code")
        }
      ]
    })
  )
}

/** The item of the other kind with the same name. Nothing else distinguishes a dimension from a license. */
const namesakeOf = (item: ItemRef): { readonly kind: string; readonly item: ItemRef } | undefined => {
  if (item._tag === "Dimension") return { kind: "license", item: licenseRef(item.dimension) }
  return item._tag === "License" ? { kind: "dimension", item: dimensionRef(item.license) } : undefined
}
