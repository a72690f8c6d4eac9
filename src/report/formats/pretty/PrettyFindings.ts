import type { SourceSpan } from "../../../build/diagnostics/SourceLocation.ts"
import { makeExcerpt } from "../../Excerpt.ts"
import { helpOf, labelOf } from "../../FindingText.ts"
import { groupRelated, makeEntries, type FindingEntry } from "../../RelatedGroups.ts"
import type { Report } from "../../Report.ts"
import { formatCount } from "../../text/CountText.ts"
import { visibleText } from "../../text/VisibleText.ts"
import { wrapText } from "../../text/WrapText.ts"
import type { Canvas } from "./Paint.ts"

/** Each finding with its line of the source. */
export const formatFindings = (report: Report, canvas: Canvas): ReadonlyArray<string> =>
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
  const hidden = places.length - maxPlaces
  return [
    ...places.slice(0, maxPlaces).map((place) => formatPosition(place, ":::", canvas)),
    ...(hidden <= 0 ? [] : [`  ${canvas.paint("cyan", ":::")} and ${formatCount(hidden, "more place")}`])
  ]
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
