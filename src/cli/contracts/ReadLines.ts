import { isAscii, isUtf8 } from "node:buffer"
import type { LineProblem } from "../../domain/contracts/impact/ReadContract.ts"

export interface LineHandlers {
  /** `number` begins with 1. Blank lines are left out. */
  readonly onLine: (text: string, number: number) => void
  readonly onProblem: (problem: LineProblem, number: number) => void
  readonly onBytes: (count: number) => void
}

/** The longest line. A contract takes a few kilobytes. */
export const maxLineBytes = 1_048_576

/** Reads a stream line by line and keeps at most one line of it. A byte order mark is no part of the first line. */
export const readLines = async (chunks: AsyncIterable<Buffer>, handlers: LineHandlers): Promise<void> => {
  let number = 0
  let parts: Array<Buffer> = []
  let length = 0
  const keep = (part: Buffer): void => {
    length += part.length
    // The rest of a line that is too long is counted only.
    if (length > maxLineBytes) parts = []
    else if (part.length > 0) parts.push(part)
  }
  const finish = (): void => {
    number += 1
    if (length > maxLineBytes) handlers.onProblem("too-long", number)
    else if (length > 0) readLine(parts, number, handlers)
    parts = []
    length = 0
  }
  /** Text is checked and decoded fastest in large pieces. Only a broken line in it needs a look at each. */
  const readWholeLines = (lines: Buffer): void => {
    const encoding = isAscii(lines) ? "latin1" : isUtf8(lines) ? "utf8" : undefined
    const isOneByOne = encoding === undefined || lines.length > maxLineBytes
    for (let start = 0, end = 0; start < lines.length; start = end + 1) {
      end = lines.indexOf(lineFeed, start)
      if (isOneByOne) {
        keep(lines.subarray(start, end))
        finish()
      } else {
        number += 1
        tellLine(lines.toString(encoding, start, end), number, handlers)
      }
    }
  }
  for await (const chunk of chunks) {
    const first = chunk.indexOf(lineFeed)
    if (first !== -1) {
      keep(chunk.subarray(0, first))
      finish()
    }
    const last = chunk.lastIndexOf(lineFeed)
    if (last > first) readWholeLines(chunk.subarray(first + 1, last + 1))
    keep(chunk.subarray(last + 1))
    handlers.onBytes(chunk.length)
  }
  if (length > 0) finish()
}

const readLine = (parts: ReadonlyArray<Buffer>, number: number, handlers: LineHandlers): void => {
  const [first] = parts
  const bytes = parts.length === 1 && first !== undefined ? first : Buffer.concat(parts)
  if (!isUtf8(bytes)) return handlers.onProblem("not-utf8", number)
  const text = bytes.toString("utf8")
  tellLine(number === 1 && text.startsWith("\uFEFF") ? text.slice(1) : text, number, handlers)
}

const tellLine = (text: string, number: number, { onLine }: LineHandlers): void => {
  if (text.charCodeAt(0) > space || text.trim() !== "") onLine(text, number)
}

const [lineFeed, space] = [0x0a, 0x20]
