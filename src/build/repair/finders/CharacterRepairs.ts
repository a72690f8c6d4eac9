import type { SourceLine } from "../SourceLines.ts"
import type { RepairFinder, TextRepair } from "../TextRepair.ts"

/** Tabs in the indentation: all of the file, in the widths that editors show them in. */
export const tabRepairs: RepairFinder = (lines, line) => {
  if (!/^ *\t/.test(line.text)) return []
  const indented = lines.filter(({ text }) => /^ *\t/.test(text))
  return [2, 4, 1, 3, 8].map((width): TextRepair => ({
    problem: { problem: "tab-indentation" },
    span: leadOf(line),
    edits: indented.map(({ start, text }) => {
      const lead = /^[ \t]*/.exec(text)?.[0] ?? ""
      return { start, end: start + lead.length, text: lead.replaceAll("\t", " ".repeat(width)) }
    })
  }))
}

const leadOf = ({ start, text }: SourceLine): readonly [number, number] => {
  const column = text.indexOf("\t")
  return [start + column, start + column + 1]
}

/** Tabs behind a dash or a colon. */
export const innerTabRepairs: RepairFinder = (_, line) => {
  const column = /(?<=[-:])[ \t]*\t[ \t]*/.exec(line.text)
  if (column === null) return []
  const start = line.start + column.index
  const end = start + column[0].length
  return [{ problem: { problem: "tab-in-line" }, span: [start, end], edits: [{ start, end, text: " " }] }]
}

/** Pasted from word processors and web pages: characters that look like a space, or like nothing. */
export const unusualSpaceRepairs: RepairFinder = (_, line) => {
  const found = [...line.text.matchAll(unusualSpace)]
  const [first] = found
  if (first === undefined) return []
  const start = line.start + first.index
  return [
    {
      problem: { problem: "unusual-space", character: codePoint(first[0]) },
      span: [start, start + 1],
      edits: found.map(({ 0: character, index }) => ({
        start: line.start + index,
        end: line.start + index + 1,
        text: /\u200b|\u200c|\u200d|\u2060|\ufeff/.test(character) ? "" : " "
      }))
    }
  ]
}

const unusualSpace = /[\u00a0\u1680\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]/g

const codePoint = (character: string): string =>
  `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`

/** What word processors and other languages write instead of the dash of a list entry. */
export const bulletRepairs: RepairFinder = (lines, line) => {
  const sign = signOf(line)
  if (sign === undefined) return []
  const span = [line.start + line.indent, line.start + line.indent + sign.length] as const
  const kind = /\d/.test(sign) ? "number" : sign
  const alike = lines.filter((other) => {
    const otherSign = signOf(other)
    return otherSign !== undefined && (/\d/.test(otherSign) ? "number" : otherSign) === kind
  })
  return [alike, [line]].map((repaired): TextRepair => ({
    problem: kind === "-" ? { problem: "dash-without-space" } : { problem: "bullet", sign },
    span,
    edits: repaired.map((other) => {
      const start = other.start + other.indent
      const [whole = ""] = bullet.exec(other.body) ?? []
      return { start, end: start + whole.length, text: "- " }
    })
  }))
}

const bullet = /^(?:[•·‣▪◦●○■∙*+–—−]|-{2,}(?=[^-\n])|-(?=["'[{\w])|\d{1,3}[.)])[ \t\u00a0]*(?=\S)/u

const signOf = ({ body }: SourceLine): string | undefined => bullet.exec(body)?.[0].trim()
