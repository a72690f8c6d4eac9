import { colon, isBlank, lineFeed, numberSign, skipSpaces, space } from "./PlainCharacters.ts"

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
