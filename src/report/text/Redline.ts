import { diffArrays } from "diff/lib/diff/array.js"

/** A part of two compared texts. */
export interface RedlinePart {
  readonly kind: "kept" | "removed" | "added"
  readonly text: string
}

/** The word-level difference of two texts. The kept and the removed parts make the old text, the kept and the added the new. */
export type Redline = ReadonlyArray<RedlinePart>

/** Compares two texts word by word. Texts with little in common are one removed and one added part. */
export const makeRedline = (before: string, after: string): Redline => {
  if (before === after) return before === "" ? [] : [{ kind: "kept", text: before }]
  const runs = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength })
  const parts = mergeRuns(
    (runs ?? []).map(({ added, removed, value }) => ({
      kind: added ? "added" : removed ? "removed" : "kept",
      text: value.join("")
    }))
  )
  return isReadable(parts) ? parts : whole(before, after)
}

/** A word with the white space before it, which is compared with the word. Scripts without spaces count by character. */
const wordsOf = (text: string): Array<string> => text.match(words) ?? []

const words =
  /\s*(?:[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]\p{M}*|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]+)|\s+/gu

/** The number of changed words from which texts are shown as a whole. It bounds the time of the comparison. */
const maxEditLength = 400

/** Joins changes with nothing but a short word between them, and puts what is removed before what is added. */
const mergeRuns = (runs: Redline): Redline => {
  const parts: Array<RedlinePart> = []
  let [removed, added] = ["", ""]
  const flush = () => {
    if (removed !== "") parts.push({ kind: "removed", text: removed })
    if (added !== "") parts.push({ kind: "added", text: added })
    removed = added = ""
  }
  for (const [index, { kind, text }] of runs.entries()) {
    if (kind === "removed") removed += text
    else if (kind === "added") added += text
    else if (removed !== "" && added !== "" && index < runs.length - 1 && text.trim().length <= shortWord) {
      removed += text
      added += text
    } else {
      flush()
      parts.push({ kind, text })
    }
  }
  flush()
  return parts
}

const shortWord = 3

/** True if enough is kept for the changes to stand out. */
const isReadable = (parts: Redline): boolean => {
  const lengthOf = (kind: RedlinePart["kind"]) =>
    parts.filter((part) => part.kind === kind).reduce((sum, { text }) => sum + text.trim().length, 0)
  const kept = lengthOf("kept")
  return kept > 0 && kept * 3 >= Math.min(lengthOf("removed"), lengthOf("added"))
}

const whole = (before: string, after: string): Redline => [
  ...(before === "" ? [] : [{ kind: "removed", text: before } as const]),
  ...(after === "" ? [] : [{ kind: "added", text: after } as const])
]
