import { visit, type Document, type YAMLError, isAlias, isNode, isScalar } from "yaml"
import type { SyntaxProblem } from "../../domain/checks/source/Syntax.ts"
import type { Span } from "../../domain/Finding.ts"
import { formatCodePoints } from "../../domain/text/Characters.ts"
import { textFieldsOf } from "../../domain/vocabulary/ItemTypes.ts"

/** A mistake in the text, and where it is. */
export interface SyntaxDiagnostic {
  readonly problem: SyntaxProblem
  readonly span: Span
}

/** Explains an error of the YAML parser. `span` is that of the word at which the parser stopped. */
export const diagnoseSyntax = (
  text: string,
  document: Document.Parsed,
  error: YAMLError,
  span: Span
): SyntaxDiagnostic => {
  const lineStart = text.lastIndexOf("\n", span[0] - 1) + 1
  const failure = { text, document, error, span, lineStart, line: /.*/.exec(text.slice(lineStart))?.[0] ?? "" }
  for (const recognize of recognizers) {
    const diagnosis = recognize(failure)
    if (diagnosis !== undefined) return { problem: diagnosis[0], span: diagnosis[1] ?? span }
  }
  const [parser_message = error.code] = error.message.split("\n")
  return { problem: { problem: "parser-error", parser_message }, span }
}

interface ParserFailure {
  readonly text: string
  readonly document: Document.Parsed
  readonly error: YAMLError
  /** Where the parser stopped. */
  readonly span: Span
  /** The line on which it stopped, and the offset of that line. */
  readonly line: string
  readonly lineStart: number
}

/** Recognizes one mistake. Returns its span if it is not where the parser stopped. */
type Recognizer = (failure: ParserFailure) => readonly [problem: SyntaxProblem, span?: Span] | undefined

/** Pasted from word processors. It looks like an ordinary space. */
const unusualSpace: Recognizer = ({ line, lineStart }) => {
  const column = line.search(/[\u00a0\u2000-\u200b\u202f\u3000\ufeff]/)
  if (column < 0) return undefined
  const character = formatCodePoints(line.charAt(column))
  return [{ problem: "unusual-space", character }, characterAt(lineStart + column)]
}

const dashWithoutSpace: Recognizer = ({ line, lineStart }) => {
  const [, indentation] = /^( *)-[\w"'[{]/.exec(line) ?? []
  if (indentation === undefined) return undefined
  return [{ problem: "dash-without-space" }, characterAt(lineStart + indentation.length)]
}

const listEntryInsteadOfKey: Recognizer = ({ error, span, text }) =>
  error.code === "BLOCK_AS_IMPLICIT_KEY" && text.startsWith("- ", span[0])
    ? [{ problem: "list-entry-instead-of-key", follows_list: /^ +- /m.test(text.slice(0, span[0])) }]
    : undefined

const unclosedQuote: Recognizer = ({ document, error, span, text }) => {
  if (!/^Missing closing .quote/.test(error.message)) return undefined
  const starts: Array<number> = []
  visit(document, {
    Scalar: (_, { range }) => {
      if (range && range[0] < span[0] && /["']/.test(text.charAt(range[0]))) starts.push(range[0])
    }
  })
  const opening = starts.at(-1)
  if (opening === undefined) return undefined
  return [{ problem: "unclosed-quote", quote: text.charAt(opening) }, characterAt(opening)]
}

const textAfterQuote: Recognizer = ({ error, span, text }) => {
  const closing = /(["'])[ \t]*$/.exec(text.slice(0, span[0]))
  const [, quote] = closing ?? []
  if (closing === null || quote === undefined || !error.message.startsWith("Unexpected scalar at node end")) {
    return undefined
  }
  return [{ problem: "text-after-quote", quote }, [closing.index, span[1]]]
}

const invalidEscape: Recognizer = ({ error }) => {
  const [, sequence] = /^Invalid escape sequence (\S+)/.exec(error.message) ?? []
  return sequence === undefined ? undefined : [{ problem: "invalid-escape", sequence }]
}

const leadingCharacter: Recognizer = ({ error, span, text }) =>
  error.message.startsWith("Plain value cannot start with") || text.startsWith("? ", span[0])
    ? [{ problem: "leading-character", character: text.charAt(span[0]) }]
    : undefined

const unclosedBracket: Recognizer = ({ document, error, span, text }) => {
  if (!/^Flow (?:sequence|map)/.test(error.message)) return undefined
  const starts: Array<number> = []
  visit(document, {
    Collection: (_, node) => {
      const [start, end] = node.range ?? span
      // A pair in a list, as in [a: b], is a map without a bracket of its own.
      const closing = { "[": "]", "{": "}" }[text.charAt(start)]
      if (closing !== undefined && start < span[0] && text.charAt(end - 1) !== closing) starts.push(start)
    }
  })
  const opening = starts.at(-1)
  if (opening === undefined) return [{ problem: "unclosed-bracket" }]
  return [{ problem: "unclosed-bracket", bracket: text.charAt(opening) }, characterAt(opening)]
}

/** Recognizes a mistake by what the parser says. */
const when =
  (problem: SyntaxProblem, isMistake: (failure: ParserFailure) => boolean): Recognizer =>
  (failure) =>
    isMistake(failure) ? [problem] : undefined

/** In order: the first that recognizes the mistake decides. */
const recognizers: ReadonlyArray<Recognizer> = [
  // The parser recurses into the nesting, and reports when it gives up.
  when({ problem: "nested-too-deeply" }, ({ error }) => error.code === "RESOURCE_EXHAUSTION"),
  when({ problem: "second-document" }, ({ error }) => error.code === "MULTIPLE_DOCS"),
  when({ problem: "tab-indentation" }, ({ error, line }) => error.code === "TAB_AS_INDENT" || /^ *\t/.test(line)),
  unusualSpace,
  dashWithoutSpace,
  listEntryInsteadOfKey,
  when({ problem: "list-on-key-line" }, ({ error }) =>
    error.message.startsWith("Unexpected block-seq-ind on same line")
  ),
  unclosedQuote,
  textAfterQuote,
  invalidEscape,
  leadingCharacter,
  when({ problem: "tag" }, ({ error }) => error.code === "TAG_RESOLVE_FAILED"),
  when(
    { problem: "second-colon" },
    ({ error, line }) => error.code === "BLOCK_AS_IMPLICIT_KEY" && /:\s.*:(?:\s|$)/.test(line)
  ),
  when({ problem: "indented-below-text" }, ({ error }) => error.code === "BLOCK_AS_IMPLICIT_KEY"),
  when({ problem: "multiline-key" }, ({ error }) => error.code === "MULTILINE_IMPLICIT_KEY"),
  when(
    { problem: "text-after-block-indicator" },
    ({ error, line }) => /^(?:Not a YAML token|Block scalar header)/.test(error.message) && /[|>]/.test(line)
  ),
  unclosedBracket,
  when({ problem: "extra-bracket" }, ({ error }) => /^Unexpected flow-(?:seq|map)-end/.test(error.message)),
  when(
    { problem: "inconsistent-indentation" },
    ({ error }) =>
      error.code === "BAD_INDENT" || /indicator|same column|sufficiently indented|less indented/.test(error.message)
  )
]

const characterAt = (offset: number): Span => [offset, offset + 1]

/** Finds aliases, anchors, tags, merge keys and directives, whose meaning is elsewhere in the file. */
export const findUnsupportedFeatures = (text: string, document: Document.Parsed): ReadonlyArray<SyntaxDiagnostic> => {
  const found: Array<SyntaxDiagnostic> = []
  if (document.directives.yaml.explicit === true) found.push({ problem: { problem: "directive" }, span: [0, 1] })
  // All others need one of these characters, which few texts contain.
  if (!/[&*!]|<</.test(text)) return found
  visit(document, (key, node) => {
    if (!isNode(node)) return
    const problem = isAlias(node)
      ? "alias"
      : node.anchor !== undefined
        ? "anchor"
        : node.tag !== undefined
          ? "tag"
          : key === "key" && isScalar(node) && node.value === "<<" && node.type === "PLAIN"
            ? "merge-key"
            : undefined
    if (problem === undefined) return
    found.push({ problem: { problem }, span: node.range ? [node.range[0], node.range[1]] : [0, 0] })
  })
  return found
}

/** Finds texts that an accidental comment cuts off, as in `the #1 choice`. A real comment has a space after its `#`. */
export const findCutTexts = (text: string, document: Document.Parsed): ReadonlyArray<SyntaxDiagnostic> => {
  const found: Array<SyntaxDiagnostic> = []
  if (!/[ \t]#[^\s#!]/.test(text)) return found
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || !isScalar(value) || !textKeys.has(String(key.value))) return
      const { range, type } = value
      if (value.value === null && isNode(key) && key.range) {
        const [lead] = /^ *: +(?=#[^\s#!])/.exec(text.slice(key.range[1], key.range[1] + 100)) ?? []
        const sign = key.range[1] + (lead?.length ?? 0)
        if (lead !== undefined) found.push({ problem: { problem: "comment-cuts-text" }, span: [sign, sign + 1] })
        return
      }
      if (type !== "PLAIN" || typeof value.value !== "string" || !range) return
      const [, end, next] = range
      const [, gap] = /^([ \t]+)#[^\s#!]/.exec(text.slice(end, next)) ?? []
      if (gap === undefined) return
      const sign = end + gap.length
      found.push({ problem: { problem: "comment-cuts-text" }, span: [sign, sign + 1] })
    }
  })
  return found
}

/** The keys whose values are sentences. */
const textKeys: ReadonlySet<string> = new Set(
  (["taxonomy", "dimension", "value", "license", "rule", "deprecation"] as const).flatMap(textFieldsOf)
)
