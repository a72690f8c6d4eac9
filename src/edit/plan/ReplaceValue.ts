import { isCollection, isMap, isScalar, isSeq, type Pair, type YAMLMap } from "yaml"
import type { Content } from "../Edit.ts"
import { columnOf, endOfLine, lineEndOf, startOfLine } from "../Lines.ts"
import { isEmptyNode, keyOf, nodeAt, rangeOf, type SourceNodes } from "../SourceNodes.ts"
import type { Splice } from "../Splice.ts"
import { quotingOf, styleAmong } from "../write/SourceStyle.ts"
import { isScalarContent, maxWidth, writeFlow, writePair } from "../write/WriteContent.ts"
import { foldLines, writeText } from "../write/WriteScalar.ts"
import { blockLinesOf, isBlockScalar, isFlow } from "./BlockLines.ts"

/** Replaces the value of a key: in place if it fits, otherwise with the lines of the old value. */
export const replaceValue = (nodes: SourceNodes, map: YAMLMap, pair: Pair, value: Content): ReadonlyArray<Splice> => {
  const { text } = nodes
  const node = pair.value
  const [start, end] = rangeOf(node)
  if (isFlow(map)) {
    if (!isEmptyNode(node)) return [{ start, end, text: writeScalarOrFlow(node, value, "flow") }]
    const [, keyEnd] = rangeOf(pair.key)
    const [colon = ""] = /^\s*:/.exec(text.slice(keyEnd)) ?? []
    return [{ start: keyEnd, end: keyEnd + colon.length, text: `: ${writeFlow(value)}` }]
  }
  const isOnKeyLine = startOfLine(text, start) === startOfLine(text, rangeOf(pair.key)[0])
  if (isOnKeyLine && fitsInPlace(text, node, value)) {
    return [{ start, end, text: writeScalarOrFlow(node, value, "block") }]
  }
  return rewritePair(nodes, map, pair, value)
}

/** True if a value can take the place of another on its line. */
export const fitsInPlace = (text: string, node: unknown, value: Content): boolean => {
  const [start, end] = rangeOf(node)
  if (isEmptyNode(node) || isBlockScalar(node) || /[\r\n]/.test(text.slice(start, end))) return false
  if (isScalarContent(value)) {
    const written = String(value)
    if (!isScalar(node) || written.includes("\n")) return false
    const width = columnOf(text, start) + writeScalarOrFlow(node, value, "block").length
    return width <= maxWidth || foldLines(written, maxWidth) === undefined
  }
  if (!isFlow(node) || !isCollection(node)) return false
  const isShort = columnOf(text, start) + writeFlow(value).length <= maxWidth
  return isShort && (node.items.length > 0 || Object.values(value).every(isScalarContent))
}

/** Writes a value with the quotes of the one that it replaces. */
const writeScalarOrFlow = (node: unknown, value: Content, context: "block" | "flow"): string =>
  typeof value === "string" ? writeText(value, context, quotingOf(node)) : writeFlow(value)

/** Writes a pair anew, from its colon on. A comment on the line of the key or of a scalar stays. */
const rewritePair = (nodes: SourceNodes, map: YAMLMap, pair: Pair, value: Content): ReadonlyArray<Splice> => {
  const { text } = nodes
  const lines = blockLinesOf(text, map)[map.items.indexOf(pair)]
  if (lines === undefined) return []
  const [key, start] = [keyOf(pair), text.indexOf(":", rangeOf(pair.key)[1]) + 1]
  const [own, style] = [quotingOf(pair.value), styleAmong(nodes, map.items)]
  const quoted = { ...style, quotingOf: () => (own === "plain" ? style.quotingOf(key) : own) }
  const [first = "", ...rest] = writePair(key, value, lines.column, quoted, areSettings(nodes, map))
  const firstLine = first.slice(writeText(key, "block").length + 1) + commentOf(text, start, pair.value)
  return [
    {
      start,
      end: endOfContent(text, lines.start, pair.value, lines.end),
      text: [firstLine, ...rest].join(lineEndOf(text))
    }
  ]
}

/** True for the maps of settings and conditions, whose members are written on one line each. */
export const areSettings = (nodes: SourceNodes, map: YAMLMap): boolean =>
  nodeAt(nodes, ["config"]) === map || nodeAt(nodes, ["forbid"]) === map

/** The comment after a key, or after a scalar or flow collection on its line. */
const commentOf = (text: string, colon: number, value: unknown): string => {
  const hasContentOnLine = !isEmptyNode(value) && (isScalar(value) || isFlow(value)) && !isBlockScalar(value)
  const at = hasContentOnLine ? rangeOf(value)[1] : isBlockScalar(value) ? rangeOf(value)[0] : colon
  const [, comment = ""] = /^[^#]*?([ \t]+#.*)$/.exec(text.slice(at, endOfLine(text, at))) ?? []
  return comment.trimEnd()
}

/** The end of the last line of a value, before its line break. Comments below it stay, except within a collection. */
export const endOfContent = (text: string, start: number, value: unknown, linesEnd: number): number => {
  if (isEmptyNode(value)) return endOfLine(text, start)
  const isBlock = isBlockScalar(value) || ((isMap(value) || isSeq(value)) && !isFlow(value))
  if (!isBlock) return endOfLine(text, rangeOf(value)[1])
  const end = isBlockScalar(value) ? rangeOf(value)[1] : linesEnd
  if (text.startsWith("\r\n", end - 2)) return end - 2
  return /[\r\n]/.test(text.charAt(end - 1)) ? end - 1 : end
}
