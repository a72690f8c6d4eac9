import type { SourceSpan } from "../../build/diagnostics/SourceLocation.ts"
import { ruleAddress } from "../CheckReference.ts"
import { helpOf, groupRelated, makeEntries, type FindingEntry } from "../FindingText.ts"
import { type ContractsReport, describeContracts } from "../ImpactText.ts"
import { formatLog } from "../LogText.ts"
import { dueOnce, dueSoon, formatDue, describeWaivers } from "../NoticeText.ts"
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
import { formatItemMarkdown } from "../text/ItemText.ts"
import { codeMarkdown, plainMarkdown, type Paragraph } from "../text/MarkdownText.ts"
import { firstOf, formatCount } from "../text/PlainText.ts"
import { makeExcerpt } from "../text/TerminalText.ts"
import { type Space, formatNormativeChanges, formatOtherChanges, limitEntries } from "./MarkdownChanges.ts"

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

/** Each finding as an entry of a list: what is wrong, where, the line of the source, and what to do. */
export const formatFindings = (report: Report, linkBase: string | undefined, space: Space): ReadonlyArray<string> =>
  limitEntries(
    makeEntries(report).map((entry) => formatFinding(entry, report, linkBase)),
    space
  )

const formatFinding = (
  { finding, messages, title: text }: FindingEntry,
  { items }: Report,
  linkBase: string | undefined
): string => {
  const { level, otherPlaces, place, rule } = finding
  const title = `${levels[level]} **${plainMarkdown(text)}** (${formatRule(rule, linkBase)})`
  const label = finding.item === undefined || messages.length > 0 ? undefined : items.labelOf(finding.item)
  const quoted = quote(place)
  const [first, ...others] = [place, ...otherPlaces.slice(0, maxPlaces - 1)].map((each) => formatPlace(each, linkBase))
  const hidden = otherPlaces.length - others.length
  const lines = [
    ...(finding.item === undefined || label === undefined ? [] : [formatItemMarkdown(finding.item, label)]),
    ...(first === undefined ? [] : [quoted === "" ? first : `${first} ${codeMarkdown(quoted)}`]),
    ...others,
    ...(hidden === 0 ? [] : [`and ${formatCount(hidden, "more place")}`]),
    ...messages.map(plainMarkdown),
    // The file is that of an older commit, so it has no link.
    ...(messages.length > 0 ? [] : groupRelated(finding)).map(({ message, places: found }) =>
      message === undefined
        ? formatRelatedPlaces(found)
        : [formatRelatedPlaces(found), plainMarkdown(message)].filter((text) => text !== "").join(" ")
    ),
    plainMarkdown(helpOf(finding))
  ]
  return [`- ${title}`, ...lines.map((line) => `  ${line}`)].join("\\\n")
}

const formatRelatedPlaces = (places: ReadonlyArray<SourceSpan>): string => {
  const shown = places.map(({ file, line }) => codeMarkdown(`${file}:${line}`))
  return firstOf(shown, maxPlaces, (others) => `and ${formatCount(others, "more place")}`).join(" ")
}

const quote = (place: SourceSpan): string => makeExcerpt(place, place.text ?? "", maxQuoteWidth).shown.trim()

/** Of one group of findings; the other formats list all places. */
const maxPlaces = 20

/** In columns. */
const maxQuoteWidth = 120

const levels = { error: "❌", warning: "⚠️" } as const

/** The exceptions that were approved. */
export const formatWaivers = ({ items, waivers }: Report, space: Space): ReadonlyArray<string> =>
  waivers.length === 0
    ? []
    : [
        `### ⚠️ ${formatCount(waivers.length, "waiver")} used`,
        limitEntries(
          describeWaivers(waivers, items).map((waiver) => `- ${plainMarkdown(waiver)}`),
          space
        ).join("\n")
      ]

/** What will disappear: within six months, and later behind a click. */
export const formatComingDue = ({ coming_due, date, items }: Report, space: Space): ReadonlyArray<string> => {
  if (coming_due.length === 0) return []
  const coming = dueOnce(coming_due, items)
  const soon = date === null ? [] : dueSoon(coming, date).slice(0, maxDue)
  const later = coming.filter((due) => !soon.includes(due))
  const entriesOf = (dues: Report["coming_due"]) =>
    limitEntries(
      dues.map((due) => `- ${plainMarkdown(formatDue(due, items))}`),
      space
    ).join("\n")
  return [
    "### Coming due",
    ...(soon.length === 0 ? [] : [entriesOf(soon)]),
    ...(later.length === 0
      ? []
      : [
          `<details><summary>${later.length}${soon.length === 0 ? "" : " more"} later</summary>`,
          entriesOf(later),
          "</details>"
        ])
  ]
}

const maxDue = 5

/** How many contracts the proposal leaves alone, warns and breaks, and by which items. */
export const formatContracts = (contracts: ContractsReport | null, space: Space): ReadonlyArray<string> => {
  if (contracts === null) return []
  const { counts, sections, title } = describeContracts(contracts)
  return [
    `### ${title}`,
    ...(counts.length === 0 ? [] : [counts.map((text) => `- ${plainMarkdown(text)}`).join("\n")]),
    ...sections.flatMap((section) => [
      `**${section.title}**`,
      limitEntries(section.paragraphs.map(formatParagraph), space).join("\n")
    ])
  ]
}

const formatParagraph = ({ lines, name }: Paragraph): string =>
  [`- ${plainMarkdown(name)}`, ...lines.map((text) => `  ${plainMarkdown(text)}`)].join("\\\n")

/** A line of a source, linked if the address of the files is known. */
export const formatPlace = ({ end_column, end_line, file, line }: SourceSpan, linkBase: string | undefined): string => {
  const text = codeMarkdown(`${file}:${line}`)
  if (linkBase === undefined || !isInRepository(file)) return text
  const last = end_column === 1 ? end_line - 1 : end_line
  return formatLink(text, `${linkBase}/${encodePath(file)}#L${line}${last > line ? `-L${last}` : ""}`)
}

/** The id of a check, linked to its documentation if the address of the files is known. */
export const formatRule = (id: string, linkBase: string | undefined): string =>
  linkBase === undefined ? codeMarkdown(id) : formatLink(codeMarkdown(id), ruleAddress(id, linkBase))

const formatLink = (text: string, address: string): string => `[${text}](${address})`

/** A file outside of the repository has no address. */
const isInRepository = (file: string): boolean => !/^(?:\/|\.\.(?:\/|$)|[a-z]:)/i.test(file)

/** No part of a path can end the address of a link. */
const encodePath = (file: string): string =>
  file
    .toWellFormed()
    .split("/")
    .map((part) => encodeURIComponent(part).replaceAll(/[()!*']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`))
    .join("/")
