import { duplicate } from "../../domain/checks/source/Duplicate.ts"
import { type SyntaxProblem, syntax } from "../../domain/checks/source/Syntax.ts"
import { makeFinding, type Finding, replaceSpan, inSource, type Span } from "../../domain/Finding.ts"
import { formatCodePoints } from "../../domain/text/Characters.ts"
import { applySplices, type Splice } from "../../edit/Splice.ts"
import type { YamlInspection } from "./YamlSource.ts"

/**
 * Explains the mistakes at which the parser stops, if one of the most common slips of typing explains them: a tab, a
 * non-breaking space, a dash or colon without its space, a missing colon, a missing bracket, a quote, a text with a
 * colon. A slip counts if the parser gets past it once it is mended. Its edit changes only these characters, so that no text moves to another place; whatever
 * else is wrong is told in the words of the parser.
 */
export const repairSyntax = (
  file: string,
  text: string,
  first: YamlInspection,
  inspect: (text: string) => YamlInspection
): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const history: Array<ReadonlyArray<Splice>> = []
  let [current, inspection] = [text, first]
  while (inspection.errorAt !== undefined && found.length < maxRepairs) {
    const repair = findRepair(current, [inspection.errorAt, ...inspection.findings.flatMap(startOf)], inspect)
    if (repair === undefined) break
    const back = (offset: number): number => history.reduceRight((at, edits) => offsetBefore(edits, at), offset)
    const [start, end] = [back(repair.span[0]), back(repair.span[1])]
    found.push(
      makeFinding(syntax, repair.problem, {
        location: inSource(file, { span: [start, Math.max(end, start + 1)] }),
        fix: repair.edits.map((edit) => replaceSpan(file, [back(edit.start), back(edit.end)], edit.text))
      })
    )
    history.push(repair.edits)
    current = applySplices(current, repair.edits)
    inspection = inspect(current)
  }
  if (found.length === 0) return first.findings
  return inspection.errorAt === undefined ? found : found.slice(0, 1)
}

/** More mistakes than that are told when these are mended. */
const maxRepairs = 5

interface Line {
  readonly start: number
  readonly text: string
}

interface Repair {
  readonly problem: SyntaxProblem
  /** Where the mistake is. */
  readonly span: Span
  readonly edits: ReadonlyArray<Splice>
}

/** The first repair after which the parser finds no error; else the first after which it gets past the next line. */
const findRepair = (
  text: string,
  places: ReadonlyArray<number>,
  inspect: (text: string) => YamlInspection
): Repair | undefined => {
  let start = 0
  const lines = text.split("\n").map((line): Line => {
    const from = start
    start += line.length + 1
    return { start: from, text: line }
  })
  const indexes = places.map((place) => lines.findLastIndex((line) => line.start <= place))
  const near = [0, -1, 1, -2].flatMap((offset) => indexes.flatMap((index) => lines[index + offset] ?? []))
  const past = lines[Math.max(...indexes) + 1]?.start ?? Infinity
  let farther: Repair | undefined
  for (const find of finders) {
    for (const line of near) {
      const repair = find(line, lines)
      if (repair === undefined) continue
      const { errorAt: after, findings } = inspect(applySplices(text, repair.edits))
      // A word in a text can look like a key that the map has already.
      if (findings.some(({ rule }) => rule === duplicate.id)) continue
      if (after === undefined) return repair
      if (after > past + repair.edits.reduce((sum, edit) => sum + edit.text.length, 0)) farther ??= repair
    }
  }
  return farther
}

const startOf = ({ location }: Finding): ReadonlyArray<number> =>
  location._tag === "Source" && location.span !== undefined ? [location.span[0]] : []

type Finder = (line: Line, lines: ReadonlyArray<Line>) => Repair | undefined

/** Indentation with tabs alone, in all of the file. Mixed with spaces, their width would be a guess. */
const tabIndentation: Finder = (line, lines) => {
  if (!line.text.startsWith("\t") || lines.some(({ text }) => /^(?:\t* +\t| +[^ \t])/.test(text))) return undefined
  const edits = lines.flatMap(({ start, text }): ReadonlyArray<Splice> => {
    const tabs = /^\t*/.exec(text)?.[0].length ?? 0
    return tabs === 0 ? [] : [{ start, end: start + tabs, text: "  ".repeat(tabs) }]
  })
  return { problem: { problem: "tab-indentation" }, span: [line.start, line.start + 1], edits }
}

/** A pattern on a line, and what takes its place. */
const replacing =
  (
    pattern: RegExp,
    problemOf: (match: RegExpExecArray, line: string) => SyntaxProblem,
    textOf: (match: RegExpExecArray) => string
  ): Finder =>
  ({ start, text }) => {
    const match = pattern.exec(text)
    if (match === null) return undefined
    const [from, to] = [start + match.index, start + match.index + match[0].length]
    const written = textOf(match)
    const mended = text.slice(0, match.index) + written + text.slice(match.index + match[0].length)
    return {
      problem: problemOf(match, mended.trim()),
      span: [from, to],
      edits: [{ start: from, end: to, text: written }]
    }
  }

/**
 * The bracket that a list or map on one line lacks at its end. If another one of its kind is within, the end of either can
 * be what is missing.
 */
const closingBracket: Finder = (line, lines) => {
  const [, lead = "", value = ""] = /^(\s*(?:- +)?(?:[\w-]+: +)?)([[{].*?)\s*(?:\s#.*)?$/.exec(line.text) ?? []
  if (value === "" || !isWhole(line, lines)) return undefined
  const open: Array<{ readonly sign: string; readonly index: number }> = []
  const closed = new Set<string>()
  for (const { 0: sign, index } of value.matchAll(/"(?:[^"\\]|\\.)*"|(?<!\w)'(?:[^']|'')*'|[[\]{}]/g)) {
    if (sign === "[" || sign === "{") open.push({ sign, index })
    if (sign !== "]" && sign !== "}") continue
    const opening = open.pop()?.sign
    if (opening !== (sign === "]" ? "[" : "{")) return undefined
    closed.add(opening)
  }
  const [only, ...others] = open
  if (only === undefined || others.length > 0 || closed.has(only.sign)) return undefined
  const text = only.sign === "[" ? "]" : " }"
  const [start, end] = [line.start + lead.length + only.index, line.start + lead.length + value.length]
  return {
    problem: { problem: "unclosed-bracket", bracket: only.sign, line: `${lead}${value}${text}`.trim() },
    span: [start, start + 1],
    edits: [{ start: end, end, text }]
  }
}

/** True if the lines around do not continue what is on this one. */
const isWhole = (line: Line, lines: ReadonlyArray<Line>): boolean => {
  const isText = ({ text }: Line) => text.trim() !== ""
  const at = lines.indexOf(line)
  const above = lines.slice(0, at).findLast(isText)?.text ?? ""
  const below = lines.slice(at + 1).find(isText)?.text ?? ""
  const isOpen = (text: string) => /[[{,]\s*(?:\s#.*)?$/.test(text)
  return (
    !isOpen(above) && !isOpen(line.text) && !/^\s*[\]},]/.test(below) && below.search(/\S/) <= line.text.search(/\S/)
  )
}

/** A double quote that is closed by a curly one of a word processor, or not at all. */
const closingQuote: Finder = ({ start, text }) => {
  const [whole, lead = "", inner = ""] = /^((?:\s*-)?\s*(?:[\w-]+: +)?")([^"]*)$/.exec(text) ?? []
  if (whole === undefined || /\s#/.test(inner) || inner.trim() === "") return undefined
  const kept = inner.trimEnd().replace(/[\u201c-\u201f]$/u, "").length
  const line = `${text.slice(0, lead.length + kept)}"`.trim()
  const [from, to] = [start + lead.length + kept, start + text.length]
  return {
    problem: { problem: "unclosed-quote", quote: `"`, line },
    span: [start + lead.length - 1, start + lead.length],
    edits: [{ start: from, end: to, text: `"` }]
  }
}

const finders: ReadonlyArray<Finder> = [
  tabIndentation,
  replacing(
    /(?<=[-:])[ \t]*\t[ \t]*/,
    () => ({ problem: "tab-in-line" }),
    () => " "
  ),
  replacing(
    /[\u00a0\u1680\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]+/,
    ([characters]) => ({ problem: "unusual-space", character: formatCodePoints(characters.charAt(0)) }),
    ([characters]) => characters.replaceAll(/[\u200b-\u200d\u2060\ufeff]/g, "").replaceAll(/./gu, " ")
  ),
  replacing(
    /(?<=^ *)-(?=["'[{\w])/,
    () => ({ problem: "dash-without-space" }),
    () => "- "
  ),
  replacing(
    /(?<=^ *(?:- +)?)([a-z_]+):(?![ /=]|$)/,
    ([, key = ""], line) => ({ problem: "colon-without-space", key, line }),
    ([match]) => `${match} `
  ),
  replacing(
    /(?<=^ *(?:- +)?)(?:(?:code|id|shape|version)(?= +[\w.+-]+ *(?:#|$))|(?:required|global)(?= +(?:true|false) *(?:#|$))|(?:config|values|forbid|when|require|replaced_by|deprecated|countries)(?= *(?:[[{#]|$))|(?:label|name|title|description)(?= +[^ :=|;\-–—→]))/,
    ([key], line) => ({ problem: "missing-colon", key, line }),
    ([match]) => `${match}:`
  ),
  replacing(
    /(?<=^ *(?:- +)?(?:label|name|title|description|definition|reason): +)(?!["'[{|>&!#]|.*\s#|.*\b(?:code|label|description|definition|shape|required|values|reason): )\S.*:(?: .*|$)/,
    () => ({ problem: "second-colon" }),
    ([text]) => quoteText(text.trimEnd())
  ),
  closingBracket,
  closingQuote
]

/** The text in quotes that it does not contain. */
const quoteText = (text: string): string => (/["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`)

/** The offset in a text of an offset in the text that edits made of it. */
const offsetBefore = (edits: ReadonlyArray<Splice>, offset: number): number => {
  let moved = 0
  for (const { end, start, text } of edits) {
    if (offset < start + moved) break
    if (offset < start + moved + text.length) return start
    moved += text.length - (end - start)
  }
  return offset - moved
}
