import type { SyntaxProblem } from "../../../domain/checks/source/problems/SyntaxProblem.ts"
import { readKeyLine, type SourceLine } from "../SourceLines.ts"
import { replaceLine, type RepairFinder, type TextRepair } from "../TextRepair.ts"

/** Brackets of one line that are not closed, closed wrongly or closed twice. */
export const closingBracketRepairs: RepairFinder = (_, line) => {
  const open: Array<Bracket> = []
  let body = line.body
  for (const { column, sign } of bracketsOf(line.body)) {
    const closing = closings[sign]
    if (closing !== undefined) open.push({ column, sign })
    else {
      const last = open.pop()
      const expected = last === undefined ? "" : (closings[last.sign] ?? "")
      if (expected === sign) continue
      body = body.slice(0, column) + expected + body.slice(column + 1)
      const problem = expected === "" ? "extra-bracket" : "wrong-bracket"
      return [bracketRepair(line, { problem, bracket: sign, expected, line: body.trimEnd() }, column, body)]
    }
  }
  const last = open.at(-1)
  if (last === undefined) return []
  const missing = open
    .map(({ sign }) => closings[sign] ?? "")
    .toReversed()
    .join("")
  const [, content = body, comment = ""] = /^(.*?),?(\s*(?:\s#.*)?)$/.exec(body) ?? []
  const closed =
    last.sign === "{" && !/\{ *$/.test(content) ? `${content} ${missing}${comment}` : `${content}${missing}${comment}`
  return [
    bracketRepair(
      line,
      { problem: "unclosed-bracket", bracket: last.sign, line: closed.trimEnd() },
      last.column,
      closed
    )
  ]
}

/** A bracket that is closed, but was never opened. */
export const openingBracketRepairs: RepairFinder = (_, line) => {
  const read = readKeyLine(line)
  const [sign] = /[\]}]$/.exec(read?.value ?? "") ?? []
  if (read === undefined || sign === undefined || /^[[{"']/.test(read.value)) return []
  const opening = sign === "]" ? "[" : "{ "
  const column = read.valueColumn - line.indent
  const body = `${line.body.slice(0, column)}${opening}${line.body.slice(column)}`
  const end = line.body.trimEnd().length - 1
  return [bracketRepair(line, { problem: "unopened-bracket", bracket: sign, line: body.trimEnd() }, end, body)]
}

/** Entries in brackets without a comma between them, or with two. */
export const commaRepairs: RepairFinder = (_, line) => {
  if (!/[[{]/.test(line.body)) return []
  const doubled = /,(?:\s*,)+|(?<=[[{]\s*),/.exec(line.body)
  if (doubled !== null) {
    const kept = /[[{]\s*$/.test(line.body.slice(0, doubled.index)) ? "" : ","
    const body = line.body.slice(0, doubled.index) + kept + line.body.slice(doubled.index + doubled[0].length)
    return [bracketRepair(line, { problem: "extra-comma", line: body.trimEnd() }, doubled.index, body)]
  }
  const column = /(?<=[\w"'\]}])(?:\s+|;\s*)(?=[\w"']+["']?\s*:\s)|(?<=["'\]}])\s+(?=["'[{])/.exec(
    line.body.replace(/^[^[{]*[[{]/, (lead) => " ".repeat(lead.length))
  )
  if (column === null) return []
  const body = `${line.body.slice(0, column.index)}, ${line.body.slice(column.index + column[0].length)}`
  return [bracketRepair(line, { problem: "missing-comma", line: body.trimEnd() }, column.index, body)]
}

interface Bracket {
  readonly column: number
  readonly sign: string
}

const closings: Readonly<Record<string, string>> = { "[": "]", "{": "}" }

/** The brackets of a line that are not in quotes. */
const bracketsOf = (body: string): ReadonlyArray<Bracket> =>
  [...body.matchAll(/"(?:[^"\\]|\\.)*"|(?<![\w])'(?:[^']|'')*'|\s#.*$|[[\]{}]/g)]
    .filter(({ 0: sign }) => /^[[\]{}]$/.test(sign))
    .map(({ 0: sign, index }) => ({ sign, column: index }))

const bracketRepair = (line: SourceLine, problem: SyntaxProblem, column: number, body: string): TextRepair => {
  const start = line.start + line.indent + column
  return { problem, span: [start, start + 1], edits: [replaceLine(line, body, line.indent)] }
}
