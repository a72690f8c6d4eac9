import type { LocatedFinding } from "../../build/diagnostics/SourceLocation.ts"
import { isError } from "../../domain/diagnostic/Finding.ts"
import { helpOf, messageOf } from "../FindingText.ts"
import type { Report } from "../Report.ts"
import { bumpsOf, counted, countsOf, outcomeOf } from "../Summary.ts"

/** Workflow commands of GitHub Actions, which show findings beside the lines of a pull request, and the verdict. */
export const github = (report: Report): string => {
  const { findings } = report
  const ordered = [...findings.filter(isError), ...findings.filter((found) => !isError(found))]
  const shown = ordered.slice(0, mostAnnotations)
  const more = ordered.length - shown.length
  const lines = shown.map((found, index) => annotation(found, index === shown.length - 1 ? more : 0))
  return [...lines, verdict(report)].join("\n")
}

/** GitHub drops what a step says beyond this without a word, so the last one says it. */
const mostAnnotations = 10

const annotation = (found: LocatedFinding, more: number): string => {
  const { level, place, related = [], rule } = found
  const help = helpOf(found)
  const text = [
    messageOf(found),
    ...related.map((other) => `${other.place.file}:${other.place.line}: ${other.message}`),
    ...(help === undefined ? [] : [help]),
    ...(more === 0 ? [] : [`and ${counted(more, "finding")} more, see the job summary`])
  ].join("\n")
  const properties = { ...(place === undefined ? {} : where(place)), title: rule }
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
  return `::${level} ${list.join(",")}::${escapeData(text)}`
}

const where = ({ column, end_line, file, line }: NonNullable<LocatedFinding["place"]>) =>
  // GitHub takes a column only where the place is on one line.
  ({ file, line, endLine: end_line, ...(line === end_line ? { col: column } : {}) })

const verdict = (report: Report): string =>
  `${outcomeOf(report)}: ${countsOf(report.findings)}. ${bumpsOf(report)}`.trimEnd()

const escapeData = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")

const escapeProperty = (text: string): string => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C")
