import { isPair, type YAMLMap, type YAMLSeq } from "yaml"
import { columnOf, endOfLine, lineEndOf, startOfLine } from "../Lines.ts"
import { isEmptyNode, rangeOf } from "../SourceNodes.ts"
import type { Splice } from "../Splice.ts"

/** Inserts an entry or a pair before an index of a collection in flow style, with the spacing of the others. */
export const insertIntoFlow = (
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
export const removeFromFlow = (node: YAMLMap | YAMLSeq, index: number): ReadonlyArray<Splice> => {
  const spans = node.items.map(spanOfItem)
  const [before, item, after] = [spans[index - 1], spans[index], spans[index + 1]]
  if (item === undefined) return []
  if (after !== undefined) return [{ start: item[0], end: after[0], text: "" }]
  return [{ start: before?.[1] ?? item[0], end: item[1], text: "" }]
}

const spanOfItem = (item: unknown): readonly [number, number] => {
  if (!isPair(item)) return rangeOf(item)
  const [start, keyEnd] = rangeOf(item.key)
  return [start, isEmptyNode(item.value) ? keyEnd : rangeOf(item.value)[1]]
}
