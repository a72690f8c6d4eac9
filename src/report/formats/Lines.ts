import type { LocatedFinding } from "../../build/diagnostics/SourceLocation.ts"
import { asSentence } from "../../domain/Sentence.ts"
import { describeNormative } from "../changes/NormativeText.ts"
import { helpOf, messageOf } from "../FindingText.ts"
import { formatContracts } from "../ImpactText.ts"
import { formatLog } from "../LogText.ts"
import { describeWaivers, dueSoon, formatDue } from "../NoticeText.ts"
import type { Report } from "../Report.ts"
import { formatBumps, formatCountsOf, formatNotChecked, formatOutcome } from "../Summary.ts"
import { visibleLine } from "../text/PlainText.ts"

/**
 * One line per finding, as compilers print them and text editors read them, and the verdict last. Exceptions, what is due
 * and what becomes or ceases to be binding come first, as lines without a position, which text editors do not take for
 * findings.
 */
export const renderLines = (report: Report): string =>
  [
    ...formatNotices(report),
    ...formatChanges(report),
    ...(report.contracts === null ? [] : [visibleLine(`note: ${formatContracts(report.contracts)}`)]),
    ...report.findings.map(formatLine),
    `${formatOutcome(report)}${formatCountsOf(report)}. ${formatBumps(report)}`.trimEnd(),
    formatNotChecked(report),
    ...(report.log === undefined ? [] : [visibleLine(formatLog(report.log))])
  ]
    .filter((line) => line !== "")
    .join("\n")

const formatNotices = (report: Report): ReadonlyArray<string> => {
  const { coming_due, date, items, waivers } = report
  const due = date === null ? [] : dueSoon(coming_due, date)
  const later = coming_due.length - due.length
  return [
    ...describeWaivers(waivers, items).map((waiver) => `Waiver used: ${waiver}`),
    ...due.map((each) => `Coming due: ${formatDue(each, items)}`),
    ...(later === 0
      ? []
      : [`Coming due: ${later} ${due.length === 0 ? "" : "more "}later. Run \`taxonomy due\` to see all.`])
  ].map((text) => visibleLine(`note: ${text}`))
}

/** A line per text of what becomes or ceases to be binding. */
const formatChanges = (report: Report): ReadonlyArray<string> =>
  describeNormative(report)
    .flatMap(({ details, title }) => (details.length === 0 ? [title] : details.map((text) => `${title}: ${text}`)))
    .map((text) => visibleLine(`note: ${text}`))

const formatLine = (finding: LocatedFinding): string => {
  const { level, place, rule } = finding
  const position = place === undefined ? "" : `${place.file}:${place.line}:${place.column}: `
  return visibleLine(`${position}${level}: ${asSentence(messageOf(finding))} ${helpOf(finding)} [${rule}]`)
}
