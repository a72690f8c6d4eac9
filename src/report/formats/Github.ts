import type { LocatedFinding, SourceSpan } from "../../build/diagnostics/SourceLocation.ts"
import { isError } from "../../domain/Finding.ts"
import { formatNormative } from "../changes/NormativeText.ts"
import { helpOf, labelOf, messageOf, relatedMessageOf } from "../FindingText.ts"
import { formatContracts } from "../ImpactText.ts"
import { formatLog } from "../LogText.ts"
import { dueSoon, formatDue, describeWaivers } from "../NoticeText.ts"
import type { Report } from "../Report.ts"
import {
  formatBumps,
  formatCountsOf,
  formatNotChecked,
  formatOutcome,
  formatSigning,
  formatWithdrawal
} from "../Summary.ts"
import type { ItemFacts } from "../text/ItemText.ts"
import { formatCount } from "../text/PlainText.ts"

/** Workflow commands of GitHub Actions, which show findings beside the lines of a pull request, and the verdict. */
export const renderGithub = (report: Report): string => {
  const { findings } = report
  const ordered = [...findings.filter(isError), ...findings.filter((finding) => !isError(finding))]
  const shown = ordered.slice(0, maxAnnotations)
  const hidden = ordered.length - shown.length
  const lines = shown.map((finding, index) =>
    formatAnnotation(finding, report.items, index === shown.length - 1 ? hidden : 0)
  )
  return [...formatNotices(report), ...lines, formatVerdict(report)].join("\n")
}

/**
 * Four annotations at most: the exceptions that were approved, what becomes or ceases to be binding, what is due within
 * six months, and the contracts.
 */
const formatNotices = (report: Report): ReadonlyArray<string> => {
  const { coming_due, contracts, date, items, waivers } = report
  const normative = formatNormative(report)
  const due = date === null ? [] : dueSoon(coming_due, date)
  return [
    ...formatNotice(`${formatCount(waivers.length, "waiver")} used`, describeWaivers(waivers, items)),
    ...formatNotice(`${formatCount(normative.length, "change")} of what is binding`, normative),
    ...formatNotice(
      "Coming due",
      due.map((each) => formatDue(each, items))
    ),
    ...formatNotice("Contracts", contracts === null ? [] : [formatContracts(contracts)])
  ]
}

/** Nothing without a line. */
const formatNotice = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [`::notice title=${escapeProperty(title)}::${escapeData(lines.join("\n"))}`]

/** GitHub silently drops the annotations of a step beyond this, so the last one counts them. */
const maxAnnotations = 10

const formatAnnotation = (finding: LocatedFinding, items: ItemFacts, hidden: number): string => {
  const { level, place, related = [], rule } = finding
  const label = labelOf(finding, items)
  const text = [
    messageOf(finding),
    ...(label === undefined ? [] : [label]),
    ...related.map((other) => `${other.place.file}:${other.place.line}: ${relatedMessageOf(other)}`),
    helpOf(finding),
    ...(hidden === 0 ? [] : [`${formatCount(hidden, "more finding")}: see the job summary`])
  ].join("\n")
  const properties = { ...(place === undefined ? {} : positionOf(place)), title: rule }
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
  return `::${level} ${list.join(",")}::${escapeData(text)}`
}

const positionOf = ({ column, end_line, file, line }: SourceSpan) =>
  // GitHub accepts a column only if the place is on one line.
  ({ file, line, endLine: end_line, ...(line === end_line ? { col: column } : {}) })

const formatVerdict = (report: Report): string =>
  [
    `${formatOutcome(report)}${formatCountsOf(report)}.`,
    formatBumps(report),
    formatNotChecked(report),
    formatSigning(report),
    formatWithdrawal(report),
    ...(report.log === undefined ? [] : [formatLog(report.log)])
  ]
    .filter((text) => text !== "")
    .join(" ")

const escapeData = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")

const escapeProperty = (text: string): string => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C")
