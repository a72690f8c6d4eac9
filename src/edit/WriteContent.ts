import { isMap, isScalar, isSeq, parseDocument, visit, type Pair, type YAMLSeq } from "yaml"
import { memoizeByIdentity } from "../domain/MemoizeByIdentity.ts"
import { conditionKeys } from "../domain/taxonomy/Rules.ts"
import { blockLinesOf, isFlow } from "./BlockLines.ts"
import { isContentMap, isList, type EditContent, type ContentMap } from "./Edit.ts"
import { columnOf, lineEndOf } from "./Lines.ts"
import { keyOf, rangeOf, type SourceNodes } from "./SourceNodes.ts"

/** How the surroundings write collections and quotes. */
interface WriteStyle {
  /** Spaces by which a map is indented under its key. */
  readonly step: number
  /** Spaces by which a list is indented under its key. */
  readonly listStep: number
  /** Spaces after the dash of an entry. */
  readonly dashGap: number
  /** The quotes of the texts under a key. */
  readonly quotingOf: (key: string) => Quoting
}

export const plainStyle: WriteStyle = { step: 2, listStep: 2, dashGap: 1, quotingOf: () => "plain" }

/** The width to which the sources wrap texts and lists. */
export const maxWidth = 100

/** Writes a pair whose key stands at a column. The first line has no indentation, the others are complete. */
export const writePair = (
  key: string,
  value: EditContent,
  column: number,
  style: WriteStyle,
  inFlowKey = false
): ReadonlyArray<string> => {
  const start = `${writeText(key, "block")}:`
  if (typeof value === "string") return writeLongText(start, value, column, style.step, style.quotingOf(key))
  if (typeof value === "boolean") return [`${start} ${String(value)}`]
  const flow = `${start} ${writeFlow(value)}`
  if (isEmpty(value)) return [flow]
  const isFlow = (isList(value) && value.every(isScalarContent)) || inFlowKey || flowKeys.has(key)
  if (isFlow && column + flow.length <= maxWidth) return [flow]
  const inner = column + (isList(value) ? style.listStep : style.step)
  return [start, ...indent(writeBlock(value, inner, style, flowMembers.has(key)), inner)]
}

/** Writes the entry of a list whose dash stands at a column, without the dash. */
export const writeEntry = (value: EditContent, column: number, style: WriteStyle): ReadonlyArray<string> =>
  isContentMap(value) && !isEmpty(value) ? writeBlock(value, column, style, false) : [writeFlow(value)]

/** Writes a text after `start`: on the same line, or folded if that is too long. */
const writeLongText = (
  start: string,
  text: string,
  column: number,
  step: number,
  quoting: Quoting
): ReadonlyArray<string> => {
  const inline = `${start} ${writeText(text, "block", quoting)}`
  const width = maxWidth - column - step
  const literal = literalText(text)
  if (literal !== undefined) return [`${start} |-`, ...indent(literal, column + step, true)]
  const folded = column + inline.length > maxWidth ? foldLines(text, width) : undefined
  return folded === undefined ? [inline] : [`${start} >-`, ...indent(folded, column + step, true)]
}

/** Writes content as a flow collection or scalar on one line. */
export const writeFlow = (value: EditContent, padding = " "): string => {
  if (typeof value === "string") return writeText(value, "flow")
  if (typeof value === "boolean") return String(value)
  if (isList(value)) return `[${value.map((item) => writeFlow(item)).join(", ")}]`
  const pairs = Object.entries(value).map(([key, item]) => `${writeText(key, "flow")}: ${writeFlow(item)}`)
  return pairs.length === 0 ? "{}" : `{${padding}${pairs.join(", ")}${padding}}`
}

export const isScalarContent = (content: EditContent): content is string | boolean => typeof content !== "object"

/** How a scalar is quoted. Plain scalars are quoted only if YAML would read them as something else. */
type Quoting = "plain" | "single" | "double"

/** Where a scalar stands: commas and brackets end a plain scalar in a flow collection. */
type Context = "block" | "flow"

/** Writes text on one line. */
export const writeText = (text: string, context: Context, quoting: Quoting = "plain"): string => {
  if (quoting === "plain" && isPlain(text, context)) return text
  // Double quotes can hold everything.
  const prefersSingle = quoting === "single" || (quoting === "plain" && text.includes('"') && !text.includes("'"))
  return prefersSingle && !/[\n\t\p{Cc}\\]/u.test(text) ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text)
}

/** Writes the lines of a text that is too long for one line as `>-`, if that gives the same text. */
export const foldLines = (text: string, width: number): ReadonlyArray<string> | undefined => {
  if (/^\s|\s$|[\n\t\p{Cc}]| {2}/u.test(text)) return undefined
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.length > 0 ? lines : undefined
}

/** Writes the lines of a text with line breaks as `|-`, if that gives the same text. */
const literalText = (text: string): ReadonlyArray<string> | undefined =>
  /^\s|\s$|[^\S\n]\n|[\t\r]|[^\P{Cc}\n]/u.test(text) || !text.includes("\n") ? undefined : text.split("\n")

/** The style of a whole file: how deep its first nested collections are indented. */
const styleOf = memoizeByIdentity(({ root, text }: SourceNodes): WriteStyle => {
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

/**
 * Writes a new source. It starts with the comment for text editors of a file beside it if that has one, and with
 * `schemaLine` if there is no other file.
 */
export const renderNewFile = (
  content: ContentMap,
  sibling: string | undefined,
  schemaLine: string | undefined
): string => {
  const end = lineEndOf(sibling ?? "")
  const [, comment] = /^\uFEFF?(# yaml-language-server:[^\r\n]*)/.exec(sibling ?? "") ?? []
  const first = sibling === undefined ? schemaLine : comment
  const lines = Object.entries(content).flatMap(([key, value]) => writePair(key, value, 0, plainStyle))
  return [...(first === undefined ? [] : [first]), ...lines].map((line) => line + end).join("")
}

/** Keys whose maps fit on a line, as `replaced_by: { all_of: [A, B] }`. */
const flowKeys: ReadonlySet<string> = new Set(["replaced_by"])

/** Keys whose members are settings, conditions or translations, each on a line. */
const flowMembers: ReadonlySet<string> = new Set(["config", "translations", ...conditionKeys])

/** The lines of a collection at a column, the first without indentation. */
const writeBlock = (
  value: ReadonlyArray<EditContent> | ContentMap,
  column: number,
  style: WriteStyle,
  isFlow: boolean
): ReadonlyArray<string> => {
  if (isList(value)) {
    const dash = `-${" ".repeat(style.dashGap)}`
    return value.flatMap((entry, index) => {
      const [first = "", ...rest] = writeEntry(entry, column + dash.length, style)
      return [`${index === 0 ? "" : " ".repeat(column)}${dash}${first}`, ...rest]
    })
  }
  return Object.entries(value).flatMap(([key, member], index) => {
    const [first = "", ...rest] = writePair(key, member, column, style, isFlow)
    return [`${index === 0 ? "" : " ".repeat(column)}${first}`, ...rest]
  })
}

/** Indents the first line, or all of them. */
const indent = (lines: ReadonlyArray<string>, column: number, isEvery = false): ReadonlyArray<string> =>
  lines.map((line, index) => (line !== "" && (index === 0 || isEvery) ? " ".repeat(column) + line : line))

const isEmpty = (content: ReadonlyArray<EditContent> | ContentMap): boolean => Object.keys(content).length === 0

const isPlain = (text: string, context: Context): boolean => {
  if (plainWord.test(text) && !otherTypes.test(text)) return true
  if (/[\n\r]/.test(text)) return false
  const written = context === "block" ? `k: ${text}\n` : `[${text}, x]\n`
  const document = parseDocument(written, { version: "1.2", logLevel: "silent" })
  if (document.errors.length > 0 || document.warnings.length > 0) return false
  const { contents } = document
  const items = isSeq(contents) ? contents.items : isMap(contents) ? contents.items.map(({ value }) => value) : []
  const [item] = items
  return (
    items.length === (context === "block" ? 1 : 2) &&
    isScalar(item) &&
    item.type === "PLAIN" &&
    item.value === text &&
    item.tag === undefined &&
    !/ #|: |:$/.test(text)
  )
}

/** Most texts are codes, which need no parser. */
const plainWord = /^[A-Za-z][A-Za-z0-9_]*(?: [A-Za-z0-9_]+)*$/

const otherTypes = /^(?:true|false|null|nan|inf)$/i

/** The quotes that all entries of a list have in common, by key. */
const quotingByKey = memoizeByIdentity((list: YAMLSeq): ReadonlyMap<string, Quoting> => {
  const pairs = list.items.flatMap((entry) => (isMap(entry) ? entry.items : []))
  return new Map([...Map.groupBy(pairs, keyOf)].map(([key, own]) => [key, commonQuoting(own)]))
})

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
