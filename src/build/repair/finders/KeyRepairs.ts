import type { SourceLine } from "../SourceLines.ts"
import { replaceLine, type RepairFinder, type TextRepair } from "../TextRepair.ts"
import { knownKeys } from "./KnownKeys.ts"

const keyPattern = String.raw`^((?:- +)?)(["']?)([\p{L}_][\p{L}\p{N}_-]*)\2`

/** A key with another sign than a colon behind it, as in `label = Text` or `label：Text`. */
export const separatorRepairs: RepairFinder = (_, line) => {
  const [, dash = "", , key, tight, spaced, value = ""] = separator.exec(line.body) ?? []
  const sign = tight ?? spaced
  return key === undefined || sign === undefined
    ? []
    : [keyRepair(line, "key-separator", { key, sign }, `${dash}${key}: ${value}`)]
}

const separator = new RegExp(String.raw`${keyPattern} *(?:(=>|:=|=|->|→|[：﹕;|])|(?<= )([-–—]) ) *(.*)$`, "u")

/** A key without a space behind its colon. */
export const colonSpaceRepairs: RepairFinder = (_, line) => {
  const [, dash = "", , key, value] = tightColon.exec(line.body) ?? []
  return key === undefined || value === undefined
    ? []
    : [keyRepair(line, "colon-without-space", { key }, `${dash}${key}: ${value}`)]
}

const tightColon = new RegExp(String.raw`${keyPattern} *:(?![ /=]|$)(.+)$`, "u")

/** A key in bold or as code, as in a document. */
export const emphasisRepairs: RepairFinder = (lines, line) => {
  if (emphasis.exec(line.body) === null) return []
  const alike = lines.filter(({ body }) => emphasis.test(body))
  return (alike.length > 1 ? [alike, [line]] : [[line]]).map((repaired): TextRepair => ({
    problem: {
      problem: "emphasis",
      sign: emphasis.exec(line.body)?.[2] ?? "",
      line: withoutEmphasis(line.body),
      lines: repaired.length
    },
    span: [line.start + line.indent, line.start + line.text.trimEnd().length],
    edits: repaired.map((other) => replaceLine(other, withoutEmphasis(other.body), other.indent))
  }))
}

const emphasis = /^((?:- +)?)(\*\*|__|\*|`)([\p{L}_][\p{L}\p{N}_-]*?)(?:\2 *:|:\2)(?= |$)/u

const withoutEmphasis = (body: string): string => body.replace(emphasis, "$1$3:").trimEnd()

/** A known key without a colon, with or without a value behind it. */
export const missingColonRepairs: RepairFinder = (_, line) => {
  const [, dash = "", , key, value] = missingColon.exec(line.body) ?? []
  if (key === undefined || value === undefined || (!knownKeys.has(key) && !key.includes("_"))) return []
  return [keyRepair(line, "missing-colon", { key }, `${dash}${key}: ${value}`)]
}

const missingColon = new RegExp(String.raw`${keyPattern}(?![\w:-]) *((?![:=]).*)$`, "u")

const keyRepair = (
  line: SourceLine,
  problem: "key-separator" | "colon-without-space" | "missing-colon",
  facts: { readonly key: string; readonly sign?: string },
  written: string
): TextRepair => {
  const body = written.trimEnd()
  const dash = /^(?:- +)?/.exec(line.body)?.[0].length ?? 0
  return {
    problem: { sign: "", ...facts, problem, line: body },
    span: [line.start + line.indent + dash, line.start + line.text.trimEnd().length],
    edits: [replaceLine(line, body, line.indent)]
  }
}
