import { visit, type Document, type YAMLError } from "yaml"

/** What an editor did, in words that need no grammar of YAML, and what to write instead. */
interface Mistake {
  readonly message: string
  readonly help: string
  /** The place, where it is not the one that the parser names. */
  readonly span?: readonly [number, number]
}

interface Reading {
  readonly text: string
  readonly document: Document.Parsed
  readonly error: YAMLError
  /** Where the parser stopped, as offsets in the text. */
  readonly span: readonly [number, number]
  /** The line of that place. */
  readonly line: string
}

/** Knows one mistake from the parser's error; nothing where it is another one. */
type Reader = (reading: Reading) => Mistake | undefined

/** What a syntax error of the parser means. The span is that of the word at which the parser stopped. */
export const mistakeOf = (
  text: string,
  document: Document.Parsed,
  error: YAMLError,
  span: readonly [number, number]
): Mistake => {
  const lineStart = text.lastIndexOf("\n", span[0] - 1) + 1
  const reading = { text, document, error, span, line: /.*/.exec(text.slice(lineStart))?.[0] ?? "" }
  for (const read of readers) {
    const mistake = read(reading)
    if (mistake !== undefined) return mistake
  }
  const [message = error.code] = error.message.split("\n")
  return { message, help: "Compare the line, and the one before it, with a file that is accepted." }
}

/** The parser recurses into the nesting, and says itself where it gave up. */
const tooDeep: Reader = ({ error }) =>
  error.code === "RESOURCE_EXHAUSTION"
    ? { message: "Lists or maps are nested too deeply here", help: "Write plain lists and maps; close the brackets." }
    : undefined

const secondDocument: Reader = ({ error }) =>
  error.code === "MULTIPLE_DOCS"
    ? { message: "A file holds one document", help: "Remove the line --- and put the rest into a file of its own." }
    : undefined

const tab: Reader = ({ error, line }) =>
  error.code === "TAB_AS_INDENT" || /^ *\t/.test(line)
    ? { message: "This line is indented with a tab", help: "Indent with spaces." }
    : undefined

/** Pasted from word processors. It looks like the space that it is not. */
const otherSpace: Reader = ({ line, span, text }) => {
  const column = line.search(/[\u00a0\u2000-\u200b\u202f\u3000\ufeff]/)
  if (column < 0) return undefined
  const at = text.lastIndexOf("\n", span[0] - 1) + 1 + column
  return {
    message: "A space of another kind stands here, such as word processors write",
    help: "Write an ordinary space in its place.",
    span: [at, at + 1]
  }
}

const dashWithoutSpace: Reader = ({ line, span, text }) => {
  const [, indentation, dash] = /^( *)(-)[\w"'[{]/.exec(line) ?? []
  if (dash === undefined) return undefined
  const at = text.lastIndexOf("\n", span[0] - 1) + 1 + (indentation?.length ?? 0)
  return {
    message: "An entry of a list begins with a dash and a space",
    help: "Put a space behind the dash.",
    span: [at, at + 1]
  }
}

const entryInPlaceOfKey: Reader = ({ error, span, text }) =>
  error.code === "BLOCK_AS_IMPLICIT_KEY" && text.startsWith("- ", span[0])
    ? {
        message: "An entry of a list stands where a key should",
        help: /^ +- /m.test(text.slice(0, span[0]))
          ? "Indent this entry like those above it."
          : "Indent this entry below the key that it belongs to."
      }
    : undefined

const entryBehindKey: Reader = ({ error }) =>
  error.message.startsWith("Unexpected block-seq-ind on same line")
    ? { message: "A list begins on a line of its own", help: "Put this - on the next line, indented below the key." }
    : undefined

const openQuote: Reader = ({ document, error, span, text }) => {
  if (!/^Missing closing .quote/.test(error.message)) return undefined
  const starts: Array<number> = []
  visit(document, {
    Scalar: (_, { range }) => {
      if (range && range[0] < span[0] && /["']/.test(text.charAt(range[0]))) starts.push(range[0])
    }
  })
  const opening = starts.at(-1)
  if (opening === undefined) return undefined
  return {
    message: `The quote ${text.charAt(opening)} that opens here is not closed`,
    help: "Close the quote.",
    span: [opening, opening + 1]
  }
}

const textBehindQuote: Reader = ({ error, span, text }) => {
  const closing = /(["'])[ \t]*$/.exec(text.slice(0, span[0]))
  if (closing === null || !error.message.startsWith("Unexpected scalar at node end")) return undefined
  const [, quote] = closing
  return {
    message: `The text in quotes ends at this ${quote}, and more follows it`,
    help:
      quote === "'"
        ? `Between quotes of this kind, write '' for an apostrophe; or put the text between " and ".`
        : `Between quotes of this kind, write \\" for a quote; or put the text between ' and '.`,
    span: [closing.index, span[1]]
  }
}

const escape: Reader = ({ error }) => {
  const [, sequence] = /^Invalid escape sequence (\S+)/.exec(error.message) ?? []
  return sequence === undefined
    ? undefined
    : {
        message: `${sequence} means nothing between " and "`,
        help: `Write \\\\ for a backslash, or put the text between ' and '.`
      }
}

const leadingSign: Reader = ({ error, span, text }) =>
  error.message.startsWith("Plain value cannot start with") || text.startsWith("? ", span[0])
    ? { message: `A text cannot begin with ${text.charAt(span[0])}`, help: "Put the text in quotes." }
    : undefined

const tag: Reader = ({ error }) =>
  error.code === "TAG_RESOLVE_FAILED"
    ? {
        message: "A tag is not accepted",
        help: "Remove the ! and the name behind it, or put the text in quotes if it begins with one."
      }
    : undefined

const secondColon: Reader = ({ error, line }) =>
  error.code === "BLOCK_AS_IMPLICIT_KEY" && /:\s.*:(?:\s|$)/.test(line)
    ? { message: "A second colon stands on this line", help: "Put the text in quotes if it holds a colon." }
    : undefined

const indentedBelowText: Reader = ({ error }) =>
  error.code === "BLOCK_AS_IMPLICIT_KEY"
    ? {
        message: "The next line is indented below this one, which has a text already",
        help: "Indent the two lines alike; or put the text in quotes if it holds a colon."
      }
    : undefined

const missingColon: Reader = ({ error, line }) => {
  if (error.code !== "MULTILINE_IMPLICIT_KEY" && error.code !== "MISSING_CHAR") return undefined
  if (!/^[ -]*[\w-]+:\S/.test(line)) {
    return error.code === "MULTILINE_IMPLICIT_KEY"
      ? { message: "A key stands on one line", help: "Perhaps a colon is missing." }
      : undefined
  }
  return { message: "A key ends in a colon and a space", help: "Put a space behind the colon." }
}

const textBehindBlock: Reader = ({ error, line }) =>
  /^(?:Not a YAML token|Block scalar header)/.test(error.message) && /[|>]/.test(line)
    ? {
        message: "A text that | or > begins stands on the lines below it",
        help: "Move the rest of this line to the next one, indented; or put the text in quotes."
      }
    : undefined

const openBracket: Reader = ({ document, error, span, text }) => {
  if (!/^Flow (?:sequence|map)/.test(error.message)) return undefined
  const starts: Array<number> = []
  visit(document, {
    Collection: (_, node) => {
      if (node.flow === true && node.range && node.range[0] < span[0]) starts.push(node.range[0])
    }
  })
  const opening = starts.at(-1)
  return opening === undefined
    ? { message: "A bracket is not closed", help: "Close the bracket." }
    : {
        message: `The bracket ${text.charAt(opening)} that opens here is not closed`,
        help: "Close the bracket.",
        span: [opening, opening + 1]
      }
}

const indentation: Reader = ({ error }) =>
  error.code === "BAD_INDENT" || /indicator|same column|sufficiently indented|less indented/.test(error.message)
    ? {
        message: "This line is indented otherwise than those that it stands with",
        help: "Indent this line exactly like its neighbours: one space more or less changes what it belongs to."
      }
    : undefined

/** The first that knows the mistake tells it. */
const readers: ReadonlyArray<Reader> = [
  tooDeep,
  secondDocument,
  tab,
  otherSpace,
  dashWithoutSpace,
  entryInPlaceOfKey,
  entryBehindKey,
  openQuote,
  textBehindQuote,
  escape,
  leadingSign,
  tag,
  secondColon,
  indentedBelowText,
  missingColon,
  textBehindBlock,
  openBracket,
  indentation
]
