import { listNames } from "../../../Sentence.ts"
/** A mistake that trying a repair has shown. `line` is the line as the editor probably meant it. */
export type LineProblem =
  | { readonly problem: "bullet"; readonly sign: string }
  | {
      readonly problem: "key-separator" | "colon-without-space" | "missing-colon"
      readonly key: string
      readonly sign: string
      readonly line: string
    }
  | { readonly problem: "stray-line-end"; readonly sign: string; readonly line: string }
  | {
      readonly problem: "needs-quotes"
      readonly because: "colon" | "number-sign" | "first-character" | "quotes" | "backslash" | "text-after-quote"
      readonly character: string
      readonly line: string
    }
  | {
      readonly problem: "extra-bracket" | "wrong-bracket" | "unopened-bracket"
      readonly bracket: string
      readonly expected?: string
      readonly line: string
    }
  | { readonly problem: "missing-comma" | "extra-comma"; readonly line: string }
  /** `lines` lines need `spaces` spaces before their text. */
  | {
      readonly problem: "wrapped-line" | "block-text-not-indented"
      readonly key: string
      readonly lines: number
      readonly spaces: number
    }
  | { readonly problem: "wrapped-text"; readonly key: string; readonly line: string }
  | {
      readonly problem: "wrong-indentation"
      readonly spaces: number
      readonly expected: number
      readonly is_entry: boolean
    }
  | {
      readonly problem: "wrong-block-indentation"
      readonly spaces: number
      readonly expected: number
      readonly lines: number
    }
  | { readonly problem: "missing-dash"; readonly key: string | null; readonly line: string; readonly lines: number }
  | { readonly problem: "sign-before-text" | "anchor-or-tag"; readonly sign: string; readonly line: string }
  | { readonly problem: "extra-dash"; readonly key: string; readonly lines: number }
  /** `lines` lines need `spaces` more spaces. */
  | {
      readonly problem: "not-indented"
      readonly key: string
      readonly keys: ReadonlyArray<string>
      readonly spaces: number
      readonly lines: number
    }
  /** `lines` entries are written like this one. */
  | { readonly problem: "keyed-entry"; readonly key: string; readonly line: string; readonly lines: number }
  | { readonly problem: "emphasis"; readonly sign: string; readonly line: string; readonly lines: number }
  /** `lines` lines belong below the key that is missing. */
  | {
      readonly problem: "missing-parent"
      readonly parent: string
      readonly keys: ReadonlyArray<string>
      readonly lines: number
    }
  | { readonly problem: "stray-line" }
  | { readonly problem: "comment-sign"; readonly sign: string; readonly line: string }
  | { readonly problem: "marker-line"; readonly marker: string; readonly lines: number }

/** The sentences about a mistake, with the text to write. */
export const formatLineProblem = (context: LineProblem): { readonly message: string; readonly help: string } => {
  switch (context.problem) {
    case "bullet":
      return {
        message: `A list entry starts with a dash, not with ${context.sign}`,
        help: `Write - and a space instead of ${context.sign}`
      }
    case "key-separator":
      return { message: `A colon must follow the key ${context.key}, not ${context.sign}`, help: write(context) }
    case "missing-colon":
      return { message: `Missing colon after the key ${context.key}`, help: write(context) }
    case "colon-without-space":
      return { message: `Missing space after the colon of ${context.key}`, help: write(context) }
    case "stray-line-end":
      return { message: `Unexpected ${context.sign} at the end of this line`, help: write(context) }
    case "needs-quotes":
      return { message: quoteReasons[context.because](context.character), help: write(context) }
    case "extra-bracket":
      return { message: `The bracket ${context.bracket} closes nothing`, help: write(context) }
    case "unopened-bracket":
      return { message: `The bracket ${context.bracket} was never opened`, help: write(context) }
    case "wrong-bracket":
      return {
        message: `Expected the bracket ${context.expected ?? ""} instead of ${context.bracket}`,
        help: write(context)
      }
    case "missing-comma":
      return { message: "Missing comma between two entries in brackets", help: write(context) }
    case "extra-comma":
      return { message: "Nothing stands between two commas, or before one", help: write(context) }
    case "wrapped-line":
      return {
        message: `This line continues the text of ${context.key}, but is not indented below it`,
        help: `Indent ${thisLine(context.lines)} with ${formatSpaces(context.spaces)}.`
      }
    case "block-text-not-indented":
      return {
        message: `This line belongs to the text of ${context.key}, but is not indented below it`,
        help: `Indent ${thisLine(context.lines)} with ${formatSpaces(context.spaces)}.`
      }
    case "wrapped-text":
      return {
        message: `This line continues the text of ${context.key}, but its colon makes a key of it`,
        help: `Write these lines as one: ${context.line}`
      }
    case "wrong-indentation":
      return {
        message: formatMisplaced(context.spaces),
        help:
          context.expected === 0 ? "Remove the spaces before it." : `Indent it with ${formatSpaces(context.expected)}.`
      }
    case "wrong-block-indentation":
      return { message: formatMisplaced(context.spaces), help: formatShift(context) }
    case "sign-before-text":
      return { message: `The text after ${context.sign} must start on the next line`, help: write(context) }
    case "anchor-or-tag":
      return { message: `A word after ${context.sign} has a meaning that is not accepted here`, help: write(context) }
    case "missing-dash":
      return {
        message:
          context.key === null
            ? "Missing dash before a list entry"
            : `Missing dash before ${context.key}: a new list entry starts here`,
        help: formatEntry(context)
      }
    case "extra-dash":
      return {
        message: `Unexpected dash before ${context.key}, which belongs to the list entry above`,
        help:
          context.lines === 1
            ? "Write a space instead of the dash."
            : `Write a space instead of the dash, here and on ${context.lines - 1} more ${context.lines === 2 ? "line" : "lines"}.`
      }
    case "not-indented":
      return {
        message: `${context.keys.length === 0 ? "The entries" : formatKeys(context.keys)} must be indented below ${context.key}`,
        help: `Write ${formatSpaces(context.spaces)} more before ${thisLine(context.lines)}.`
      }
    case "keyed-entry":
      return {
        message: `Each value is an entry of the list, with ${context.key} as its code`,
        help: `${write(context)}${context.lines === 1 ? "" : `, and ${context.lines - 1} more ${context.lines === 2 ? "entry" : "entries"} in the same way`}`
      }
    case "emphasis":
      return {
        message: `Unexpected ${context.sign} around the name of a key`,
        help: `${write(context)}${context.lines === 1 ? "" : `, and ${context.lines - 1} more ${context.lines === 2 ? "line" : "lines"} in the same way`}`
      }
    case "missing-parent":
      return {
        message: `The key ${context.parent} is missing above ${formatKeys(context.keys)}`,
        help: `Write ${context.parent}: on a line of its own here, and 2 spaces more before ${thisLine(context.lines)}.`
      }
    case "stray-line":
      return {
        message: "This line is neither a key with a value nor a list entry",
        help: "Write # before it if it is a note."
      }
    case "comment-sign":
      return { message: `${context.sign} does not start a comment`, help: write(context) }
    case "marker-line":
      return {
        message: `The line ${context.marker} does not belong in this file`,
        help: context.lines === 1 ? "Remove it." : `Remove all ${context.lines} lines of this kind.`
      }
  }
}

const write = ({ line }: { readonly line: string }): string => `Write ${line}`

const quoteReasons = {
  "number-sign": () => "A # after a space starts a comment, which cuts the text off",
  colon: () => "A text that contains a colon and a space must be in quotes",
  "first-character": (character: string) => `A text that starts with ${character} must be in quotes`,
  quotes: (character: string) => `The text contains the quote ${character}, which ends it`,
  backslash: () => `A backslash has a special meaning between " and "`,
  "text-after-quote": (character: string) => `The text goes on after the closing quote ${character}`
} as const

const thisLine = (lines: number): string => {
  if (lines === 1) return "this line"
  return lines === 2 ? "this line and the next" : `this line and the next ${lines - 1}`
}

const formatSpaces = (count: number): string => (count === 1 ? "1 space" : `${count} spaces`)

const formatKeys = (keys: ReadonlyArray<string>): string =>
  keys.length > 4 ? `${keys[0]} and ${keys.length - 1} more keys` : listNames(keys)

const formatMisplaced = (spaces: number): string =>
  `This line is indented with ${formatSpaces(spaces)}, unlike the lines that it belongs to`

const formatShift = ({
  expected,
  lines,
  spaces
}: {
  readonly expected: number
  readonly lines: number
  readonly spaces: number
}): string =>
  expected > spaces
    ? `Write ${formatSpaces(expected - spaces)} more before ${thisLine(lines)}.`
    : `Remove ${formatSpaces(spaces - expected)} before ${thisLine(lines)}.`

const formatEntry = ({ line, lines }: { readonly line: string; readonly lines: number }): string => {
  const entry = line.trimStart()
  const more = lines === 1 ? "" : `, and a dash before ${lines - 1} more ${lines === 2 ? "entry" : "entries"}`
  return `Write ${entry} with ${formatSpaces(line.length - entry.length)} before the dash${more}.`
}
