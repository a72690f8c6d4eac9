import { isCollection, isMap, isScalar, isSeq } from "yaml"
import { duplicate } from "../../domain/checks/source/Duplicate.ts"
import { type SyntaxProblem, syntax } from "../../domain/checks/source/Syntax.ts"
import { makeFinding, type Finding, replaceSpan, inSource, type Span } from "../../domain/Finding.ts"
import { applySplices, type Splice } from "../../edit/Splice.ts"
import { parseDocument, type YamlInspection } from "./YamlSource.ts"

/**
 * Explains the mistakes at which the parser stops, if one of the most common slips of typing explains them: a tab, a
 * non-breaking space, a dash or colon without its space, a missing colon, a bracket, a quote, a text
 * with a colon. A slip counts if the parser
 * gets past it once it is mended. Its edit changes only these characters, so that no text moves to another place; whatever
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

const codePoint = (character: string): string =>
  `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`

/** A bracket of a list or map on one line, if only one other text can have been meant. */
const brackets: Finder = (line, lines) => {
  const [, lead = "", value = ""] = /^(\s*(?:- +)?(?:[\w-]+: +)?)([[{].*?)\s*(?:\s#.*)?$/.exec(line.text) ?? []
  if (value === "" || !isWhole(line, lines)) return undefined
  const signs = [...value.matchAll(/"(?:[^"\\]|\\.)*"|(?<!\w)'(?:[^']|'')*'|[[\]{},]/g)]
    .filter(({ 0: { length } }) => length === 1)
    .map(({ 0: sign, index }) => ({ sign, index }))
  const readings = new Map<string, Splice>()
  for (const edit of signs.length > maxSigns ? [] : bracketEdits(value, signs)) {
    const edited = applySplices(value, [edit])
    const { contents, errors } = parseDocument(edited)
    const data =
      errors.length === 0 && isCollection(contents) && isUsual(contents, edited) ? JSON.stringify(contents) : undefined
    if (data !== undefined && !readings.has(data)) readings.set(data, edit)
  }
  const [edit, ...others] = readings.values()
  const removed = edit && value.slice(edit.start, edit.end)
  if (edit === undefined || removed === undefined || others.length > 0 || /[[{]/.test(removed + edit.text))
    return undefined
  const opening = openBefore(signs, edit.start)
  const written = `${lead}${applySplices(value, [edit])}`.trim()
  const at = line.start + lead.length + (removed === "" ? opening : edit.start)
  return {
    problem:
      removed === ""
        ? { problem: "unclosed-bracket", bracket: value.charAt(opening), line: written }
        : {
            problem: edit.text === "" ? "extra-bracket" : "wrong-bracket",
            bracket: removed,
            expected: edit.text,
            line: written
          },
    span: [at, at + 1],
    edits: [shift(edit, line.start + lead.length)]
  }
}

/** Nobody writes more brackets and commas on a line that is still to be read. */
const maxSigns = 40

interface Sign {
  readonly sign: string
  readonly index: number
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

/** All ways to change one bracket, to close one, and to open one. */
const bracketEdits = (value: string, signs: ReadonlyArray<Sign>): ReadonlyArray<Splice> => {
  const changed = signs
    .filter(({ sign }) => sign !== ",")
    .map(({ index, sign }) => ({ start: index, end: index + 1, text: "]}[{".charAt("}]{[".indexOf(sign)) }))
  const ends = [...signs.flatMap(({ index, sign }) => (/[\]},]/.test(sign) ? [index] : [])), value.length]
  const closed = ends.flatMap((end) => {
    const start = value.slice(0, end).trimEnd().length
    return ["]", " }"].map((text) => ({ start, end: start, text }))
  })
  const opened = [...value.matchAll(/(?<=[[{,:]) */g)].flatMap(({ 0: { length }, index }) =>
    ["[", "{"].map((text) => ({ start: index + length, end: index + length, text }))
  )
  return [...changed, ...closed, ...changed.map((edit) => ({ ...edit, text: "" })), ...opened]
}

/** True if a map has a value for each key, and a list contains no list. */
const isUsual = (node: unknown, text: string): boolean =>
  isMap(node)
    ? text.charAt(node.range?.[0] ?? 0) === "{" && node.items.every(({ value }) => isUsual(value, text))
    : isSeq(node)
      ? node.items.every((item) => !isSeq(item) && isUsual(item, text))
      : isScalar(node) && node.value !== null

/** The last bracket that is open at an offset. */
const openBefore = (signs: ReadonlyArray<Sign>, offset: number): number => {
  const open: Array<number> = []
  for (const { index, sign } of signs) {
    if (index < offset && /[[{]/.test(sign)) open.push(index)
    if (index < offset && /[\]}]/.test(sign)) open.pop()
  }
  return open.at(-1) ?? 0
}

const shift = ({ end, start, text }: Splice, by: number): Splice => ({ start: start + by, end: end + by, text })

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
    ([characters]) => ({ problem: "unusual-space", character: codePoint(characters) }),
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
    /(?<=^ *(?:- +)?)(?:(?:code|id|shape|version)(?= +[\w.+-]+ *(?:#|$))|(?:required|global)(?= +(?:true|false) *(?:#|$))|(?:config|values|forbid|replaced_by|deprecated|countries)(?= *(?:[[{#]|$))|(?:label|name|title|description)(?= +[^ :=|;\-–—→]))/,
    ([key], line) => ({ problem: "missing-colon", key, line }),
    ([match]) => `${match}:`
  ),
  replacing(
    /(?<=^ *(?:- +)?(?:label|name|title|description|definition|reason): +)(?!["'[{|>&!#]|.*\s#|.*\b(?:code|label|description|definition|shape|required|values|reason): )\S.*:(?: .*|$)/,
    () => ({ problem: "second-colon" }),
    ([text]) => quoteText(text.trimEnd())
  ),
  brackets,
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
