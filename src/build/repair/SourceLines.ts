/** A line of a source, without its line end. */
export interface SourceLine {
  readonly index: number
  /** The offset of the line in the text. */
  readonly start: number
  readonly text: string
  /** The number of spaces before `body`. */
  readonly indent: number
  readonly body: string
}

export const splitLines = (text: string): ReadonlyArray<SourceLine> => {
  let start = 0
  return text.split("\n").map((line, index) => {
    const indent = /^ */.exec(line)?.[0].length ?? 0
    const result = { index, start, text: line, indent, body: line.slice(indent) }
    start += line.length + 1
    return result
  })
}

/** The index of the line at an offset. */
export const lineAt = (lines: ReadonlyArray<SourceLine>, offset: number): number => {
  let [low, high] = [0, lines.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((lines[middle]?.start ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** True if a line has neither content nor a comment. */
export const isEmpty = ({ body }: SourceLine): boolean => body.trim() === "" || body.startsWith("#")

/** The closest line above with content. */
export const lineAbove = (lines: ReadonlyArray<SourceLine>, index: number): SourceLine | undefined => {
  for (let above = index - 1; above >= 0; above -= 1) {
    const line = lines[above]
    if (line !== undefined && !isEmpty(line)) return line
  }
  return undefined
}

export const lineBelow = (lines: ReadonlyArray<SourceLine>, index: number): SourceLine | undefined => {
  for (let below = index + 1; below < lines.length; below += 1) {
    const line = lines[below]
    if (line !== undefined && !isEmpty(line)) return line
  }
  return undefined
}

/** The parts of a line with a key: the dash before it, the key, and what follows its colon. */
export interface KeyLine {
  /** The dash of a list entry with its spaces, or nothing. */
  readonly dash: string
  readonly key: string
  /** The column of the key. */
  readonly column: number
  /** The value as written, without spaces around it. */
  readonly value: string
  /** The column of the value. */
  readonly valueColumn: number
}

export const readKeyLine = ({ indent, text, body }: SourceLine): KeyLine | undefined => {
  const [whole, dash = "", quote = "", key] =
    /^((?:- +)*)(["']?)([\p{L}_][\p{L}\p{N}_-]*)\2 *:(?: +|$)/u.exec(body) ?? []
  if (whole === undefined || key === undefined) return undefined
  const valueColumn = indent + whole.length
  return {
    dash,
    key,
    column: indent + dash.length + quote.length,
    value: text.slice(valueColumn).trimEnd(),
    valueColumn
  }
}
