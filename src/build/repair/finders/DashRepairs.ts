import { isEmpty, lineAbove, lineBelow, readKeyLine, type SourceLine } from "../SourceLines.ts"
import { contentSpan, replaceLine, type RepairFinder, type TextRepair } from "../TextRepair.ts"
import { knownKeys } from "./KnownKeys.ts"

/** A list entry without its dash. */
export const missingDashRepairs: RepairFinder = (lines, line) => {
  if (isEmpty(line) || line.body.startsWith("- ")) return []
  const read = readKeyLine(line)
  const columns = new Set(lines.filter(({ body }) => body.startsWith("- ")).map(({ indent }) => indent))
  // The first entry of a list has no other to stand below.
  const above = lineAbove(lines, line.index)
  if (above !== undefined && readKeyLine(above)?.value === "") columns.add(Math.max(line.indent - 2, above.indent))
  columns.add(Math.max(line.indent - 2, 0))
  return [...columns]
    .sort((left, right) => Math.abs(left - line.indent) - Math.abs(right - line.indent))
    .flatMap((spaces) => {
      const alike =
        read === undefined
          ? []
          : lines.filter(
              (other) =>
                other.indent === line.indent && readKeyLine(other)?.key === read.key && !other.body.startsWith("- ")
            )
      return (alike.length > 1 ? [[line], alike] : [[line]]).map((repaired): TextRepair => ({
        problem: {
          problem: "missing-dash",
          key: read?.key ?? null,
          line: `${" ".repeat(spaces)}- ${(repaired[0] ?? line).body.trimEnd()}`,
          lines: repaired.length
        },
        span: contentSpan(repaired[0] ?? line),
        edits: repaired.map((other) => replaceLine(other, `${" ".repeat(spaces)}- ${other.body}`))
      }))
    })
}

/** Values as keys with their texts below, as in JSON: each becomes an entry with a code. */
export const keyedEntryRepairs: RepairFinder = (lines, line) => {
  const keyed = readKeyedEntry(lines, line)
  if (keyed === undefined) return []
  const alike = lines.filter((other) => other.indent === line.indent && readKeyedEntry(lines, other) !== undefined)
  return (alike.length > 1 ? [alike, [line]] : [[line]]).map((repaired): TextRepair => ({
    problem: { problem: "keyed-entry", key: keyed, line: `- code: ${keyed}`, lines: repaired.length },
    span: contentSpan(line),
    edits: repaired.map((other) => replaceLine(other, `- code: ${readKeyedEntry(lines, other) ?? ""}`, other.indent))
  }))
}

/** The key of a map that has the texts of a value. */
const readKeyedEntry = (lines: ReadonlyArray<SourceLine>, line: SourceLine): string | undefined => {
  const read = readKeyLine(line)
  if (read === undefined || read.value !== "" || read.dash !== "" || knownKeys.has(read.key)) return undefined
  const below = lineBelow(lines, line.index)
  const inner = below && readKeyLine(below)
  const isText = inner !== undefined && ["label", "description", "definition"].includes(inner.key)
  return isText && below?.indent === line.indent + 2 ? read.key : undefined
}

/** A dash before each key of an entry, which makes an entry of each. */
export const extraDashRepairs: RepairFinder = (lines, line) => {
  const read = readKeyLine(line)
  if (read === undefined || read.dash === "") return []
  const extra = lines.filter((other) => {
    const { dash = "", key = "" } = readKeyLine(other) ?? {}
    return dash !== "" && other.indent === line.indent && key !== firstKeyOfEntry
  })
  const [first] = extra
  if (first === undefined) return []
  return [
    {
      problem: { problem: "extra-dash", key: readKeyLine(first)?.key ?? "", lines: extra.length },
      span: contentSpan(first),
      edits: extra.map(({ indent, start }) => ({ start: start + indent, end: start + indent + 1, text: " " }))
    }
  ]
}

const firstKeyOfEntry = "code"

/** A list that starts on the line of its key. */
export const listOnKeyLineRepairs: RepairFinder = (lines, line) => {
  const read = readKeyLine(line)
  if (read === undefined || !read.value.startsWith("- ")) return []
  const next = lineBelow(lines, line.index)
  const column = next !== undefined && next.body.startsWith("- ") ? next.indent : read.column + 2
  const start = line.start + read.valueColumn
  return [
    {
      problem: { problem: "list-on-key-line" },
      span: [start, start + 1],
      edits: [
        replaceLine(line, `\n${" ".repeat(column)}${read.value}`, line.text.slice(0, read.valueColumn).trimEnd().length)
      ]
    }
  ]
}
