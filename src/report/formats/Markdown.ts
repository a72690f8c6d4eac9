import { formatLog } from "../LogText.ts"
import type { Report } from "../Report.ts"
import type { ReportStyle } from "../Reporters.ts"
import {
  formatBumps,
  formatCountsOf,
  formatNotChecked,
  formatOutcome,
  formatScope,
  formatSigning,
  formatWithdrawal
} from "../Summary.ts"
import { formatCount } from "../text/CountText.ts"
import { codeMarkdown, plainMarkdown } from "../text/MarkdownText.ts"
import type { Space } from "./markdown/LimitEntries.ts"
import { formatNormativeChanges, formatOtherChanges } from "./markdown/MarkdownChanges.ts"
import { formatContracts } from "./markdown/MarkdownContracts.ts"
import { formatFindings } from "./markdown/MarkdownFindings.ts"
import { formatComingDue, formatWaivers } from "./markdown/MarkdownNotices.ts"

/** A comment on a pull request, or the summary of a job: the verdict first, then the exceptions, then the reasons. */
export const renderMarkdown = (report: Report, { linkBase }: Pick<ReportStyle, "linkBase"> = {}): string => {
  const space: Space = { left: maxLength / 2 }
  // In the order of their importance, if the space is not enough for all. Half of it is for what is wrong or exempt.
  const waivers = formatWaivers(report, space)
  const findings = formatFindings(report, linkBase, space)
  space.left += maxLength / 2
  const normative = formatNormativeChanges(report, space)
  const due = formatComingDue(report, space)
  const contracts = formatContracts(report.contracts, space)
  const others = formatOtherChanges(report, space)
  const sections = [
    formatHeading(report),
    formatBumps(report).replace("->", "→"),
    plainMarkdown(formatNotChecked(report)),
    plainMarkdown(formatWithdrawal(report)),
    report.log === undefined ? "" : plainMarkdown(formatLog(report.log)),
    ...waivers,
    ...due,
    ...(findings.length === 0 ? [] : ["### Findings", findings.join("\n")]),
    ...contracts,
    ...(report.changes.length === 0
      ? []
      : [`### ${formatCount(report.changes.length, "change")} ${formatScope(report)}`]),
    ...normative,
    ...others,
    formatPublished(report),
    plainMarkdown(formatSigning(report))
  ]
  return sections.filter((section) => section !== "").join("\n\n")
}

/** In UTF-16 code units. GitHub accepts 65,536 characters in a comment, headings included. */
const maxLength = 60_000

const formatHeading = (report: Report): string => {
  // Changes alone neither pass nor fail.
  const mark = report.command === "diff" && report.ok ? "" : report.ok ? "✅ " : "❌ "
  return `## ${mark}${formatOutcome(report)}${formatCountsOf(report)}`
}

const formatPublished = ({ ok, release }: Report): string =>
  !ok || release === null || release.status === "planned"
    ? ""
    : `${codeMarkdown(release.path)} ${codeMarkdown(release.digest ?? "")}`
