import { isVisibleChange, joinRedline, textOf, whiteSpace, type RedlineStyles } from "./JoinRedline.ts"
import { wholeMarkdown } from "./MarkdownText.ts"
import type { Redline, RedlinePart } from "./Redline.ts"

/** A redline for Markdown: `~~old~~ **new**`. Nothing in the texts is markup. */
export const formatMarkdownRedline = (redline: Redline): string => {
  const [before, after] = [textOf(redline, "removed"), textOf(redline, "added")]
  if (!isVisibleChange(before, after)) return `${wholeMarkdown(after)} (only white space changed)`
  const parts = redline.map(({ kind, text }) => ({ kind, text: text.replaceAll(whiteSpace, " ") }))
  return joinRedline(parts, markdownStyles, wholeMarkdown, separate)
}

/** Between a letter and a mark of Markdown that encloses punctuation, only a comment keeps the mark from being text. */
const separate = (left: RedlinePart, right: RedlinePart): string => {
  const [before, after] = [/[\p{P}\p{S}]$/u.test(left.text), /^[\p{P}\p{S}]/u.test(right.text)]
  return (left.kind === "kept" ? after && !before : before && !after) ? "<!-- -->" : ""
}

const markdownStyles: RedlineStyles = {
  kept: (text) => text,
  removed: (text) => `~~${text}~~`,
  added: (text) => `**${text}**`
}
