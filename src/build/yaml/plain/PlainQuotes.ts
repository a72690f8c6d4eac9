import { backslash, doubleQuote, singleQuote } from "./PlainCharacters.ts"
import { reject } from "./PlainCursor.ts"
import { foldBreak, foldLines } from "./PlainFolding.ts"

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
