import { lineFeed, skipSpaces, trimSpaces } from "./PlainCharacters.ts"

/** What a line break becomes in a folded scalar: a space, or as many line breaks as there are empty lines behind it. */
export const foldBreak = (emptyLines: number): string => (emptyLines === 0 ? " " : "\n".repeat(emptyLines))

/** Folds the lines of a scalar without escape sequences. Spaces around a line break have no meaning. */
export const foldLines = (source: string): string => {
  let end = source.indexOf("\n")
  if (end < 0) return source
  const parts = [source.slice(0, trimSpaces(source, end))]
  let emptyLines = 0
  while (end >= 0) {
    const start = skipSpaces(source, end + 1)
    end = source.indexOf("\n", start)
    if (end === start) emptyLines += 1
    else {
      parts.push(foldBreak(emptyLines), source.slice(start, end < 0 ? undefined : trimSpaces(source, end)))
      emptyLines = 0
    }
  }
  return parts.join("")
}

/** True if the lines behind the first are empty or further right than the collection around a scalar. */
export const areLinesIndented = (text: string, start: number, end: number, indent: number): boolean => {
  for (let lineEnd = text.indexOf("\n", start); lineEnd < end; lineEnd = text.indexOf("\n", lineEnd + 1)) {
    const first = skipSpaces(text, lineEnd + 1)
    if (first - lineEnd - 1 <= indent && text.charCodeAt(first) !== lineFeed) return false
  }
  return true
}
