import { isContentMap, isList, type Content, type ContentMap } from "../Edit.ts"
import { foldLines, literalText, writeText, type Quoting } from "./WriteScalar.ts"

/** How the surroundings write collections and quotes. */
export interface WriteStyle {
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
  value: Content,
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
export const writeEntry = (value: Content, column: number, style: WriteStyle): ReadonlyArray<string> =>
  isContentMap(value) && !isEmpty(value) ? writeBlock(value, column, style, false) : [writeFlow(value)]

/** Writes a text after `start`: on the same line, or folded if that is too long. */
export const writeLongText = (
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
export const writeFlow = (value: Content, padding = " "): string => {
  if (typeof value === "string") return writeText(value, "flow")
  if (typeof value === "boolean") return String(value)
  if (isList(value)) return `[${value.map((item) => writeFlow(item)).join(", ")}]`
  const pairs = Object.entries(value).map(([key, item]) => `${writeText(key, "flow")}: ${writeFlow(item)}`)
  return pairs.length === 0 ? "{}" : `{${padding}${pairs.join(", ")}${padding}}`
}

/** Keys whose maps fit on a line, as `replaced_by: { all_of: [A, B] }`. */
const flowKeys: ReadonlySet<string> = new Set(["replaced_by"])

/** Keys whose members are settings or conditions, each on a line. */
const flowMembers: ReadonlySet<string> = new Set(["config", "forbid"])

/** The lines of a collection at a column, the first without indentation. */
const writeBlock = (
  value: ReadonlyArray<Content> | ContentMap,
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

export const isScalarContent = (content: Content): content is string | boolean => typeof content !== "object"

const isEmpty = (content: ReadonlyArray<Content> | ContentMap): boolean => Object.keys(content).length === 0
