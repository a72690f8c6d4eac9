import stringWidth from "string-width"
import wrapAnsi from "wrap-ansi"

/** What stands before the first line of a text, and before the others. */
export interface Indentation {
  readonly first?: string
  readonly rest?: string
}

/**
 * Wraps a text between words to the columns of a terminal, and keeps its own line breaks. A longer word, such as a path,
 * stays whole. Without a width only the indentation is added.
 */
export const wrapText = (
  text: string,
  width: number | undefined,
  { first = "", rest = first }: Indentation = {}
): string => {
  const [restWidth, firstWidth] = [stringWidth(rest), stringWidth(first)]
  // Stands for the part of the first line that the other lines lack.
  const filler = "x".repeat(Math.max(0, firstWidth - restWidth))
  const wrapped =
    width === undefined
      ? text
      : wrapAnsi(filler + text, Math.max(minTextWidth, width - restWidth), { hard: false }).slice(filler.length)
  return first + wrapped.replaceAll("\n", `\n${rest}`)
}

/** Narrower columns would hold a word each. */
const minTextWidth = 24
