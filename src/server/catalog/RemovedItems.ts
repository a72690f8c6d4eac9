import type { RemovedItem } from "../../domain/release/removal/RemovedItems.ts"
import { formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"

/** The text of the error for a removed item (service spec, sections 3 and 7). */
export const describeRemovedItem = ({ item, mode, reason, replacements, version }: RemovedItem): string => {
  const instead =
    replacements.length > 0
      ? `Use ${replacements.map((next) => describeReplacement(item, next)).join(mode === "all_of" ? " and " : " or ")} instead.`
      : `Nothing replaces it${reason === undefined ? "" : `: ${reason}`}`
  return `${describeItem(item)} was removed in ${shortName(version)}. ${instead}`
}

const describeItem = (item: ItemRef): string => {
  switch (item._tag) {
    case "Dimension":
      return `The dimension '${item.dimension}'`
    case "Value":
      return `The value '${item.value}' of ${item.dimension}`
    case "License":
      return `The base license '${item.license}'`
    case "ConflictRule":
      return `The rule '${item.rule}'`
  }
}

const describeReplacement = (item: ItemRef, replacement: ItemRef): string => {
  if (replacement._tag !== "Value") return `'${formatItem(replacement)}'`
  const isMove = item._tag !== "Value" || item.dimension !== replacement.dimension
  return `'${replacement.value}'${isMove ? ` of ${replacement.dimension}` : ""}`
}
