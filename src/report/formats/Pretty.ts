import { styleText } from "node:util"
import type { Place } from "../../build/diagnostics/SourceLocation.ts"
import type { Change } from "../../domain/change/Change.ts"
import { formatChangedItem } from "../../domain/change/ChangedItems.ts"
import { excerpt } from "../Excerpt.ts"
import { helpOf, messageOf } from "../FindingText.ts"
import { alike, type Said } from "../Grouping.ts"
import type { Report } from "../Report.ts"
import { bumpsOf, counted, countsOf, outcomeOf, sinceOf } from "../Summary.ts"

/** For people at a terminal: each finding with the line in question, then the changes, then the verdict. */
export const pretty = (report: Report, { colour }: { readonly colour: boolean }): string => {
  const paint: Paint = (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text)
  const parts = [
    ...alike(report.findings).map((found) => finding(found, paint)),
    changesOf(report),
    verdict(report, paint)
  ]
  return parts.filter((part) => part !== "").join("\n\n")
}

/** Sources may hold anything, and a terminal does what some control characters say: they are shown, not sent. */
const visible = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\t\n]/gu, (character) => {
    const code = character.charCodeAt(0)
    return code < space ? String.fromCharCode(pictures + code) : "\u{FFFD}"
  })

const space = 0x20
/** Where Unicode's pictures of control characters begin. */
const pictures = 0x2400

type Paint = (style: "red" | "yellow" | "green" | "bold" | "cyan" | "dim", text: string) => string

const finding = (found: Said, paint: Paint): string => {
  const { elsewhere, level, place, related = [], rule } = found
  const help = helpOf(found)
  const title = `${paint(level === "error" ? "red" : "yellow", `${level}[${rule}]`)} ${paint("bold", visible(messageOf(found)))}`
  const excerpt = place === undefined ? [] : excerptOf(place, "-->", paint)
  const others = elsewhere.map((other) => whereOf(other, "-->", paint))
  const further = related.flatMap((other) => [
    ...excerptOf(other.place, ":::", paint),
    `  ${paint("cyan", "note:")} ${visible(other.message)}`
  ])
  const advice = help === undefined ? [] : [`  ${paint("cyan", "help:")} ${visible(help)}`]
  return [title, ...excerpt, ...others, ...further, ...advice].join("\n")
}

const excerptOf = (place: Place, arrow: string, paint: Paint): ReadonlyArray<string> => {
  const where = whereOf(place, arrow, paint)
  if (place.text === undefined || place.text.trim() === "") return [where]
  const gutter = String(place.line)
  const blank = " ".repeat(gutter.length)
  const { carets, indent, shown } = excerpt(place, place.text)
  return [
    where,
    `${blank} ${paint("dim", "|")}`,
    `${gutter} ${paint("dim", "|")} ${visible(shown)}`,
    `${blank} ${paint("dim", "|")} ${indent}${paint("red", carets)}`
  ]
}

const whereOf = ({ column, file, line }: Place, arrow: string, paint: Paint): string =>
  `${paint("cyan", `  ${arrow}`)} ${visible(file)}:${line}:${column}`

const mostChanges = 20

const changesOf = (report: Report): string => {
  const { changes } = report
  if (changes.length === 0) return ""
  const lines =
    changes.length <= mostChanges
      ? changes.map((change) => `  ${change.kind} ${formatChangedItem(change) ?? ""}`.trimEnd() + ` (${change.bump})`)
      : [...countedByKind(changes)].map(([kind, count]) => `  ${kind}: ${count}`)
  return [`${counted(changes.length, "change")} ${sinceOf(report)}:`, ...lines].join("\n")
}

const countedByKind = (changes: ReadonlyArray<Change>): ReadonlyMap<string, number> =>
  changes.reduce((counts, { kind }) => counts.set(kind, (counts.get(kind) ?? 0) + 1), new Map<string, number>())

const verdict = (report: Report, paint: Paint): string => {
  const { findings, ok, release } = report
  const outcome = paint(ok ? "green" : "red", outcomeOf(report))
  const bumps = bumpsOf(report)
  const place = !ok || release === null || release.status === "planned" ? "" : `\n${release.path}  ${release.digest}`
  return `${outcome}: ${countsOf(findings)}.${bumps === "" ? "" : ` ${bumps}`}${place}`
}
