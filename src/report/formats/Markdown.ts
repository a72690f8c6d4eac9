import type { Change } from "../../domain/change/Change.ts"
import { formatChangedItem } from "../../domain/change/ChangedItems.ts"
import { helpOf, messageOf, relatedMessageOf } from "../FindingText.ts"
import { groupFindings, type GroupedFinding } from "../Grouping.ts"
import type { Report } from "../Report.ts"
import { formatBumps, formatCount, formatCounts, formatOutcome, formatScope } from "../Summary.ts"
import { codeMarkdown, plainMarkdown } from "../text/MarkdownText.ts"

/** A comment on a pull request, or the summary of a job: the verdict first, then the reasons. */
export const renderMarkdown = (report: Report): string => {
  const findings = limitLines(groupFindings(report.findings).map(formatFinding), maxLength)
  const changes = formatChanges(report, maxLength - lengthOf(findings))
  const due = limitLines(report.coming_due.map(formatDue), maxLength - lengthOf(findings) - changes.length)
  const sections = [
    `## ${report.ok ? "✅" : "❌"} ${formatOutcome(report)}: ${formatCounts(report.findings)}`,
    formatBumps(report).replace("->", "→"),
    changes,
    ...(findings.length === 0 ? [] : ["### Findings", findings.join("\n")]),
    ...(due.length === 0 ? [] : ["### Coming due", due.join("\n")]),
    formatPublished(report)
  ]
  return sections.filter((section) => section !== "").join("\n\n")
}

/** In UTF-16 code units. GitHub accepts 65,536 characters in a comment. The first sections matter most. */
const maxLength = 50_000

const lengthOf = (lines: ReadonlyArray<string>): number => lines.reduce((sum, { length }) => sum + length + 1, 0)

/** The lines that fit, and the number of the others. */
const limitLines = (lines: ReadonlyArray<string>, available: number): ReadonlyArray<string> => {
  let left = available
  const shown = lines.filter(({ length }) => (left -= length + 1) >= 0)
  return shown.length === lines.length ? lines : [...shown, `- and ${lines.length - shown.length} more`]
}

const formatFinding = (finding: GroupedFinding): string => {
  const { level, otherPlaces, place, related = [], rule } = finding
  const places = [place, ...otherPlaces]
  const shown = places.slice(0, maxPlaces).map(({ file, line }) => codeMarkdown(`${file}:${line}`))
  const hidden = places.length - shown.length
  const more = hidden === 0 ? [] : [`and ${formatCount(hidden, "more place")}`]
  const notes = related.map(
    (other) => `${codeMarkdown(`${other.place.file}:${other.place.line}`)} ${plainMarkdown(relatedMessageOf(other))}`
  )
  const title = `${levels[level]} **${plainMarkdown(messageOf(finding))}** (${codeMarkdown(rule)})`
  const lines = [...shown, ...more, ...notes, plainMarkdown(helpOf(finding))]
  return [`- ${title}`, ...lines.map((line) => `  ${line}`)].join("\\\n")
}

/** Of one group of findings; the other formats list all places. */
const maxPlaces = 20

const levels = { error: "❌", warning: "⚠️" } as const

const maxChanges = 20

const formatChanges = (report: Report, available: number): string => {
  const { changes } = report
  if (changes.length === 0) return ""
  const heading = `${formatCount(changes.length, "change")} ${formatScope(report)}`
  const list = limitLines(formatChangesByKind(changes), available).join("\n")
  return changes.length <= maxChanges
    ? `### ${heading}\n\n${list}`
    : `<details><summary>${heading}</summary>\n\n${list}\n\n</details>`
}

const formatChangesByKind = (changes: ReadonlyArray<Change>): ReadonlyArray<string> =>
  [...Map.groupBy(changes, ({ kind }) => kind)].flatMap(([kind, ofKind]) => [
    `- ${codeMarkdown(kind)}, ${[...new Set(ofKind.map(({ bump }) => bump))].join(" and ")}`,
    ...ofKind.flatMap((change) => {
      const item = formatChangedItem(change)
      return item === undefined ? [] : [`  - ${codeMarkdown(item)}`]
    })
  ])

const formatDue = (deprecation: Report["coming_due"][number]): string => {
  const { earliest_date, earliest_version, item, replaced_by, replacement_mode } = deprecation
  const replacements = replaced_by.map(codeMarkdown).join(replacement_mode === "all_of" ? " and " : " or ")
  const instead = replaced_by.length === 0 ? "" : `; use ${replacements}`
  return `- ${codeMarkdown(item)} can be removed in ${earliest_version} at the earliest, and not before ${earliest_date}${instead}`
}

const formatPublished = ({ ok, release }: Report): string =>
  !ok || release === null || release.status === "planned"
    ? ""
    : `${codeMarkdown(release.path)} ${codeMarkdown(release.digest ?? "")}`
