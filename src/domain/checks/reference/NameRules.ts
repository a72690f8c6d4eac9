import { addedItem } from "../../change/ChangedItems.ts"
import { pointTo, type Finding, type Pointer } from "../../diagnostic/Finding.ts"
import { caseless } from "../../taxonomy/Identifiers.ts"
import { dimensionRef, licenseRef, toItemId } from "../../taxonomy/ItemRef.ts"
import type { RuleCheck } from "../ReleaseProposal.ts"

/**
 * A finding, a waiver and `taxonomy history` name a dimension or a license by one word, so it must mean one of the two.
 * A release that has both already is not held against the next.
 */
export const nameFindings: RuleCheck = ({ changes, command }) => {
  const { dimensions, licenses } = command.taxonomy
  const names = new Map(dimensions.map(({ name }) => [caseless(name), name]))
  const pairs = licenses.flatMap(({ code }) => {
    const name = names.get(caseless(code))
    return name === undefined ? [] : [{ code, name }]
  })
  if (pairs.length === 0) return []
  const added = new Set(changes.flatMap((change) => addedItem(change) ?? []).map(toItemId))
  return pairs.flatMap(({ code, name }): ReadonlyArray<Finding> => {
    const message = `The license "${code}" and the dimension "${name}" have the same name${code === name ? "" : " but for case"}`
    if (added.has(toItemId(licenseRef(code)))) return [sameName(code, message, pointTo.license(code, "code"))]
    return added.has(toItemId(dimensionRef(name))) ? [sameName(name, message, pointTo.dimension(name, "name"))] : []
  })
}

const sameName = (subject: string, message: string, at: Pointer): Finding => ({
  rule: "source/duplicate",
  level: "error",
  subject,
  message,
  help: "Give one of the two another name: findings, waivers and the history tell them apart by nothing else.",
  at
})
