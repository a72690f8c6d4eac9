import { visit, type YAMLMap } from "yaml"
import { orderOfKeys } from "../KeyOrder.ts"
import { startOfLine } from "../Lines.ts"
import { blockLinesOf, isFlow, startWithComments } from "../plan/BlockLines.ts"
import { keyOf } from "../SourceNodes.ts"
import { applySplices, type Splice } from "../Splice.ts"
import type { FormatStep } from "./FormatSource.ts"

/** Puts the keys of an item into their order, each with its comments. Keys of anything else stay where they are. */
export const orderKeys: FormatStep = ({ root, text }) => {
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
