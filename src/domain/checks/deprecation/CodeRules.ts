import { allAddedBy, allRemovedBy, tombstoneKey, type ChangedItem } from "../../change/ChangedItems.ts"
import { pointTo, type Finding, type Pointer } from "../../diagnostic/Finding.ts"
import { itemKey } from "../../release/DeprecationClock.ts"
import type { Tombstone } from "../../release/ReleaseHistory.ts"
import { empty } from "../../taxonomy/Taxonomy.ts"
import type { RuleCheck } from "../ReleaseProposal.ts"

/** What once had a meaning never gets another: contracts that name the old code are still out there. */
export const codeFindings: RuleCheck = ({ base, changes, history, version }) => {
  const before = base?.taxonomy ?? empty
  const removedNow = new Map(
    changes
      .flatMap((change) => allRemovedBy(before, change))
      .map((item) => [tombstoneKey(item), { subject: item.subject, version }])
  )
  const tombstoneOf = (item: Pick<ChangedItem, "key">): Tombstone | undefined =>
    removedNow.get(tombstoneKey(item)) ?? history.tombstones.get(tombstoneKey(item))
  return changes.flatMap((change) =>
    allAddedBy(change).flatMap((item): ReadonlyArray<Finding> => {
      const namesake = namesakeOf(item)
      const own = tombstoneOf(item)
      const tombstone = own ?? (namesake && tombstoneOf(namesake))
      if (tombstone === undefined) return []
      const same = tombstone.subject === item.subject ? "it" : `${tombstone.subject}, the same but for case,`
      const other = own === undefined ? `the ${namesake?.kind} ${tombstone.subject}` : same
      return [
        {
          rule: "code/reused",
          level: "error",
          subject: item.subject,
          message: `${item.subject} cannot be added: ${other} was removed in ${tombstone.version}, and codes are never used again`,
          help: "Choose another code: no version, however late, may use this one again.",
          at: placeOf(item)
        }
      ]
    })
  )
}

/** The item of the other kind that would have the same name: nothing else tells a dimension and a license apart. */
const namesakeOf = ({ key, subject }: ChangedItem) => {
  if (key === itemKey.dimension(subject)) return { kind: "license", key: itemKey.license(subject) }
  return key === itemKey.license(subject) ? { kind: "dimension", key: itemKey.dimension(subject) } : undefined
}

/** Where the code of an added item stands. */
const placeOf = ({ key, subject }: ChangedItem): Pointer => {
  const [first = "", code] = subject.split("/")
  if (code !== undefined) return pointTo.value(first, code, "code")
  return key.startsWith("dimension ") ? pointTo.dimension(first, "name") : pointTo.license(first, "code")
}
