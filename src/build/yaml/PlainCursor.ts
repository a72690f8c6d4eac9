import { lineFeed, numberSign, skipSpaces, space } from "./PlainCharacters.ts"

/** A position in a text whose last character is a line feed, so that every character but that one has a next one. */
export class PlainCursor {
  readonly text: string
  position = 0
  /** The column of the first character of the line, after `nextLine`; -1 at the end of the text. */
  column = -1
  /** The smallest column of the comments that `nextLine` skipped. */
  commentColumn = Number.POSITIVE_INFINITY
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

  expectEnd(): void {
    if (this.position < this.text.length) reject()
  }

  enter(): void {
    this.depth += 1
    if (this.depth > maxDepth) reject()
  }

  /** Ends a collection. The next line must not be further right. */
  leave(indent: number): void {
    this.depth -= 1
    if (this.column > indent) reject()
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
