import { isCollection, isMap, isPair, isScalar, isSeq, type YAMLMap, type YAMLSeq } from "yaml"
import { memoizeByIdentity } from "../domain/MemoizeByIdentity.ts"
import { columnOf, endOfLine, nextLine, startOfLine } from "./Lines.ts"
import { isEmptyNode, rangeOf } from "./SourceNodes.ts"

/** The lines of a pair or of the entry of a list, in block style. */
interface BlockLines {
  /** The offset of the key or of the dash. */
  readonly start: number
  /** The start of the line after it, past the comments that are indented more than the key or the dash. */
  readonly end: number
  readonly column: number
}

/** True for a collection in flow style, which brackets enclose. */
export const isFlow = (node: unknown): boolean => isCollection(node) && node.flow === true

export const isBlockScalar = (node: unknown): boolean =>
  isScalar(node) && (node.type === "BLOCK_FOLDED" || node.type === "BLOCK_LITERAL")

/** The lines of each pair or entry of a collection in block style. */
export const blockLinesOf = (text: string, collection: YAMLMap | YAMLSeq): ReadonlyArray<BlockLines> => {
  const known = knownLines.get(collection) ?? findBlockLines(text, collection)
  knownLines.set(collection, known)
  return known
}

/** The offset where an entry would take its comments along: those directly above it, in the same column. */
export const startWithComments = (text: string, { column, start }: BlockLines, from: number): number => {
  let at = startOfLine(text, start)
  while (at > from) {
    const above = startOfLine(text, at - 1 - (text.startsWith("\r\n", at - 2) ? 1 : 0))
    const line = text.slice(above, endOfLine(text, above))
    if (above < from || !line.trimStart().startsWith("#") || line.length - line.trimStart().length !== column) break
    at = above
  }
  return at
}

/** True if a blank line separates most of the entries. */
export const hasBlankLines = (text: string, entries: ReadonlyArray<BlockLines>): boolean => {
  const gaps = entries.slice(1).filter(({ start }, index) => {
    const gap = text.slice(entries[index]?.end, startOfLine(text, start))
    // The gap consists of whole lines.
    return gap
      .split(/\r\n|\r|\n/)
      .slice(0, -1)
      .some((line) => line.trim() === "")
  })
  return gaps.length * 2 > entries.length - 1
}

/** The text of a collection never changes: it is parsed again after an edit. */
const knownLines = new WeakMap<YAMLMap | YAMLSeq, ReadonlyArray<BlockLines>>()

const findBlockLines = (text: string, collection: YAMLMap | YAMLSeq): ReadonlyArray<BlockLines> => {
  const starts = isMap(collection) ? collection.items.map(({ key }) => rangeOf(key)[0]) : dashesOf(collection)
  return collection.items.map((item, index) => {
    const start = starts[index] ?? 0
    const column = columnOf(text, start)
    const limit = starts[index + 1] ?? text.length
    return { start, column, end: withComments(text, endOfContent(text, item, start), column, limit) }
  })
}

/** The start of the line after the content of a node and a comment on its last line. */
const endOfContent = (text: string, node: unknown, start: number): number => {
  if (isPair(node)) {
    const [, keyEnd] = rangeOf(node.key)
    return isEmptyNode(node.value) ? nextLine(text, keyEnd) : endOfContent(text, node.value, keyEnd)
  }
  if ((isMap(node) || isSeq(node)) && !isFlow(node)) {
    const last: unknown = node.items.at(-1)
    return endOfContent(text, last, isSeq(node) ? (dashesOf(node).at(-1) ?? start) : start)
  }
  if (isEmptyNode(node)) return nextLine(text, start)
  const [, end] = rangeOf(node)
  // The range of a block scalar includes its last line break.
  return isBlockScalar(node) && columnOf(text, end) === 0 ? end : nextLine(text, end)
}

const withComments = (text: string, end: number, column: number, limit: number): number => {
  let [at, kept] = [end, end]
  while (at < limit && at < text.length) {
    const line = text.slice(at, endOfLine(text, at))
    const content = line.trimStart()
    if (content !== "" && !(content.startsWith("#") && line.length - content.length > column)) break
    at = nextLine(text, at)
    if (content !== "") kept = at
  }
  return kept
}

/** The offsets of the dashes of a list in block style. */
const dashesOf = memoizeByIdentity((list: YAMLSeq): ReadonlyArray<number> => {
  const token = list.srcToken
  if (token?.type !== "block-seq") return []
  return token.items.flatMap(({ start }) => {
    const dash = start.find(({ type }) => type === "seq-item-ind")
    return dash === undefined ? [] : [dash.offset]
  })
})
