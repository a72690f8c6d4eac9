import type { Change } from "../Change.ts"
import { pointTo, type Finding, type Pointer } from "../Finding.ts"
import { addedBy, removedBy, tombstoneKey } from "../Removals.ts"
import type { RuleCheck } from "./Proposal.ts"

/** What once had a meaning never gets another: contracts that name the old code are still out there. */
export const codeFindings: RuleCheck = (proposal) => {
  const { changes, command, history } = proposal
  const removedNow = new Map(
    changes.flatMap((change) => {
      const item = removedBy(change)
      return item === undefined ? [] : [[tombstoneKey(item), { subject: item.subject, version: command.version }]]
    })
  )
  return changes.flatMap((change): ReadonlyArray<Finding> => {
    const item = addedBy(change)
    if (item === undefined) return []
    const tombstone = removedNow.get(tombstoneKey(item)) ?? history.tombstones.get(tombstoneKey(item))
    if (tombstone === undefined) return []
    const other = tombstone.subject === item.subject ? "it" : `${tombstone.subject}, the same but for case,`
    return [
      {
        rule: "code/reused",
        level: "error",
        subject: item.subject,
        message: `${item.subject} cannot be added: ${other} was removed in ${tombstone.version}, and codes are never used again`,
        help: "Choose another code: no version, however late, may use this one again.",
        at: placeOf(change)
      }
    ]
  })
}

const placeOf = (change: Change): Pointer => {
  switch (change.kind) {
    case "value-added":
      return pointTo.value(change.dimension, change.value, "code")
    case "dimension-added":
      return pointTo.dimension(change.dimension, "name")
    case "license-added":
      return pointTo.license(change.license, "code")
    default:
      return pointTo.taxonomy("version")
  }
}
