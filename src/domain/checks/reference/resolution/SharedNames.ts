import { addedItem } from "../../../change/Change.ts"
import { dimensionRef, licenseRef, toItemId } from "../../../taxonomy/ItemRef.ts"
import { caseless } from "../../../taxonomy/Names.ts"
import type { ReleaseProposal } from "../../ReleaseProposal.ts"

/**
 * Licenses and dimensions with the same name, ignoring case, of which the release adds one: findings, waivers and the
 * history refer to both by name only. A base release that has both is not held against the next.
 */
export const sharedNames = ({ changes, command }: ReleaseProposal) => {
  const { dimensions, licenses } = command.taxonomy
  const names = new Map(dimensions.map(({ name }) => [caseless(name), name]))
  const pairs = licenses.flatMap(({ code }) => {
    const name = names.get(caseless(code))
    return name === undefined ? [] : [{ license: code, dimension: name }]
  })
  if (pairs.length === 0) return []
  const added = new Set(changes.flatMap((change) => addedItem(change) ?? []).map(toItemId))
  return pairs.flatMap(({ dimension, license }) => {
    const items = [licenseRef(license), dimensionRef(dimension)]
    const item = items.find((candidate) => added.has(toItemId(candidate)))
    return item === undefined ? [] : [{ dimension, license, item }]
  })
}
