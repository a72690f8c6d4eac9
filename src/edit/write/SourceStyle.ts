import { isMap, isScalar, isSeq, visit, type Pair, type YAMLSeq } from "yaml"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { columnOf } from "../Lines.ts"
import { blockLinesOf, isFlow } from "../plan/BlockLines.ts"
import { keyOf, rangeOf, type SourceNodes } from "../SourceNodes.ts"
import { plainStyle, type WriteStyle } from "./WriteContent.ts"
import type { Quoting } from "./WriteScalar.ts"

/** The style of a whole file: how deep its first nested collections are indented. */
export const styleOf = memoizeByIdentity(({ root, text }: SourceNodes): WriteStyle => {
  let [step, listStep]: [number | undefined, number | undefined] = [undefined, undefined]
  let dashGap: number | undefined
  visit(root, {
    Pair: (_, { key, value }) => {
      if (isFlow(value) || (!isMap(value) && !isSeq(value)) || value.items.length === 0) return
      const depth = columnOf(text, rangeOf(value)[0]) - columnOf(text, rangeOf(key)[0])
      if (isMap(value) && depth > 0) step ??= depth
      if (isSeq(value)) {
        listStep ??= depth
        dashGap ??= gapOf(text, value)
      }
    }
  })
  return {
    step: step ?? plainStyle.step,
    listStep: listStep ?? plainStyle.listStep,
    dashGap: dashGap ?? plainStyle.dashGap,
    quotingOf: plainStyle.quotingOf
  }
})

/** The style of the entries beside which a new one is written. */
export const styleBeside = (nodes: SourceNodes, list: YAMLSeq): WriteStyle => {
  const style = styleOf(nodes)
  const gap = gapOf(nodes.text, list)
  return {
    ...style,
    dashGap: gap ?? style.dashGap,
    quotingOf: (key) => quotingByKey(list).get(key) ?? "plain"
  }
}

/** The quotes that all entries of a list have in common, by key. */
const quotingByKey = memoizeByIdentity((list: YAMLSeq): ReadonlyMap<string, Quoting> => {
  const pairs = list.items.flatMap((entry) => (isMap(entry) ? entry.items : []))
  return new Map([...Map.groupBy(pairs, keyOf)].map(([key, own]) => [key, commonQuoting(own)]))
})

/** The style of the keys beside which a new one is written: quoted if all other texts are. */
export const styleAmong = (nodes: SourceNodes, pairs: ReadonlyArray<Pair>): WriteStyle => {
  const texts = pairs.filter(({ value }) => isScalar(value) && typeof value.value === "string")
  const quoting = texts.length > 1 ? commonQuoting(texts) : "plain"
  return { ...styleOf(nodes), quotingOf: () => quoting }
}

export const quotingOf = (node: unknown): Quoting => {
  if (!isScalar(node)) return "plain"
  return node.type === "QUOTE_DOUBLE" ? "double" : node.type === "QUOTE_SINGLE" ? "single" : "plain"
}

const commonQuoting = (pairs: ReadonlyArray<Pair>): Quoting => {
  const [first = "plain", ...others] = new Set(pairs.map(({ value }) => quotingOf(value)))
  return others.length === 0 ? first : "plain"
}

/** The spaces after the first dash that content follows on its line. */
const gapOf = (text: string, list: YAMLSeq): number | undefined => {
  const lines = blockLinesOf(text, list)
  const gaps = list.items.flatMap((item, index) => {
    const dash = lines[index]?.start ?? 0
    const gap = rangeOf(item)[0] - dash - 1
    return gap > 0 && /^ +$/.test(text.slice(dash + 1, dash + 1 + gap)) ? [gap] : []
  })
  return gaps[0]
}
