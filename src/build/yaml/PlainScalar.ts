import { backslash, doubleQuote, lineFeed, singleQuote } from "./PlainCharacters.ts"
import { reject } from "./PlainCursor.ts"

/** Resolves a scalar without quotes by the core schema of YAML 1.2. */
export const resolvePlain = (source: string): unknown => {
  if (!canBeOtherThanText(source.charCodeAt(0))) return source
  if (source.length <= 5) {
    const word = words.get(source)
    if (word !== undefined) return word
  }
  if (decimal.test(source)) return Number.parseFloat(source)
  if (hexadecimal.test(source)) return Number.parseInt(source.slice(2), 16)
  return octal.test(source) ? Number.parseInt(source.slice(2), 8) : source
}

/** Finds the closing quote of a scalar that starts and ends on one line. */
export const findClosingQuote = (text: string, opening: number): number => {
  const quote = text.charCodeAt(opening)
  let position = opening + 1
  for (;;) {
    const code = text.charCodeAt(position)
    if (code === quote) {
      if (quote === doubleQuote || text.charCodeAt(position + 1) !== quote) return position
      position += 1
    } else if (code === backslash && quote === doubleQuote) {
      position += 1
      if (text.charCodeAt(position) === lineFeed) return reject()
    } else if (code === lineFeed) return reject()
    position += 1
  }
}

/** The value of a scalar between quotes on one line. */
export const resolveQuoted = (text: string, opening: number, closing: number): string => {
  const source = text.slice(opening + 1, closing)
  if (text.charCodeAt(opening) === singleQuote) return source.includes("''") ? source.replaceAll("''", "'") : source
  return source.includes("\\") ? source.replaceAll(escapeSequence, resolveEscape) : source
}

/** True for the first characters of null, booleans and numbers. */
const canBeOtherThanText = (code: number): boolean =>
  code < 0x3a
    ? code >= 0x2b && code !== 0x2c && code !== 0x2f
    : code === 0x4e ||
      code === 0x6e ||
      code === 0x54 ||
      code === 0x74 ||
      code === 0x46 ||
      code === 0x66 ||
      code === 0x7e

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

const escapeSequence = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|(.))/gsu

const resolveEscape = (_: string, two: string | undefined, four: string | undefined, one: string): string => {
  const digits = two ?? four
  return digits === undefined ? (escapes.get(one) ?? reject()) : String.fromCodePoint(Number.parseInt(digits, 16))
}

/** `\U` with eight digits is missing: nobody writes it. */
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
