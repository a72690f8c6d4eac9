import type { FormatCode } from "../../domain/taxonomy/Settings.ts"

/** A part of a sentence: words, or the code of a value that the sentence names. */
export type WordPart = { readonly words: string } | { readonly code: string }

/** The parts of a sentence that a function of the reports makes, so that each code can become a link. */
export const toWordParts = (format: (formatCode: FormatCode) => string): ReadonlyArray<WordPart> =>
  format((code) => `${mark}${code}${mark}`)
    .split(mark)
    // Every other part is between two marks.
    .map((text, index) => (index % 2 === 1 ? { code: text } : { words: text }))
    .filter((part) => "code" in part || part.words !== "")

/** Codes and the words around them never contain it. */
const mark = "\u{0}"
