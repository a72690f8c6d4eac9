import * as Result from "effect/Result"
import { isMap, isSeq, type YAMLSeq } from "yaml"
import type { Path } from "../../domain/Finding.ts"
import { codeOf, type Content } from "../Edit.ts"
import { positionInOrder } from "../KeyOrder.ts"
import { linesAt } from "../Lines.ts"
import { codesOf, isEmptyNode, nodeAt, type SourceNodes } from "../SourceNodes.ts"
import { styleBeside } from "../write/SourceStyle.ts"
import { writeEntry, writeFlow } from "../write/WriteContent.ts"
import { blockLinesOf, hasBlankLines, isFlow, startWithComments } from "./BlockLines.ts"
import { insertIntoFlow } from "./FlowEntries.ts"
import { editFailed, planSet, type EditPlan } from "./PlanSet.ts"

/** Plans to add an entry to a list. */
export const planInsert = (nodes: SourceNodes, path: Path, entry: Content, after?: string): EditPlan => {
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

/** The index at which an entry goes into a list; `undefined` if the entry to follow is missing. */
const positionOf = (list: YAMLSeq, entry: Content, after: string | undefined): number | undefined => {
  const codes = codesOf(list)
  if (after !== undefined) return codes.includes(after) ? codes.indexOf(after) + 1 : undefined
  const code = codeOf(entry)
  return code !== undefined && codes.every((known) => known !== undefined) ? positionInOrder(codes, code) : codes.length
}

const insertBlock = (nodes: SourceNodes, list: YAMLSeq, index: number, entry: Content) => {
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
