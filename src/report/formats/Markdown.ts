import type { Change } from "../../domain/change/Change.ts"
import { formatChangedItem } from "../../domain/change/ChangedItems.ts"
import { helpOf, messageOf } from "../FindingText.ts"
import { alike, type Said } from "../Grouping.ts"
import type { Report } from "../Report.ts"
import { bumpsOf, counted, countsOf, outcomeOf, sinceOf } from "../Summary.ts"
import { codeMarkdown, plainMarkdown } from "../text/MarkdownText.ts"

/** A comment on a pull request, or the summary of a job: the verdict first, then what it rests on. */
export const markdown = (report: Report): string => {
  const findings = shortened(alike(report.findings).map(finding), room)
  const changes = changesOf(report, room - lengthOf(findings))
  const due = shortened(report.coming_due.map(comingDue), room - lengthOf(findings) - changes.length)
  const sections = [
    `## ${report.ok ? "✅" : "❌"} ${outcomeOf(report)}: ${countsOf(report.findings)}`,
    bumpsOf(report).replace("->", "→"),
    changes,
    ...(findings.length === 0 ? [] : ["### Findings", findings.join("\n")]),
    ...(due.length === 0 ? [] : ["### Coming due", due.join("\n")]),
    published(report)
  ]
  return sections.filter((section) => section !== "").join("\n\n")
}

/** GitHub takes 65,536 characters in a comment. What comes first matters most. */
const room = 50_000

const lengthOf = (lines: ReadonlyArray<string>): number => lines.reduce((sum, { length }) => sum + length + 1, 0)

/** As many lines as there is room for, and how many more there are. */
const shortened = (lines: ReadonlyArray<string>, available: number): ReadonlyArray<string> => {
  let left = available
  const shown = lines.filter(({ length }) => (left -= length + 1) >= 0)
  return shown.length === lines.length ? lines : [...shown, `- and ${lines.length - shown.length} more`]
}

const finding = (found: Said): string => {
  const { elsewhere, level, place, related = [], rule } = found
  const help = helpOf(found)
  const places = place === undefined ? [] : [place, ...elsewhere]
  const where = places.slice(0, mostPlaces).map(({ file, line }) => codeMarkdown(`${file}:${line}`))
  const left = places.length - where.length
  const more = left === 0 ? [] : [`and ${counted(left, "place")} more`]
  const notes = related.map(
    (other) => `${codeMarkdown(`${other.place.file}:${other.place.line}`)} ${plainMarkdown(other.message)}`
  )
  const advice = help === undefined ? [] : [plainMarkdown(help)]
  const title = `${levels[level]} **${plainMarkdown(messageOf(found))}** (${codeMarkdown(rule)})`
  return [`- ${title}`, ...[...where, ...more, ...notes, ...advice].map((line) => `  ${line}`)].join("\\\n")
}

/** Of one finding that holds for many; the other formats list all. */
const mostPlaces = 20

const levels = { error: "❌", warning: "⚠️" } as const

const mostChanges = 20

const changesOf = (report: Report, available: number): string => {
  const { changes } = report
  if (changes.length === 0) return ""
  const heading = `${counted(changes.length, "change")} ${sinceOf(report)}`
  const list = shortened(changesByKind(changes), available).join("\n")
  return changes.length <= mostChanges
    ? `### ${heading}\n\n${list}`
    : `<details><summary>${heading}</summary>\n\n${list}\n\n</details>`
}

const changesByKind = (changes: ReadonlyArray<Change>): ReadonlyArray<string> =>
  [...Map.groupBy(changes, ({ kind }) => kind)].flatMap(([kind, ofKind]) => [
    `- ${codeMarkdown(kind)}, ${bumpsIn(ofKind)}`,
    ...ofKind.flatMap((change) => {
      const subject = formatChangedItem(change)
      return subject === undefined ? [] : [`  - ${codeMarkdown(subject)}`]
    })
  ])

const bumpsIn = (changes: ReadonlyArray<Change>): string => [...new Set(changes.map(({ bump }) => bump))].join(" and ")

const comingDue = ({ earliest_date, earliest_version, item, replaced_by }: Report["coming_due"][number]): string => {
  const instead = replaced_by.length === 0 ? "" : `; use ${replaced_by.map(codeMarkdown).join(" or ")}`
  return `- ${codeMarkdown(item)} may go in ${earliest_version} at the earliest, not before ${earliest_date}${instead}`
}

const published = ({ ok, release }: Report): string =>
  !ok || release === null || release.status === "planned"
    ? ""
    : `${codeMarkdown(release.path)} ${codeMarkdown(release.digest ?? "")}`
