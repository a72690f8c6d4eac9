import { styleText } from "node:util"
import { subjectOf, type Change } from "../../domain/Change.ts"
import type { LocatedFinding, Place } from "../Locate.ts"
import type { Report } from "../Report.ts"

/** For people at a terminal: each finding with the line in question, then the changes, then the verdict. */
export const pretty = (report: Report, { colour }: { readonly colour: boolean }): string => {
  const paint: Paint = (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text)
  const parts = [...report.findings.map((found) => finding(found, paint)), changesOf(report), verdict(report, paint)]
  return parts.filter((part) => part !== "").join("\n\n")
}

type Paint = (style: "red" | "yellow" | "green" | "bold" | "cyan" | "dim", text: string) => string

const finding = ({ help, level, message, place, rule }: LocatedFinding, paint: Paint): string => {
  const title = `${paint(level === "error" ? "red" : "yellow", `${level}[${rule}]`)} ${paint("bold", message)}`
  const excerpt = place === undefined ? [] : excerptOf(place, paint)
  const advice = help === undefined ? [] : [`  ${paint("cyan", "help:")} ${help}`]
  return [title, ...excerpt, ...advice].join("\n")
}

const excerptOf = (place: Place, paint: Paint): ReadonlyArray<string> => {
  const where = `${paint("cyan", "  -->")} ${place.file}:${place.line}:${place.column}`
  if (place.text === undefined || place.text.trim() === "") return [where]
  const gutter = String(place.line)
  const blank = " ".repeat(gutter.length)
  // Tabs stay tabs, so that the caret stands below the right character whatever their width.
  const indent = place.text.slice(0, place.column - 1).replaceAll(/[^\t]/g, " ")
  const end = place.end_line === place.line ? place.end_column : place.text.length + 1
  const carets = "^".repeat(Math.max(1, end - place.column))
  return [
    where,
    `${blank} ${paint("dim", "|")}`,
    `${gutter} ${paint("dim", "|")} ${place.text}`,
    `${blank} ${paint("dim", "|")} ${indent}${paint("red", carets)}`
  ]
}

const mostChanges = 20

const changesOf = ({ base, changes }: Report): string => {
  if (changes.length === 0) return ""
  const since = base === null ? "in the first release" : `since ${base}`
  const lines =
    changes.length <= mostChanges
      ? changes.map((change) => `  ${change.kind} ${subjectOf(change) ?? ""}`.trimEnd() + ` (${change.bump})`)
      : [...countedByKind(changes)].map(([kind, count]) => `  ${kind}: ${count}`)
  return [`${counted(changes.length, "change")} ${since}:`, ...lines].join("\n")
}

const countedByKind = (changes: ReadonlyArray<Change>): ReadonlyMap<string, number> =>
  changes.reduce((counts, { kind }) => counts.set(kind, (counts.get(kind) ?? 0) + 1), new Map<string, number>())

const verdict = (report: Report, paint: Paint): string => {
  const { findings, ok, release } = report
  const errors = findings.filter(({ level }) => level === "error").length
  const warnings = findings.length - errors
  const counts = [
    ...(errors === 0 ? [] : [counted(errors, "error")]),
    ...(warnings === 0 ? [] : [counted(warnings, "warning")])
  ].join(", ")
  const found = counts === "" ? "no findings" : counts
  if (!ok) return `${paint("red", "Refused")}: ${found}.${bumps(report)}`
  const done = release === null ? "Sound" : statements[release.status](release.version)
  const place = release === null || release.status === "planned" ? "" : `\n${release.path}  ${release.digest}`
  return `${paint("green", done)}: ${found}.${bumps(report)}${place}`
}

const statements = {
  published: (version: string) => `Published ${version}`,
  "already-released": (version: string) => `${version} is already released`,
  planned: (version: string) => `${version} can be released`
} as const

const bumps = ({ base, declared_bump, required_bump, version }: Report): string =>
  base === null || required_bump === null || version === null
    ? ""
    : ` ${base} -> ${version} is ${declared_bump ?? "no"} bump; the changes require ${required_bump}.`

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`
