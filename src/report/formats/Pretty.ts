import { styleText } from "node:util"
import type { SourceSpan } from "../../build/diagnostics/SourceLocation.ts"
import type { Change } from "../../domain/change/Change.ts"
import { formatChangedItem } from "../../domain/change/ChangedItems.ts"
import { makeExcerpt } from "../Excerpt.ts"
import { helpOf, messageOf, relatedMessageOf } from "../FindingText.ts"
import { groupFindings, type GroupedFinding } from "../Grouping.ts"
import type { Report } from "../Report.ts"
import { formatBumps, formatCount, formatCounts, formatOutcome, formatScope } from "../Summary.ts"

/** Text for a terminal: each finding with its line of the source, then the changes, then the verdict. */
export const renderPretty = (report: Report, { colour }: { readonly colour: boolean }): string => {
  const paint: Paint = (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text)
  const parts = [
    ...groupFindings(report.findings).map((finding) => formatFinding(finding, paint)),
    formatChanges(report),
    formatVerdict(report, paint)
  ]
  return parts.filter((part) => part !== "").join("\n\n")
}

/** Replaces control characters, which terminals would execute and sources can contain, by visible pictures. */
const visible = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\t\n]/gu, (character) => {
    const code = character.charCodeAt(0)
    return code < space ? String.fromCharCode(firstPicture + code) : "\u{FFFD}"
  })

const space = 0x20
/** The first of Unicode's control pictures. */
const firstPicture = 0x2400

type Paint = (style: "red" | "yellow" | "green" | "bold" | "cyan" | "dim", text: string) => string

const formatFinding = (finding: GroupedFinding, paint: Paint): string => {
  const { level, otherPlaces, place, related = [], rule } = finding
  const title = `${paint(level === "error" ? "red" : "yellow", `${level}[${rule}]`)} ${paint("bold", visible(messageOf(finding)))}`
  const others = otherPlaces.map((other) => formatPosition(other, "-->", paint))
  const notes = related.flatMap((other) => [
    ...formatExcerpt(other.place, ":::", paint),
    `  ${paint("cyan", "note:")} ${visible(relatedMessageOf(other))}`
  ])
  const help = `  ${paint("cyan", "help:")} ${visible(helpOf(finding))}`
  return [title, ...formatExcerpt(place, "-->", paint), ...others, ...notes, help].join("\n")
}

const formatExcerpt = (place: SourceSpan, arrow: string, paint: Paint): ReadonlyArray<string> => {
  const position = formatPosition(place, arrow, paint)
  if (place.text === undefined || place.text.trim() === "") return [position]
  const gutter = String(place.line)
  const blank = " ".repeat(gutter.length)
  const { carets, indent, shown } = makeExcerpt(place, place.text)
  return [
    position,
    `${blank} ${paint("dim", "|")}`,
    `${gutter} ${paint("dim", "|")} ${visible(shown)}`,
    `${blank} ${paint("dim", "|")} ${indent}${paint("red", carets)}`
  ]
}

const formatPosition = ({ column, file, line }: SourceSpan, arrow: string, paint: Paint): string =>
  `${paint("cyan", `  ${arrow}`)} ${visible(file)}:${line}:${column}`

const maxChanges = 20

const formatChanges = (report: Report): string => {
  const { changes } = report
  if (changes.length === 0) return ""
  const lines =
    changes.length <= maxChanges
      ? changes.map((change) => `  ${change.kind} ${formatChangedItem(change) ?? ""}`.trimEnd() + ` (${change.bump})`)
      : [...countByKind(changes)].map(([kind, count]) => `  ${kind}: ${count}`)
  return [`${formatCount(changes.length, "change")} ${formatScope(report)}:`, ...lines].join("\n")
}

const countByKind = (changes: ReadonlyArray<Change>): ReadonlyMap<string, number> =>
  changes.reduce((counts, { kind }) => counts.set(kind, (counts.get(kind) ?? 0) + 1), new Map<string, number>())

const formatVerdict = (report: Report, paint: Paint): string => {
  const { findings, ok, release } = report
  const outcome = paint(ok ? "green" : "red", formatOutcome(report))
  const bumps = formatBumps(report)
  const place = !ok || release === null || release.status === "planned" ? "" : `\n${release.path}  ${release.digest}`
  return `${outcome}: ${formatCounts(findings)}.${bumps === "" ? "" : ` ${bumps}`}${place}`
}
