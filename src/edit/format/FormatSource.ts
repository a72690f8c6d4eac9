import * as Equal from "effect/Equal"
import * as Result from "effect/Result"
import { isAlias, isNode, visit, isMap, isPair, isSeq, isScalar, parseDocument, type YAMLMap, Lexer } from "yaml"
import { isBlockScalar, isFlow, blockLinesOf, startWithComments } from "../BlockLines.ts"
import { orderOfKeys } from "../KeyOrder.ts"
import { endOfLine, isBlankLine, nextLine, startOfLine } from "../Lines.ts"
import { dataOf, parseNodes, type SourceNodes, rangeOf, isEmptyNode, keyOf } from "../SourceNodes.ts"
import { applySplices, type Splice } from "../Splice.ts"
import { writeText } from "../WriteContent.ts"
import { indentLines } from "./IndentLines.ts"

/** Writes a text in another way with the same content and the same comments. */
export type FormatStep = (nodes: SourceNodes) => string

/**
 * Formats a source. `undefined` if it is not valid YAML, or has aliases or tags, which sources must not have. Texts keep the
 * line breaks that the editor gave them.
 */
export const formatSource = (text: string): string | undefined => {
  const start = parseNodes(normalizeText(text))
  if (Result.isFailure(start) || hasReferences(start.success)) return undefined
  let current = start.success
  for (let round = 0; round < maxRounds; round += 1) {
    const before = current.text
    for (const step of steps) current = apply(current, step)
    if (current.text === before) break
  }
  return current.text
}

/** A text without a byte order mark, with line feeds alone. */
const normalizeText = (text: string): string => text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n")

/** Removes spaces at the ends of lines, and blank lines at the start and after another one. */
const trimLines: FormatStep = ({ root, text }) => {
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
const trimEnd: FormatStep = ({ text }) => `${text.trimEnd()}\n`

/** Writes collections of one line as `[A, B]` and `{ key: value }`. Those of several lines keep their layout. */
const formatFlows: FormatStep = ({ root, text }) => {
  const splices: Array<Splice> = []
  visit(root, {
    Collection: (_, node) => {
      if (!isFlow(node)) return undefined
      const [start, end] = rangeOf(node)
      const written = /[\n#&*!]/.test(text.slice(start, end)) ? undefined : writeFlow(text, node)
      if (written !== undefined) splices.push({ start, end, text: written })
      return visit.SKIP
    }
  })
  return applySplices(text, splices)
}

/** Removes quotes without which a text is still the same text, to a reader of YAML 1.1 too. */
const unquote: FormatStep = ({ root, text }) => {
  const splices: Array<Splice> = []
  visit(root, {
    Scalar: (_, scalar, path) => {
      const { type, value } = scalar
      const [start, end] = rangeOf(scalar)
      if ((type !== "QUOTE_DOUBLE" && type !== "QUOTE_SINGLE") || typeof value !== "string") return
      const written = writeText(value, path.some(isFlow) ? "flow" : "block")
      if (written === value && isTextInYaml11(value)) splices.push({ start, end, text: written })
    }
  })
  return applySplices(text, splices)
}

/** Puts the keys of an item into their order, each with its comments. Keys of anything else stay where they are. */
const orderKeys: FormatStep = ({ root, text }) => {
  const splices: Array<Splice> = []
  visit(root, {
    Map: (_, map) => {
      const splice = isFlow(map) ? undefined : orderMap(text, map)
      if (splice !== undefined) splices.push(splice)
    }
  })
  // A collection that contains another one follows in the next round.
  const inner = splices.filter(({ end, start }) => !splices.some((other) => other.start > start && other.end <= end))
  return applySplices(text, inner)
}

/** The comments of a text, sorted: keys may move, and their comments with them. */
const commentsIn = (text: string): ReadonlyArray<string> => {
  const comments: Array<string> = []
  let isScalar = false
  for (const token of new Lexer().lex(text)) {
    if (!isScalar && token.startsWith("#")) comments.push(token.trimEnd())
    isScalar = token === scalarMark
  }
  return comments.sort()
}

/** A step may prepare what another one does. */
const maxRounds = 5

const steps: ReadonlyArray<FormatStep> = [trimLines, trimEnd, formatFlows, unquote, orderKeys, indentLines]

/** Applies a step, unless that would change the content or lose a comment. */
const apply = (nodes: SourceNodes, step: FormatStep): SourceNodes => {
  const text = step(nodes)
  if (text === nodes.text) return nodes
  const formatted = parseNodes(text)
  const isSame =
    Result.isSuccess(formatted) &&
    Equal.equals(dataOf(formatted.success.root), dataOf(nodes.root)) &&
    Equal.equals(commentsIn(text), commentsIn(nodes.text))
  return isSame ? formatted.success : nodes
}

/** True for anchors, aliases and tags, whose meaning is elsewhere in the file. */
const hasReferences = ({ root }: SourceNodes): boolean => {
  let found = false
  visit(root, (_, node) => {
    if (!isNode(node) || (!isAlias(node) && node.anchor === undefined && node.tag === undefined)) return undefined
    found = true
    return visit.BREAK
  })
  return found
}

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

const writeFlow = (text: string, node: unknown): string | undefined => {
  if (isSeq(node)) {
    const items = node.items.map((item) => writeItem(text, item))
    return items.every((item) => item !== undefined) ? `[${items.join(", ")}]` : undefined
  }
  if (!isMap(node)) return undefined
  const pairs = node.items.map(({ key, value }) => {
    const [name, content] = [writeItem(text, key), isEmptyNode(value) ? "" : writeItem(text, value)]
    return name === undefined || content === undefined || content === "" ? undefined : `${name}: ${content}`
  })
  if (!pairs.every((pair) => pair !== undefined)) return undefined
  return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`
}

const writeItem = (text: string, item: unknown): string | undefined => {
  if (isPair(item) || isEmptyNode(item)) return undefined
  if (isFlow(item)) return writeFlow(text, item)
  const [start, end] = rangeOf(item)
  return text.slice(start, end)
}

/** False for `NO`, `12:30` and the like, which older readers take for something else. */
const isTextInYaml11 = (value: string): boolean => {
  const { contents } = parseDocument(value, { version: "1.1", logLevel: "silent" })
  return isScalar(contents) && contents.value === value
}

const orderMap = (text: string, map: YAMLMap): Splice | undefined => {
  const keys = map.items.map(keyOf)
  const order = orderOfKeys(keys) ?? []
  // Without the key that each item of the kind has, the map can be anything.
  const wanted = keys.includes(order[0] ?? "") ? order.filter((key) => keys.includes(key)) : []
  if (wanted.length !== keys.length || wanted.every((key, index) => key === keys[index])) return undefined
  const lines = blockLinesOf(text, map)
  const [first, last] = [lines[0], lines.at(-1)]
  if (first === undefined || last === undefined || !text.endsWith("\n")) return undefined
  const isAfterDash = text.slice(startOfLine(text, first.start), first.start).trim() !== ""
  // What stands above the first key belongs to the whole.
  const starts = lines.map((own, index) =>
    index === 0 ? startOfLine(text, own.start) : startWithComments(text, own, lines[index - 1]?.end ?? 0)
  )
  const start = isAfterDash ? first.start : (starts[0] ?? 0)
  const blocks = new Map(
    keys.map((key, index) => {
      const block = text.slice(index === 0 ? start : starts[index], starts[index + 1] ?? last.end)
      return [key, index === 0 && isAfterDash ? " ".repeat(first.column) + block : block]
    })
  )
  const ordered = wanted.map((key) => blocks.get(key) ?? "").join("")
  if (!isAfterDash) return { start, end: last.end, text: ordered }
  const content = ordered.slice(first.column)
  return content.startsWith("#") ? undefined : { start, end: last.end, text: content }
}

/** What the lexer puts in front of a scalar, which may start with `#` as well. */
const scalarMark = "\u001F"
