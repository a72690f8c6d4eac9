import * as Result from "effect/Result"
import { isMap, isSeq, type YAMLMap, type YAMLSeq } from "yaml"
import type { Path } from "../../domain/Finding.ts"
import type { Content } from "../Edit.ts"
import { EditFailed } from "../EditFailed.ts"
import { positionOfKey } from "../KeyOrder.ts"
import { linesAt, lineEndOf } from "../Lines.ts"
import { findKey, indexOf, isEmptyNode, keyOf, nodeAt, rangeOf, type SourceNodes } from "../SourceNodes.ts"
import type { Splice } from "../Splice.ts"
import { quotingOf, styleAmong, styleBeside } from "../write/SourceStyle.ts"
import { writeEntry, writeFlow, writePair } from "../write/WriteContent.ts"
import { writeText } from "../write/WriteScalar.ts"
import { blockLinesOf, isFlow } from "./BlockLines.ts"
import { insertIntoFlow } from "./FlowEntries.ts"
import { areSettings, endOfContent, fitsInPlace, replaceValue } from "./ReplaceValue.ts"

/** The splices of an edit. */
export type EditPlan = Result.Result<ReadonlyArray<Splice>, EditFailed>

export const editFailed = (problem: EditFailed["problem"], path: Path): EditPlan =>
  Result.fail(new EditFailed({ problem, path }))

/** Plans to set a key or to replace the entry of a list. */
export const planSet = (nodes: SourceNodes, path: Path, value: Content): EditPlan => {
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

const addKey = (nodes: SourceNodes, map: YAMLMap, key: string, value: Content): EditPlan => {
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

const replaceEntry = (nodes: SourceNodes, list: YAMLSeq, index: number, value: Content): ReadonlyArray<Splice> => {
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
