import { isEmpty, readKeyLine, type SourceLine } from "../SourceLines.ts"
import { contentSpan, replaceLine, type RepairFinder, type TextRepair } from "../TextRepair.ts"
import { commentSignOf } from "./CommentSigns.ts"
import { knownKeys } from "./KnownKeys.ts"

/** A line that is neither a key nor an entry: a note, or a comment in the style of another language. */
export const strayLineRepairs: RepairFinder = (_, line) => {
  if (isEmpty(line)) return []
  const sign = commentSignOf(line.body)
  if (sign !== undefined) return [commentRepair(line, sign)]
  const { key = "" } = readKeyLine(line) ?? {}
  if (/^- |^[[\]{}]/.test(line.body) || knownKeys.has(key) || key.includes("_")) return []
  return [
    {
      problem: { problem: "stray-line" },
      span: contentSpan(line),
      edits: [{ start: line.start + line.indent, end: line.start + line.indent, text: "# " }]
    }
  ]
}

/** A note to oneself, or a comment in the style of another language. */
export const noteRepairs: RepairFinder = (lines, line) =>
  commentSignOf(line.body) !== undefined || /^(?:(?:todo|fixme|xxx|tbd|note|nb)\b|\?\?|!!)/i.test(line.body)
    ? strayLineRepairs(lines, line)
    : []

const commentRepair = (line: SourceLine, sign: string): TextRepair => {
  const text = line.body
    .slice(sign.length)
    .replace(/\s*(?:\*\/|-->)\s*$/, "")
    .trim()
  return {
    problem: { problem: "comment-sign", sign, line: `# ${text}` },
    span: contentSpan(line),
    edits: [replaceLine(line, `# ${text}`, line.indent)]
  }
}

/** What marks a code block in a document, and what separates documents. */
export const markerRepairs: RepairFinder = (lines, line) => {
  const isMarker = (other: SourceLine): boolean => /^(?:```.*|~~~.*)$/.test(other.body)
  const removed = isMarker(line) ? lines.filter(isMarker) : /^(?:---|\.\.\.|…)\s*$/.test(line.body) ? [line] : []
  if (removed.length === 0) return []
  return [
    {
      isExact: true,
      problem: { problem: "marker-line", marker: line.body.trim(), lines: removed.length },
      span: contentSpan(line),
      edits: removed.map(({ start, text }) => ({ start, end: start + text.length + 1, text: "" }))
    }
  ]
}
