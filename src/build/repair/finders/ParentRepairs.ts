import { isEmpty, readKeyLine, type SourceLine } from "../SourceLines.ts"
import { contentSpan, type RepairFinder } from "../TextRepair.ts"
import { knownKeys } from "./KnownKeys.ts"

/** The settings of a license, or the conditions of a rule, without the key that they belong under. */
export const missingParentRepairs: RepairFinder = (lines, line) => {
  const top = new Set(lines.flatMap((other) => (other.indent === 0 ? (readKeyLine(other)?.key ?? []) : [])))
  const parent = top.has("code") ? "config" : top.has("id") ? "forbid" : undefined
  if (parent === undefined || top.has(parent) || line.indent !== 0 || !isSetting(line)) return []
  const first = lines.find(isSetting)
  if (first === undefined) return []
  const rest = lines.slice(first.index)
  const end = rest.findIndex((other) => !isEmpty(other) && other.indent === 0 && !isSetting(other))
  const moved = (end < 0 ? rest : rest.slice(0, end)).filter((other) => !isEmpty(other))
  const keys = moved.filter(isSetting).flatMap((other) => readKeyLine(other)?.key ?? [])
  return [
    {
      isExact: true,
      problem: { problem: "missing-parent", parent, keys, lines: moved.length },
      span: contentSpan(first),
      edits: moved.map((other, index) => ({
        start: other.start,
        end: other.start,
        text: index === 0 ? `${parent}:\n  ` : "  "
      }))
    }
  ]
}

const isSetting = (line: SourceLine): boolean => {
  const read = readKeyLine(line)
  return line.indent === 0 && read !== undefined && read.dash === "" && !knownKeys.has(read.key)
}
