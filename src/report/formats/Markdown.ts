import { formatLog } from "../LogText.ts"
import type { Report } from "../Report.ts"
import type { ReportStyle } from "../Reporters.ts"
import {
  formatBumps,
  formatCounts,
  formatNotChecked,
  formatOutcome,
  formatSigning,
  formatWithdrawal
} from "../Summary.ts"
import { codeMarkdown, plainMarkdown } from "../text/MarkdownText.ts"
import type { Space } from "./markdown/LimitEntries.ts"
import { formatChanges } from "./markdown/MarkdownChanges.ts"
import { formatContracts } from "./markdown/MarkdownContracts.ts"
import { formatFindings } from "./markdown/MarkdownFindings.ts"
import { formatComingDue, formatWaivers } from "./markdown/MarkdownNotices.ts"

/** A comment on a pull request, or the summary of a job: the verdict first, then the exceptions, then the reasons. */
export const renderMarkdown = (report: Report, { linkBase }: Pick<ReportStyle, "linkBase"> = {}): string => {
  const space: Space = { left: maxLength }
  // In the order of their importance, if the space is not enough for all.
  const waivers = formatWaivers(report, space)
  const findings = formatFindings(report, linkBase, space)
  const due = formatComingDue(report, space)
  const contracts = formatContracts(report.contracts, space)
  const changes = formatChanges(report, space)
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
    ...changes,
    formatPublished(report),
    plainMarkdown(formatSigning(report))
  ]
  return sections.filter((section) => section !== "").join("\n\n")
}

/** In UTF-16 code units. GitHub accepts 65,536 characters in a comment, headings included. */
const maxLength = 50_000

const formatHeading = (report: Report): string => {
  const counts = report.command === "diff" && report.ok ? "" : `: ${formatCounts(report.findings)}`
  return `## ${report.ok ? "✅" : "❌"} ${formatOutcome(report)}${counts}`
}

const formatPublished = ({ ok, release }: Report): string =>
  !ok || release === null || release.status === "planned"
    ? ""
    : `${codeMarkdown(release.path)} ${codeMarkdown(release.digest ?? "")}`
