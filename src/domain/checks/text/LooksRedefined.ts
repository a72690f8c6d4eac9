import { distance } from "fastest-levenshtein"
import { type Change, changedItem } from "../../change/Change.ts"
import { changedFields, kindFacts } from "../../change/Recording.ts"
import { makeFinding, type Finding, inItem } from "../../Finding.ts"
import { formatItem } from "../../taxonomy/ItemRef.ts"
import type { Check } from "../Check.ts"

export const looksRedefined: Check<
  "text/looks-redefined",
  { readonly item: string; readonly field: string; readonly before: string; readonly after: string }
> = {
  id: "text/looks-redefined",
  title: "Text edit that looks like a new meaning",
  level: "warning",
  stage: "release",
  explanation:
    "Labels and descriptions can be corrected in a patch release because they do not change what a code means. This edit keeps so little of the old text that the meaning may have changed. If it has, change the definition, which requires a major release, or add another code and deprecate this one. Otherwise ignore this warning.",
  breaks: `# 1.1.0
- code: CLOUD
  label: Amazon Web Services
# 1.1.1
- code: CLOUD
  label: Microsoft Azure`,
  keeps: `# 1.1.0
- code: CLOUD
  label: Amazon Web Services
# 1.1.1
- code: CLOUD
  label: Amazon Web Services (AWS)`,
  message: ({ after, before, field, item }) =>
    `The ${field} of ${item} keeps little of the old text: "${clipped(after)}", before "${clipped(before)}"`,
  help: () =>
    "If the meaning changed, change the definition or add another code; if only the wording did, ignore this.",
  run: ({ changes }) =>
    changes.flatMap((change): ReadonlyArray<Finding> => {
      const item = changedItem(change)
      const text = textsOf(change).find(
        ({ after, before }) => before !== after && keptShare(before, after) < minKeptShare
      )
      if (text === undefined || item === undefined) return []
      return [
        makeFinding(looksRedefined, { item: formatItem(item), ...text }, { item, location: inItem(item, text.field) })
      ]
    })
}

/** The texts before and after a change that leaves what a code means. The meaning of a rule is in its conditions. */
const textsOf = (change: Change) => {
  const { aspect, type } = kindFacts[change.kind]
  return type !== "rule" && (aspect === "text" || aspect === "corrected")
    ? changedFields(change).flatMap(({ after, before, name: field }) =>
        // Notes are guidance, and never say what a code means.
        field !== "notes" && typeof before === "string" && typeof after === "string" ? [{ field, before, after }] : []
      )
    : []
}

const minKeptShare = 0.3

/** How much of the old text is left, from 0 to 1: by words, or by characters if that is more. */
const keptShare = (before: string, after: string): number => {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const kept = [...old].filter((word) => now.has(word)).length
  const byWords = after.includes(before) ? 1 : kept / Math.max(1, old.size)
  if (byWords >= minKeptShare) return byWords
  const [short, long] = [
    before.slice(0, maxComparedLength).toLowerCase(),
    after.slice(0, maxComparedLength).toLowerCase()
  ]
  return Math.max(byWords, 1 - distance(short, long) / Math.max(1, short.length, long.length))
}

/** In UTF-16 code units: the edit distance of longer texts takes long and says little. */
const maxComparedLength = 200

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))

const clipped = (text: string): string =>
  text.length > maxShownLength ? `${text.slice(0, maxShownLength - 1)}…` : text

const maxShownLength = 200
