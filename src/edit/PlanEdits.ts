import * as Result from "effect/Result"
import { isMap, isSeq, type YAMLMap, type YAMLSeq, isCollection, isScalar, type Pair, isPair } from "yaml"
import type { Path } from "../domain/Finding.ts"
import { conditionKeys } from "../domain/taxonomy/Rules.ts"
import { blockLinesOf, isFlow, hasBlankLines, startWithComments, isBlockScalar } from "./BlockLines.ts"
import { type EditContent, EditFailed, codeOf } from "./Edit.ts"
import { positionOfKey, positionInOrder } from "./KeyOrder.ts"
import { linesAt, lineEndOf, isBlankLine, nextLine, startOfLine, columnOf, endOfLine } from "./Lines.ts"
import { findKey, indexOf, isEmptyNode, keyOf, nodeAt, rangeOf, type SourceNodes, codesOf } from "./SourceNodes.ts"
import type { Splice } from "./Splice.ts"
import {
  quotingOf,
  styleAmong,
  styleBeside,
  writeEntry,
  writeFlow,
  writePair,
  isScalarContent,
  maxWidth,
  writeText,
  foldLines
} from "./WriteContent.ts"

/** The splices of an edit. */
export type EditPlan = Result.Result<ReadonlyArray<Splice>, EditFailed>

const editFailed = (problem: EditFailed["problem"], path: Path): EditPlan =>
  Result.fail(new EditFailed({ problem, path }))

/** Plans to set a key or to replace the entry of a list. */
export const planSet = (nodes: SourceNodes, path: Path, value: EditContent): EditPlan => {
  const last = path.at(-1)
  if (last === undefined) return editFailed("structure", path)
  const parentPath = path.slice(0, -1)
  const parent = nodeAt(nodes, parentPath)
  if (isMap(parent) && (parent.items.length > 0 || isFlow(parent))) {
    const pair = findKey(parent, last)
    if (pair !== undefined) return Result.succeed(replaceValue(nodes, parent, pair, value))
    if (parent.items.length > 0 || parentPath.length === 0) return addKey(nodes, parent, String(last), value)
    return planSet(nodes, parentPath, { [last]: value })
  }
  if (isSeq(parent)) {
    const index = indexOf(parent, last)
    return index === -1 ? editFailed("missing", path) : Result.succeed(replaceEntry(nodes, parent, index, value))
  }
  const canCreate = isEmptyNode(parent) && typeof last === "string" && parentPath.length > 0
  if (!canCreate || isSeq(nodeAt(nodes, parentPath.slice(0, -1)))) return editFailed("missing", path)
  return planSet(nodes, parentPath, { [last]: value })
}

/** Plans to add an entry to a list. */
export const planInsert = (nodes: SourceNodes, path: Path, entry: EditContent, after?: string): EditPlan => {
  const list = nodeAt(nodes, path)
  if (isEmptyNode(list)) return planSet(nodes, path, [entry])
  if (!isSeq(list)) return editFailed("structure", path)
  const index = positionOf(list, entry, after)
  if (index === undefined) return editFailed("missing", [...path, after ?? ""])
  // An empty list is written as others are, unless its entries are codes.
  if (list.items.length === 0 && typeof entry === "object" && path.length > 0) return planSet(nodes, path, [entry])
  return Result.succeed(
    isFlow(list) ? insertIntoFlow(nodes.text, list, index, writeFlow(entry)) : insertBlock(nodes, list, index, entry)
  )
}

/** Plans to remove a key or the entry of a list. Comments above it stay, since they may be headings. */
export const planRemove = (nodes: SourceNodes, path: Path): EditPlan => {
  const { text } = nodes
  const last = path.at(-1)
  const parent = nodeAt(nodes, path.slice(0, -1))
  if (last === undefined || (!isMap(parent) && !isSeq(parent))) return editFailed("missing", path)
  const pair = isMap(parent) ? findKey(parent, last) : undefined
  const index = isMap(parent) ? (pair === undefined ? -1 : parent.items.indexOf(pair)) : indexOf(parent, last)
  if (index === -1) return editFailed("missing", path)
  if (parent.items.length === 1) return planSet(nodes, path.slice(0, -1), isMap(parent) ? {} : [])
  if (isFlow(parent)) return Result.succeed(removeFromFlow(parent, index))
  const lines = blockLinesOf(text, parent)
  const [item, next] = [lines[index], lines[index + 1]]
  if (item === undefined) return editFailed("missing", path)
  const lineStart = startOfLine(text, item.start)
  // The first key of an entry shares its line with the dash.
  if (isMap(parent) && next !== undefined && text.slice(lineStart, item.start).trim() !== "") {
    return Result.succeed([{ start: item.start, end: next.start, text: "" }])
  }
  const isBetweenBlanks = lineStart > 0 && isBlankLine(text, lineStart - 1) && isBlankLine(text, item.end)
  const end = isBetweenBlanks ? nextLine(text, item.end) : item.end
  // A text without a line break at its end stays one.
  const isOpen = end === text.length && !/[\r\n]$/.test(text)
  const start = isOpen ? lineStart - (text.startsWith("\r\n", lineStart - 2) ? 2 : 1) : lineStart
  return Result.succeed([{ start, end, text: "" }])
}

/** Replaces the value of a key: in place if it fits, otherwise with the lines of the old value. */
const replaceValue = (nodes: SourceNodes, map: YAMLMap, pair: Pair, value: EditContent): ReadonlyArray<Splice> => {
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
const fitsInPlace = (text: string, node: unknown, value: EditContent): boolean => {
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

/** True for the maps of settings and conditions, whose members are written on one line each. */
const areSettings = (nodes: SourceNodes, map: YAMLMap): boolean =>
  ["config", ...conditionKeys].some((key) => nodeAt(nodes, [key]) === map)

/** The end of the last line of a value, before its line break. Comments below it stay, except within a collection. */
const endOfContent = (text: string, start: number, value: unknown, linesEnd: number): number => {
  if (isEmptyNode(value)) return endOfLine(text, start)
  const isBlock = isBlockScalar(value) || ((isMap(value) || isSeq(value)) && !isFlow(value))
  if (!isBlock) return endOfLine(text, rangeOf(value)[1])
  const end = isBlockScalar(value) ? rangeOf(value)[1] : linesEnd
  if (text.startsWith("\r\n", end - 2)) return end - 2
  return /[\r\n]/.test(text.charAt(end - 1)) ? end - 1 : end
}

/** Inserts an entry or a pair before an index of a collection in flow style, with the spacing of the others. */
const insertIntoFlow = (
  text: string,
  node: YAMLMap | YAMLSeq,
  index: number,
  written: string
): ReadonlyArray<Splice> => {
  const [start, end] = rangeOf(node)
  const spans = node.items.map(spanOfItem)
  const [last, next] = [spans.at(-1), spans[index]]
  if (last === undefined) {
    const padding = text.startsWith("{", start) ? " " : ""
    return [{ start: start + 1, end: end - 1, text: `${padding}${written}${padding}` }]
  }
  const isOnOwnLine = text.slice(startOfLine(text, last[0]), last[0]).trim() === ""
  const indentation = lineEndOf(text) + " ".repeat(columnOf(text, last[0]))
  if (next !== undefined) {
    return [{ start: next[0], end: next[0], text: `${written},${isOnOwnLine ? indentation : " "}` }]
  }
  const hasTrailingComma = /^[^\S\r\n]*,/.test(text.slice(last[1]))
  if (!isOnOwnLine) return [{ start: last[1], end: last[1], text: `, ${written}` }]
  // After the comment of the line, if there is one.
  const lineEnd = endOfLine(text, last[1])
  if (lineEnd >= end) return [{ start: last[1], end: last[1], text: `,${indentation}${written}` }]
  return hasTrailingComma
    ? [{ start: lineEnd, end: lineEnd, text: `${indentation}${written},` }]
    : [
        { start: last[1], end: last[1], text: "," },
        { start: lineEnd, end: lineEnd, text: `${indentation}${written}` }
      ]
}

/** Removes an entry or a pair from a collection in flow style that has others. */
const removeFromFlow = (node: YAMLMap | YAMLSeq, index: number): ReadonlyArray<Splice> => {
  const spans = node.items.map(spanOfItem)
  const [before, item, after] = [spans[index - 1], spans[index], spans[index + 1]]
  if (item === undefined) return []
  if (after !== undefined) return [{ start: item[0], end: after[0], text: "" }]
  return [{ start: before?.[1] ?? item[0], end: item[1], text: "" }]
}

const addKey = (nodes: SourceNodes, map: YAMLMap, key: string, value: EditContent): EditPlan => {
  const { text } = nodes
  const index = positionOfKey(map.items.map(keyOf), key)
  if (isFlow(map)) {
    return Result.succeed(insertIntoFlow(text, map, index, `${writeText(key, "flow")}: ${writeFlow(value)}`))
  }
  const lines = blockLinesOf(text, map)
  const [first] = lines
  if (first === undefined) return editFailed("structure", [key])
  const indentation = " ".repeat(first.column)
  const style = styleAmong(nodes, map.items)
  const [start = "", ...rest] = writePair(key, value, first.column, style, areSettings(nodes, map))
  const before = lines[index - 1]
  if (before !== undefined) {
    const at = before.end
    return Result.succeed([{ start: at, end: at, text: linesAt(text, at, [indentation + start, ...rest]) }])
  }
  // The first key may share its line with a dash.
  const written = [start, ...rest].map((line) => line + lineEndOf(text)).join("")
  return Result.succeed([{ start: first.start, end: first.start, text: written + indentation }])
}

const replaceEntry = (nodes: SourceNodes, list: YAMLSeq, index: number, value: EditContent): ReadonlyArray<Splice> => {
  const { text } = nodes
  const node = list.items[index]
  if (isFlow(list) || isFlow(node) || fitsInPlace(text, node, value)) {
    const [start, end] = rangeOf(node)
    const written =
      typeof value === "string" ? writeText(value, isFlow(list) ? "flow" : "block", quotingOf(node)) : writeFlow(value)
    return [{ start, end, text: written }]
  }
  const lines = blockLinesOf(text, list)[index]
  if (lines === undefined) return []
  const style = styleBeside(nodes, list)
  const body = writeEntry(value, lines.column + 1 + style.dashGap, style).join(lineEndOf(text))
  return [
    {
      start: lines.start + 1,
      end: endOfContent(text, lines.start, node, lines.end),
      text: " ".repeat(style.dashGap) + body
    }
  ]
}

/** The index at which an entry goes into a list; `undefined` if the entry to follow is missing. */
const positionOf = (list: YAMLSeq, entry: EditContent, after: string | undefined): number | undefined => {
  const codes = codesOf(list)
  if (after !== undefined) return codes.includes(after) ? codes.indexOf(after) + 1 : undefined
  const code = codeOf(entry)
  return code !== undefined && codes.every((known) => known !== undefined) ? positionInOrder(codes, code) : codes.length
}

const insertBlock = (nodes: SourceNodes, list: YAMLSeq, index: number, entry: EditContent) => {
  const { text } = nodes
  const lines = blockLinesOf(text, list)
  const style = styleBeside(nodes, list)
  const column = lines[0]?.column ?? 0
  const areFlow = list.items.every((item) => isMap(item) && isFlow(item))
  const [first = "", ...rest] = areFlow ? [writeFlow(entry)] : writeEntry(entry, column + 1 + style.dashGap, style)
  const written = [`${" ".repeat(column)}-${" ".repeat(style.dashGap)}${first}`, ...rest]
  const blank = hasBlankLines(text, lines) ? [""] : []
  const [before, next] = [lines[index - 1], lines[index]]
  if (before === undefined && next !== undefined) {
    const at = startWithComments(text, next, 0)
    return [{ start: at, end: at, text: linesAt(text, at, [...written, ...blank]) }]
  }
  const at = before?.end ?? text.length
  return [{ start: at, end: at, text: linesAt(text, at, [...blank, ...written]) }]
}

/** Writes a value with the quotes of the one that it replaces. */
const writeScalarOrFlow = (node: unknown, value: EditContent, context: "block" | "flow"): string =>
  typeof value === "string" ? writeText(value, context, quotingOf(node)) : writeFlow(value)

/** Writes a pair anew, from its colon on. A comment on the line of the key or of a scalar stays. */
const rewritePair = (nodes: SourceNodes, map: YAMLMap, pair: Pair, value: EditContent): ReadonlyArray<Splice> => {
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

/** The comment after a key, or after a scalar or flow collection on its line. */
const commentOf = (text: string, colon: number, value: unknown): string => {
  const hasContentOnLine = !isEmptyNode(value) && (isScalar(value) || isFlow(value)) && !isBlockScalar(value)
  const at = hasContentOnLine ? rangeOf(value)[1] : isBlockScalar(value) ? rangeOf(value)[0] : colon
  const [, comment = ""] = /^[^#]*?([ \t]+#.*)$/.exec(text.slice(at, endOfLine(text, at))) ?? []
  return comment.trimEnd()
}

const spanOfItem = (item: unknown): readonly [number, number] => {
  if (!isPair(item)) return rangeOf(item)
  const [start, keyEnd] = rangeOf(item.key)
  return [start, isEmptyNode(item.value) ? keyEnd : rangeOf(item.value)[1]]
}
