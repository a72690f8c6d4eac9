import { distance } from "fastest-levenshtein"
import type { Change } from "../../change/Change.ts"
import { changedItem } from "../../change/ChangedItems.ts"
import { pointTo, type Finding, type Pointer } from "../../diagnostic/Finding.ts"
import { formatItem } from "../../taxonomy/ItemRef.ts"
import type { RuleCheck } from "../ReleaseProposal.ts"

/** A label that became another one is often a changed meaning in disguise, and a patch would carry it. */
export const textFindings: RuleCheck = (proposal) =>
  proposal.changes.flatMap((change): ReadonlyArray<Finding> => {
    const texts = textsOf(change)
    const item = changedItem(change)
    const changed = texts.find(([, before, after]) => before !== after && retained(before, after) < littleRetained)
    if (changed === undefined || item === undefined) return []
    const subject = formatItem(item)
    return [
      {
        rule: "text/looks-redefined",
        level: "warning",
        subject,
        message: `${subject} reads "${clipped(changed[2])}", before "${clipped(changed[1])}": little of the old text is left`,
        help: "If the meaning changed, say so in definition, or add a new code; if only the wording did, all is well.",
        at: placeOf(change, changed[0])
      }
    ]
  })

type ChangedText = readonly [key: "label" | "name" | "description", before: string, after: string]

const textsOf = (change: Change): ReadonlyArray<ChangedText> => {
  switch (change.kind) {
    case "dimension-text-changed":
    case "value-text-changed":
      return [
        ["label", change.before.label, change.after.label],
        ["description", change.before.description, change.after.description]
      ]
    case "license-text-changed":
      return [
        ["name", change.before.name, change.after.name],
        ["description", change.before.description, change.after.description]
      ]
    default:
      return []
  }
}

const littleRetained = 0.3

/** How much of a text is left, from 0 to 1: by words, or by characters where that says more. */
const retained = (before: string, after: string): number => {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const kept = [...old].filter((word) => now.has(word)).length
  const byWords = kept / Math.max(1, old.size, now.size)
  if (byWords >= littleRetained) return byWords
  const [short, long] = [before.slice(0, comparedLength).toLowerCase(), after.slice(0, comparedLength).toLowerCase()]
  return Math.max(byWords, 1 - distance(short, long) / Math.max(1, short.length, long.length))
}

/** In characters; the edit distance of longer texts costs more than it tells. */
const comparedLength = 200

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))

const clipped = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

const placeOf = (change: Change, key: ChangedText[0]): Pointer => {
  if (change.kind === "license-text-changed") return pointTo.license(change.license, key)
  if (change.kind === "value-text-changed") return pointTo.value(change.dimension, change.value, key)
  return "dimension" in change ? pointTo.dimension(change.dimension, key) : pointTo.taxonomy("version")
}
