import { isMap, isPair, isSeq, visit } from "yaml"
import { isFlow } from "../plan/BlockLines.ts"
import { isEmptyNode, rangeOf } from "../SourceNodes.ts"
import { applySplices, type Splice } from "../Splice.ts"
import type { FormatStep } from "./FormatSource.ts"

/** Writes collections of one line as `[A, B]` and `{ key: value }`. Those of several lines keep their layout. */
export const formatFlows: FormatStep = ({ root, text }) => {
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
