import * as Result from "effect/Result"
import { isMap, isSeq } from "yaml"
import type { Path } from "../../domain/Finding.ts"
import { isBlankLine, nextLine, startOfLine } from "../Lines.ts"
import { findKey, indexOf, nodeAt, type SourceNodes } from "../SourceNodes.ts"
import { blockLinesOf, isFlow } from "./BlockLines.ts"
import { removeFromFlow } from "./FlowEntries.ts"
import { editFailed, planSet, type EditPlan } from "./PlanSet.ts"

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
