import { diffLists } from "./ListDifference.ts"

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
  const runs = diffLists(wordsOf(before), wordsOf(after), maxEdits) ?? []
  const parts = mergeRuns(runs.map(({ kind, members }) => ({ kind, text: members.join("") })))
  return isReadable(parts) ? parts : whole(before, after)
}

/** A word or a mark with the white space before it. Scripts without spaces count by character. */
const wordsOf = (text: string): ReadonlyArray<string> => text.match(words) ?? []

const words =
  /\s*(?:[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]\p{M}*|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{M}\p{N}_]|\b['’.-]\b)+|\S)|\s+/gu

/** The number of changed words from which texts are shown as a whole. It bounds the time of the comparison. */
const maxEdits = 400

/** Joins changes with nothing but a short word between them, and puts what is removed before what is added. */
const mergeRuns = (runs: Redline): Redline => {
  const parts: Array<RedlinePart> = []
  let [removed, added] = ["", ""]
  const flush = () => {
    const kept = commonEnd(removed, added)
    const [before, after] = [removed, added].map((text) => text.slice(0, text.length - kept.length))
    if (before !== "") parts.push({ kind: "removed", text: before ?? "" })
    if (after !== "") parts.push({ kind: "added", text: after ?? "" })
    if (kept !== "") parts.push({ kind: "kept", text: kept })
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

/** The first words of one text if words were put before them: only there they have no white space before them. */
const commonEnd = (removed: string, added: string): string => {
  const [short, long] = removed.length < added.length ? [removed, added] : [added, removed]
  return short !== "" && long.endsWith(short) && /\s$/.test(long.slice(0, -short.length)) ? short : ""
}

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

/** How the parts of each kind are marked. */
export type RedlineStyles = { readonly [Kind in RedlinePart["kind"]]: (text: string) => string }

/**
 * Joins the parts with their white space outside of the marks, and a space between what is removed and what is added.
 * `separate` returns what stands between two parts that touch.
 */
export const joinRedline = (
  redline: Redline,
  styles: RedlineStyles,
  escape: (text: string) => string,
  separate: (left: RedlinePart, right: RedlinePart) => string = () => ""
): string =>
  redline.reduce((line, part, index) => {
    const [, before = "", words = "", after = ""] = /^(\s*)(.*?)(\s*)$/su.exec(part.text) ?? []
    const previous = redline[index - 1]
    const isReplacement = part.kind === "added" && previous?.kind === "removed"
    const isFree = line === "" || /\s$/.test(line)
    const space = isFree ? "" : before || (isReplacement ? " " : "")
    const between = isFree || space !== "" || previous === undefined ? "" : separate(previous, part)
    return `${line}${space}${between}${words === "" ? "" : styles[part.kind](escape(words))}${after}`
  }, "")

/** The text before or after the change. */
export const textOf = (redline: Redline, side: "removed" | "added"): string =>
  redline
    .filter(({ kind }) => kind === "kept" || kind === side)
    .map(({ text }) => text)
    .join("")

/** False for texts that look alike, because only their white space differs. */
export const isVisibleChange = (before: string, after: string): boolean => collapse(before) !== collapse(after)

const collapse = (text: string): string => text.replaceAll(whiteSpace, " ").trim()

/** Control characters are white space, too, for what shows a text on one line. */
export const whiteSpace = /[\p{Cc}\s]+/gu
