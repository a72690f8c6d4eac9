import { isVisibleChange, joinRedline, textOf, whiteSpace, type RedlineStyles } from "./JoinRedline.ts"
import { plainMarkdown } from "./MarkdownText.ts"
import type { Redline, RedlinePart } from "./Redline.ts"

/** A redline for Markdown: `~~old~~ **new**`. Nothing in the texts is markup. */
export const formatMarkdownRedline = (redline: Redline): string => {
  const [before, after] = [textOf(redline, "removed"), textOf(redline, "added")]
  if (!isVisibleChange(before, after)) return `${plainMarkdown(after)} (only white space changed)`
  // Next to a letter, the marks of Markdown would be text.
  const parts = (redline.every(standsApart) ? redline : splitOf(before, after)).map(({ kind, text }) => ({
    kind,
    text: text.replaceAll(whiteSpace, " ")
  }))
  return joinRedline(parts, markdownStyles, plainMarkdown)
}

const splitOf = (before: string, after: string): Redline => [
  { kind: "removed", text: before },
  { kind: "added", text: after }
]

/** True if a part is a number of whole words. */
const standsApart = ({ kind, text }: RedlinePart, index: number, redline: Redline): boolean => {
  const next = redline[index + 1]
  return next === undefined || (kind !== "kept" && next.kind !== "kept") || /\s$/.test(text) || /^\s/.test(next.text)
}

const markdownStyles: RedlineStyles = {
  kept: (text) => text,
  removed: (text) => `~~${text}~~`,
  added: (text) => `**${text}**`
}
