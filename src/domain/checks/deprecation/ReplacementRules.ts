import { pointTo, type Finding } from "../../diagnostic/Finding.ts"
import { deprecatedItems, type DeprecatedItem } from "../../release/DeprecationClock.ts"
import { formatItem, toItemId } from "../../taxonomy/ItemRef.ts"
import { replacementItems } from "../../taxonomy/Replacement.ts"
import { empty, type Taxonomy } from "../../taxonomy/Taxonomy.ts"
import type { RuleCheck } from "../ReleaseProposal.ts"
import { replacementCycles, type ItemsByKey } from "./ReplacementCycles.ts"

/** Whoever follows a replacement arrives at something that stays. What a release had already is not held against the next. */
export const replacementFindings: RuleCheck = ({ base, command }) => {
  const before = new Set(findingsIn(base?.taxonomy ?? empty).map(({ message }) => message))
  return findingsIn(command.taxonomy).filter(({ message }) => !before.has(message))
}

const findingsIn = (taxonomy: Taxonomy): ReadonlyArray<Finding> => {
  const items = deprecatedItems(taxonomy)
  const byKey = new Map(items.map((deprecated) => [toItemId(deprecated.item), deprecated]))
  const cycles = replacementCycles(byKey)
  return items.flatMap((deprecated) => {
    const way = cycles.get(toItemId(deprecated.item))
    return way === undefined ? deprecatedReplacements(deprecated, byKey) : [cycleFinding(deprecated, way)]
  })
}

const cycleFinding = ({ item }: DeprecatedItem, way: ReadonlyArray<string>): Finding => ({
  rule: "deprecation/replacement-cycle",
  level: "error",
  subject: formatItem(item),
  message: `The replacements of ${formatItem(item)} lead back to it: ${way.join(" -> ")}`,
  help: "Name a replacement that stays, or leave replaced_by out and give a reason.",
  at: pointTo.item(item, "deprecated")
})

const deprecatedReplacements = ({ deprecation, item }: DeprecatedItem, byKey: ItemsByKey): ReadonlyArray<Finding> =>
  replacementItems(item, deprecation).flatMap((next, index): ReadonlyArray<Finding> => {
    const replacement = byKey.get(toItemId(next))
    if (replacement === undefined) return []
    const better = replacement.deprecation.replaced_by
    return [
      {
        rule: "deprecation/replacement-deprecated",
        level: "error",
        subject: formatItem(item),
        message: `${formatItem(item)} is replaced by ${formatItem(next)}, which is deprecated itself`,
        help:
          better.length === 0
            ? "Name a replacement that stays, or leave replaced_by out and give a reason."
            : `Name what replaces ${formatItem(next)} instead: ${better.join(", ")}.`,
        at: pointTo.item(item, "deprecated", "replaced_by", index)
      }
    ]
  })
