import { foldText, stemOf } from "../../domain/lookup/SearchItems.ts"

/** A part of a text that a search has found, or not. */
export interface TextPart {
  readonly text: string
  readonly isMatch: boolean
}

/** Cuts a text where words of a search begin and end. Together, the parts are the text. */
export const highlight = (text: string, words: ReadonlyArray<string>): ReadonlyArray<TextPart> => {
  const stems = words.map((word) => stemOf(word))
  const parts: Array<TextPart> = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const folded = foldText(word)
    if (!stems.some((stem) => folded.startsWith(stem))) continue
    if (index > end) parts.push({ text: text.slice(end, index), isMatch: false })
    parts.push({ text: word, isMatch: true })
    end = index + word.length
  }
  return end < text.length ? [...parts, { text: text.slice(end), isMatch: false }] : parts
}

/** The part of a long text around the first word of a search that it contains. */
export const excerpt = (text: string, words: ReadonlyArray<string>): string => {
  if (text.length <= maxExcerpt) return text
  const [first] = highlight(text, words)
  const isFound = first?.isMatch === false && first.text !== text
  const at = isFound ? first.text.length : 0
  const wanted = Math.max(0, Math.min(at - contextLength, text.length - maxExcerpt))
  const start = wanted === 0 ? 0 : text.indexOf(" ", wanted) + 1
  const cut = text.slice(start, start + maxExcerpt)
  const end = start + cut.length < text.length ? cut.lastIndexOf(" ") : cut.length
  return `${start === 0 ? "" : "… "}${cut.slice(0, end > 0 ? end : cut.length)}${start + cut.length < text.length ? " …" : ""}`
}

// As the words of a search, but with the accents that are folded. An underscore separates words of codes.
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu

const maxExcerpt = 200
const contextLength = 60
