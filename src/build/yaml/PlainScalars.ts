/** The characters that mean something in the plain subset of YAML. */
export const lineFeed = 0x0a
export const space = 0x20
const doubleQuote = 0x22
export const numberSign = 0x23
const singleQuote = 0x27
export const plus = 0x2b
export const comma = 0x2c
export const minus = 0x2d
export const colon = 0x3a
export const greaterThan = 0x3e
export const openingBracket = 0x5b
const backslash = 0x5c
export const closingBracket = 0x5d
export const openingBrace = 0x7b
export const verticalBar = 0x7c
export const closingBrace = 0x7d

/** True for the end of a line and for what separates words. */
export const isBlank = (code: number): boolean => code === space || code === lineFeed

export const isFlowIndicator = (code: number): boolean =>
  code === comma || code === openingBracket || code === closingBracket || code === openingBrace || code === closingBrace

/** True if a scalar without quotes can start with these two characters. `?` and `:` could, but are rejected. */
export const canStartPlain = (code: number, next: number): boolean =>
  code > 0x7f || (code === minus ? !isBlank(next) : startsPlain[code] === 1)

const startsPlain = new Uint8Array(0x80).fill(1, 0x21)
for (const indicator of "\"#%&'*,-:>?@[]`{|}!") startsPlain[indicator.charCodeAt(0)] = 0

export const skipSpaces = (text: string, start: number): number => {
  let position = start
  while (text.charCodeAt(position) === space) position += 1
  return position
}

/** The end of a text without the spaces before it. */
export const trimSpaces = (text: string, end: number): number => {
  let trimmed = end
  while (text.charCodeAt(trimmed - 1) === space) trimmed -= 1
  return trimmed
}

/** A position in a text whose last character is a line feed, so that every character but that one has a next one. */
export class PlainCursor {
  readonly text: string
  position = 0
  /** The column of the first character of the line, after `nextLine`; -1 at the end of the text. */
  column = -1
  /** The keys that were read, by a hash. */
  readonly keys: Array<string | undefined> = Array.from({ length: 64 })
  /** The smallest column of the comments that `nextLine` skipped. */
  commentColumn = Number.POSITIVE_INFINITY
  #nextColon = -1
  #nextSign = -1
  /** The number of collections around the position. */
  depth = 0

  constructor(text: string) {
    this.text = text
  }

  /** Moves from the start of a line to the first character of the next line that is neither empty nor a comment. */
  nextLine(): void {
    const { text } = this
    let start = this.position
    this.commentColumn = Number.POSITIVE_INFINITY
    while (start < text.length) {
      const first = skipSpaces(text, start)
      const code = text.charCodeAt(first)
      if (code !== lineFeed && code !== numberSign) {
        if (first === start && isDocumentMarker(text, start)) reject()
        this.position = first
        this.column = first - start
        return
      }
      if (code === numberSign) this.commentColumn = Math.min(this.commentColumn, first - start)
      start = (code === lineFeed ? first : text.indexOf("\n", first)) + 1
    }
    this.position = start
    this.column = -1
  }

  /**
   * The end of a scalar without quotes: the end of the line, the colon of a key, or a comment. Few lines contain one of
   * the two characters, and searching for each takes a fraction of the time of a look at every character.
   */
  findPlainEnd(start: number): number {
    const { text } = this
    if (this.#nextColon < start) this.#nextColon = indexOrEnd(text, ":", start)
    if (this.#nextSign < start) this.#nextSign = indexOrEnd(text, "#", start)
    const lineEnd = text.indexOf("\n", start)
    let position = Math.min(this.#nextColon, this.#nextSign)
    while (position < lineEnd) {
      const code = text.charCodeAt(position)
      if (code === colon && isBlank(text.charCodeAt(position + 1))) return position
      if (code === numberSign && text.charCodeAt(position - 1) === space) return position
      position += 1
    }
    return lineEnd
  }

  /** Moves from the end of a value to the next line. Only a comment may follow the value. */
  endLine(): void {
    this.position = this.findLineEnd() + 1
    this.nextLine()
  }

  /** The end of a line on which nothing but a comment follows. */
  findLineEnd(): number {
    const { position, text } = this
    const first = skipSpaces(text, position)
    const code = text.charCodeAt(first)
    if (code === lineFeed) return first
    if (code !== numberSign || text.charCodeAt(first - 1) !== space) return reject()
    return skipComment(text, first)
  }

  /** Counts a collection that begins. */
  enter(): void {
    this.depth += 1
    if (this.depth > maxDepth) reject()
  }

  leave(): void {
    this.depth -= 1
  }
}

/** Ends the reading of a text that is not entirely of the plain subset. */
export const reject = (): never => {
  throw notPlain
}

/** The error of `reject`. It says nothing, since the YAML parser then explains what it finds. */
export const notPlain = new Error("not of the plain subset of YAML")

/** Skips a comment behind a value. A comment without a space after its sign may cut off a text, as in `the #1 choice`. */
export const skipComment = (text: string, sign: number): number => {
  const next = text.charCodeAt(sign + 1)
  if (next !== space && next !== lineFeed && next !== numberSign) reject()
  return text.indexOf("\n", sign)
}

/** `---` and `...` separate documents, but only at the start of a line. */
const isDocumentMarker = (text: string, start: number): boolean =>
  text.startsWith("---", start) || text.startsWith("...", start)

/** The parser that takes over if a text is not plain recurses too, and reports when it gives up. */
const maxDepth = 64

const indexOrEnd = (text: string, searched: string, start: number): number => {
  const index = text.indexOf(searched, start)
  return index < 0 ? text.length : index
}

/** Resolves a scalar without quotes by the core schema of YAML 1.2. */
export const resolvePlain = (source: string): unknown => {
  if (!otherThanText.test(source)) return source
  if (source.length <= 5) {
    const word = words.get(source)
    if (word !== undefined) return word
  }
  if (decimal.test(source)) return Number.parseFloat(source)
  if (hexadecimal.test(source)) return Number.parseInt(source.slice(2), 16)
  return octal.test(source) ? Number.parseInt(source.slice(2), 8) : source
}

/** What null, booleans and numbers start with. */
const otherThanText = /^[-+.~\dnNtTfF]/

const words: ReadonlyMap<string, null | boolean | number> = new Map<string, null | boolean | number>([
  ...["~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
  ...[".inf", ".Inf", ".INF"].flatMap((word) => [
    [word, Number.POSITIVE_INFINITY] as const,
    [`+${word}`, Number.POSITIVE_INFINITY] as const,
    [`-${word}`, Number.NEGATIVE_INFINITY] as const
  ]),
  ...[".nan", ".NaN", ".NAN"].map((word) => [word, Number.NaN] as const)
])

const decimal = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/
const hexadecimal = /^0x[\da-fA-F]+$/
const octal = /^0o[0-7]+$/

export const isQuote = (code: number): boolean => code === doubleQuote || code === singleQuote

/** Finds the quote that closes a scalar. */
export const findClosingQuote = (text: string, opening: number): number => {
  const quote = text.charCodeAt(opening)
  let position = opening + 1
  while (position < text.length) {
    const code = text.charCodeAt(position)
    if (code === quote) {
      if (quote === doubleQuote || text.charCodeAt(position + 1) !== quote) return position
      position += 1
    } else if (code === backslash && quote === doubleQuote) position += 1
    position += 1
  }
  return reject()
}

/** The value of a scalar between quotes. */
export const resolveQuoted = (text: string, opening: number, closing: number): string => {
  const source = text.slice(opening + 1, closing)
  if (text.charCodeAt(opening) === singleQuote) return foldLines(source).replaceAll("''", "'")
  if (!source.includes("\\")) return foldLines(source)
  return source.replaceAll(source.includes("\n") ? gapOrEscapeSequence : escapeSequence, resolveEscape)
}

const escapeSequence = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|(.))/gsu

/** An escaped line break joins its lines, without the spaces before the second. */
const gapOrEscapeSequence = / +(?:\n[ \n]*)?|\n[ \n]*|\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|(\n *|.))/gsu

const resolveEscape = (
  matched: string,
  two: string | undefined,
  four: string | undefined,
  one: string | undefined
): string => {
  const digits = two ?? four
  if (digits !== undefined) return String.fromCodePoint(Number.parseInt(digits, 16))
  if (one !== undefined) return one.startsWith("\n") ? "" : (escapes.get(one) ?? reject())
  const breaks = matched.split("\n").length - 1
  return breaks === 0 ? matched : foldBreak(breaks - 1)
}

/** `\U` with eight digits is missing: a text that contains it is read by the YAML parser. */
const escapes: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\u0007"],
  ["b", "\b"],
  ["e", "\u001b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["N", "\u0085"],
  ["_", "\u00a0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
  [" ", " "],
  ['"', '"'],
  ["/", "/"],
  ["\\", "\\"]
])

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

/** Sets a key of a map that came from outside. Assigning to `__proto__` would set the prototype instead of a key. */
export const setOwnProperty = (map: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === "__proto__")
    Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true })
  else map[key] = value
}
