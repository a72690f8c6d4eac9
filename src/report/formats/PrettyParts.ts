import type { SourceSpan } from "../../build/diagnostics/SourceLocation.ts"
import type { Change } from "../../domain/change/Change.ts"
import { isNormative, groupChanges, type ChangeGroup } from "../changes/ChangeKinds.ts"
import { describeChange, type ChangeDetail } from "../changes/ChangeText.ts"
import { formatDetail } from "../changes/NormativeText.ts"
import { helpOf, labelOf, groupRelated, makeEntries, type FindingEntry } from "../FindingText.ts"
import { type ContractsReport, describeContracts } from "../ImpactText.ts"
import { dueOnce, dueSoon, formatDue, describeWaivers } from "../NoticeText.ts"
import type { Report } from "../Report.ts"
import { formatScope, hasBumps } from "../Summary.ts"
import { formatItemText } from "../text/ItemText.ts"
import { firstOf, formatCount, visibleText } from "../text/PlainText.ts"
import { wrapText, makeExcerpt } from "../text/TerminalText.ts"
import type { Canvas } from "./Pretty.ts"

/** The parts of a report before its verdict. A part without content is empty. */
export const formatParts = (report: Report, canvas: Canvas): ReadonlyArray<string> => [
  formatWaivers(report, canvas),
  formatComingDue(report, canvas),
  ...formatFindings(report, canvas),
  formatChanges(report, canvas),
  formatContracts(report.contracts, canvas)
]

/** The exceptions that were approved. */
const formatWaivers = ({ items, waivers }: Report, canvas: Canvas): string =>
  waivers.length === 0
    ? ""
    : [
        canvas.paint("yellow", `${formatCount(waivers.length, "waiver")} used:`),
        ...describeWaivers(waivers, items, maxExempt).map((waiver) => formatEntry(waiver, canvas))
      ].join("\n")

/** A waiver for a whole list is one entry, however many items it names. */
const maxExempt = 10

const formatComingDue = ({ coming_due, date, items }: Report, canvas: Canvas): string => {
  const coming = dueOnce(coming_due, items)
  const shown = date === null ? [] : dueSoon(coming, date).slice(0, maxDue)
  const hidden = coming.length - shown.length
  if (coming.length === 0) return ""
  const rest = `${hidden} ${shown.length === 0 ? "" : "more "}later. Run \`taxonomy due\` to see all.`
  return [
    canvas.paint("bold", "Coming due:"),
    ...shown.map((due) => formatEntry(formatDue(due, items), canvas)),
    ...(hidden === 0 ? [] : [formatEntry(rest, canvas)])
  ].join("\n")
}

/** A check runs after every save, so its list is short. */
const maxDue = 3

const formatEntry = (text: string, { width }: Canvas): string =>
  wrapText(visibleText(text), width, { first: "  ", rest: "    " })

/** Each finding with its line of the source. */
const formatFindings = (report: Report, canvas: Canvas): ReadonlyArray<string> =>
  makeEntries(report).map((entry) => formatFinding(entry, report, canvas))

const formatFinding = ({ finding, messages, title: text }: FindingEntry, { items }: Report, canvas: Canvas): string => {
  const { paint, width } = canvas
  const { level, otherPlaces, place, rule } = finding
  const title = `${paint(level === "error" ? "red" : "yellow", `${level}[${rule}]`)} ${paint("bold", visibleText(text))}`
  const label = messages.length === 0 ? labelOf(finding, items) : undefined
  const remark = (name: string, text: string) =>
    wrapText(`${paint("cyan", `${name}:`)} ${visibleText(text)}`, width, { first: "  ", rest: "        " })
  return [
    wrapText(title, width, { first: "", rest: "  " }),
    ...formatExcerpt(place, "-->", canvas),
    ...otherPlaces.map((other) => formatPosition(other, "-->", canvas)),
    ...messages.map((message) => wrapText(visibleText(message), width, { first: "  - ", rest: "    " })),
    ...(messages.length > 0 ? [] : groupRelated(finding)).flatMap(({ message, places, tag }) => [
      ...(tag === "Removed"
        ? places.flatMap((other) => formatExcerpt(other, ":::", canvas))
        : formatPlaces(places, canvas)),
      ...(message === undefined ? [] : [remark("note", message)])
    ]),
    ...(label === undefined ? [] : [remark("item", label)]),
    remark("help", helpOf(finding))
  ].join("\n")
}

const formatExcerpt = (place: SourceSpan, arrow: string, canvas: Canvas): ReadonlyArray<string> => {
  const { paint, width } = canvas
  const position = formatPosition(place, arrow, canvas)
  if (place.text === undefined || place.text.trim() === "") return [position]
  const gutter = String(place.line)
  const blank = " ".repeat(gutter.length)
  const { carets, indent, shown } = makeExcerpt(
    place,
    place.text,
    width === undefined ? undefined : width - gutter.length - " | ".length
  )
  return [
    position,
    `${blank} ${paint("dim", "|")}`,
    `${gutter} ${paint("dim", "|")} ${shown}`,
    `${blank} ${paint("dim", "|")} ${indent}${paint("red", carets)}${formatEnd(place)}`
  ]
}

const formatPlaces = (places: ReadonlyArray<SourceSpan>, canvas: Canvas): ReadonlyArray<string> => {
  const countOthers = (others: number) => `  ${canvas.paint("cyan", ":::")} and ${formatCount(others, "more place")}`
  const lines = places.map((place) => formatPosition(place, ":::", canvas))
  return firstOf(lines, maxPlaces, countOthers)
}

/** Of one group of related places. */
const maxPlaces = 10

/** Names the last line of a place that spans several. */
const formatEnd = ({ end_column, end_line, line }: SourceSpan): string => {
  const last = end_column === 1 ? end_line - 1 : end_line
  return last > line ? ` to line ${last}` : ""
}

const formatPosition = ({ column, file, line }: SourceSpan, arrow: string, { paint }: Canvas): string =>
  `${paint("cyan", `  ${arrow}`)} ${visibleText(file)}:${line}:${column}`

/**
 * The changes with the bump that each requires, and their texts before and after. Of many changes, `check` lists what
 * becomes or ceases to be binding and what requires a major release, and counts the others.
 */
const formatChanges = (report: Report, canvas: Canvas): string => {
  const { changes, command } = report
  if (changes.length === 0) return ""
  const isLong = changes.length > maxChanges && command !== "diff"
  const groups = groupChanges(changes, !hasBumps(report)).map((group) => {
    const isWhole = !isLong || (group.bump === "major" && hasBumps(report))
    const shown = isWhole ? group.changes : group.changes.filter(isNormative)
    return { isCut: shown.length < group.changes.length, text: formatGroup(group, shown, report, canvas) }
  })
  const hint =
    groups.some(({ isCut }) => isCut) && !isPublished(report)
      ? [wrapText("Run `taxonomy diff` to see all changes.", canvas.width, { first: "  " })]
      : []
  return [
    `${formatCount(changes.length, "change")} ${formatScope(report)}:`,
    ...groups.map(({ text }) => text),
    ...hint
  ].join("\n")
}

const maxChanges = 20

/** True if the working tree is released, so that `diff` finds no changes in it. */
const isPublished = ({ ok, release }: Report): boolean => ok && release !== null && release.status !== "planned"

const formatHeading = ({ bump, title, why }: ChangeGroup, report: Report, { paint, width }: Canvas, count = "") => {
  const requirement = !hasBumps(report) ? "" : ` (${paint(bumpStyles[bump], bump)}: ${why})`
  return wrapText(`${paint("bold", title)}${count}${requirement}`, width, { first: "  ", rest: "    " })
}

const bumpStyles = { major: "red", minor: "yellow", patch: "dim" } as const

const formatGroup = (group: ChangeGroup, shown: ReadonlyArray<Change>, report: Report, canvas: Canvas): string => {
  const hidden = group.changes.length - shown.length
  return [
    formatHeading(group, report, canvas, hidden === 0 ? "" : `: ${group.changes.length}`),
    ...shown.flatMap((change) => {
      const { details, item, label, note } = describeChange(change, report.items)
      const name = item === undefined ? "" : formatItemText(item, label)
      const line = [name, note].filter((text) => text !== "").join(": ")
      return [
        ...(line === "" ? [] : [wrapText(visibleText(line), canvas.width, { first: "    ", rest: "      " })]),
        ...details.map((detail) => indentDetail(detail, canvas))
      ]
    }),
    ...(hidden === 0 || shown.length === 0 ? [] : [`    and ${hidden} more`])
  ].join("\n")
}

const indentDetail = (detail: ChangeDetail, { colour, paint, width }: Canvas): string =>
  wrapText(
    formatDetail(detail, colour, (name) => paint("cyan", name)),
    width,
    { first: "      ", rest: "        " }
  )

/** How many contracts the proposal leaves alone, warns and breaks, and by which items. */
const formatContracts = (contracts: ContractsReport | null, { paint, width }: Canvas): string => {
  if (contracts === null) return ""
  const { counts, sections, title } = describeContracts(contracts)
  const indented = (text: string, indent: string): string =>
    wrapText(visibleText(text), width, { first: indent, rest: `${indent}  ` })
  return [
    paint("bold", `${title}${counts.length === 0 ? "" : ":"}`),
    ...counts.map((text) => indented(text, "  ")),
    ...sections.flatMap((section) => [
      `  ${section.title}:`,
      ...section.paragraphs.flatMap(({ lines, name }) => [
        indented(name, "    "),
        ...lines.map((text) => indented(text, "      "))
      ])
    ])
  ].join("\n")
}
