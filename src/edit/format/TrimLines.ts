import { visit } from "yaml"
import { endOfLine, isBlankLine, nextLine, startOfLine } from "../Lines.ts"
import { isBlockScalar } from "../plan/BlockLines.ts"
import { rangeOf, type SourceNodes } from "../SourceNodes.ts"
import type { FormatStep } from "./FormatSource.ts"

/** A text without a byte order mark, with line feeds alone. */
export const normalizeText = (text: string): string => text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n")

/** Removes spaces at the ends of lines, and blank lines at the start and after another one. */
export const trimLines: FormatStep = ({ root, text }) => {
  const kept = linesOfTexts({ root, text })
  const lines: Array<string> = []
  for (let at = 0; at < text.length; at = nextLine(text, at)) {
    const line = text.slice(at, endOfLine(text, at))
    const trimmed = kept.has(at) ? line : line.trimEnd()
    if (kept.has(at) || trimmed !== "" || (lines.length > 0 && lines.at(-1) !== "")) lines.push(trimmed)
  }
  return `${lines.join("\n")}\n`
}

/** Ends the text with one line break. */
export const trimEnd: FormatStep = ({ text }) => `${text.trimEnd()}\n`

/** The lines, by the offset where they start, whose ends belong to a text of several lines. */
const linesOfTexts = ({ root, text }: SourceNodes): ReadonlySet<number> => {
  const lines = new Set<number>()
  visit(root, {
    Scalar: (_, scalar) => {
      const [start, end] = rangeOf(scalar)
      const isQuoted = scalar.type === "QUOTE_DOUBLE" || scalar.type === "QUOTE_SINGLE"
      if (!isQuoted && !isBlockScalar(scalar)) return
      const keepsEnd = isQuoted || /^[|>][1-9]?\+/.test(text.slice(start, start + 3))
      const blank: Array<number> = []
      for (let at = startOfLine(text, start); at < end; at = nextLine(text, at)) {
        // Blank lines at its end belong to a text only if it says so.
        if (!keepsEnd && isBlankLine(text, at)) blank.push(at)
        else for (const line of [...blank.splice(0), at]) lines.add(line)
      }
    }
  })
  return lines
}
