import type { Finding } from "../../diagnostic/Finding.ts"
import { deprecatedItems, type DeprecatedItem } from "../../release/DeprecationClock.ts"
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
  const byKey = new Map(items.map((item) => [item.key, item]))
  const cycles = replacementCycles(byKey)
  return items.flatMap((item) => {
    const way = cycles.get(item.key)
    return way === undefined ? deprecatedReplacements(item, byKey) : [cycleFinding(item, way)]
  })
}

const cycleFinding = (item: DeprecatedItem, way: ReadonlyArray<string>): Finding => ({
  rule: "deprecation/replacement-cycle",
  level: "error",
  subject: item.subject,
  message: `The replacements of ${item.subject} lead back to it: ${way.join(" -> ")}`,
  help: "Name a replacement that stays, or leave replaced_by out and give a reason.",
  at: { ...item.at, path: [...item.at.path, "deprecated"] }
})

const deprecatedReplacements = (item: DeprecatedItem, byKey: ItemsByKey): ReadonlyArray<Finding> =>
  item.replacements.flatMap((key, index): ReadonlyArray<Finding> => {
    const replacement = byKey.get(key)
    if (replacement === undefined) return []
    const better = replacement.deprecation.replaced_by
    return [
      {
        rule: "deprecation/replacement-deprecated",
        level: "error",
        subject: item.subject,
        message: `${item.subject} is replaced by ${replacement.subject}, which is deprecated itself`,
        help:
          better.length === 0
            ? "Name a replacement that stays, or leave replaced_by out and give a reason."
            : `Name what replaces ${replacement.subject} instead: ${better.join(", ")}.`,
        at: { ...item.at, path: [...item.at.path, "deprecated", "replaced_by", index] }
      }
    ]
  })
