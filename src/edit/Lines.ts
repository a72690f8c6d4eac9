/** The line end that most of a text uses: that of its first line. */
export const lineEndOf = (text: string): string => /\r?\n|\r/.exec(text)?.[0] ?? "\n"

/** The offset where the line of an offset starts. */
export const startOfLine = (text: string, at: number): number => {
  // A search for CR alone would read the whole text, which most often contains none.
  let start = at
  while (start > 0 && !isLineBreak(text, start - 1)) start -= 1
  // A byte order mark is not part of the first line.
  return start === 0 && at > 0 && text.startsWith("\uFEFF") ? 1 : start
}

/** The offset where the line of an offset ends, before its line break. */
export const endOfLine = (text: string, at: number): number => {
  const found = /[\r\n]/g
  found.lastIndex = at
  return found.exec(text)?.index ?? text.length
}

/** The offset of the line after that of an offset, or the end of the text. */
export const nextLine = (text: string, at: number): number => {
  const end = endOfLine(text, at)
  return text.startsWith("\r\n", end) ? end + 2 : Math.min(end + 1, text.length)
}

/** The column of an offset, from 0. */
export const columnOf = (text: string, at: number): number => at - startOfLine(text, at)

export const isBlankLine = (text: string, at: number): boolean =>
  at < text.length && text.slice(startOfLine(text, at), endOfLine(text, at)).trim() === ""

const isLineBreak = (text: string, at: number): boolean => text[at] === "\n" || text[at] === "\r"

/** Inserts whole lines at the start of a line. The last line of a text may lack a line break. */
export const linesAt = (text: string, at: number, lines: ReadonlyArray<string>): string => {
  const end = lineEndOf(text)
  const isOpen = at === text.length && at > 0 && !/[\r\n]$/.test(text)
  return isOpen ? lines.map((line) => end + line).join("") : lines.map((line) => line + end).join("")
}
