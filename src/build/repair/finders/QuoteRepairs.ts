import { quoteText } from "../QuotedText.ts"
import { readKeyLine, type KeyLine, type SourceLine } from "../SourceLines.ts"
import { replaceLine, type RepairFinder, type TextRepair } from "../TextRepair.ts"
import { knownKeys } from "./KnownKeys.ts"

/** A comma or semicolon at the end of a value, as in JSON or in a sentence: on this line, and on all that have one. */
export const lineEndRepairs: RepairFinder = (lines, line) => {
  const sign = trailingSign(line)
  if (sign === undefined) return []
  const alike = lines.filter((other) => trailingSign(other) === sign && readKeyLine(other) !== undefined)
  const end = line.start + line.text.trimEnd().length
  return [[line], alike].map((repaired): TextRepair => ({
    problem: { problem: "stray-line-end", sign, line: line.body.trimEnd().slice(0, -1).trimEnd() },
    span: [end - 1, end],
    edits: repaired.map((other) => {
      const last = other.start + other.text.trimEnd().length
      return { start: last - 1, end: last, text: "" }
    })
  }))
}

const trailingSign = ({ body }: SourceLine): string | undefined => /([,;，；])\s*$/.exec(body)?.[1]

/** A text that YAML takes for something else unless it is in quotes. */
export const quoteRepairs: RepairFinder = (_, line) => {
  const keyLine = readKeyLine(line)
  const read = keyLine ?? readEntry(line)
  // A map in the place of a text is not a text with braces.
  if (read !== undefined && /^\{.*\w: .*\}$/.test(read.value)) return []
  // A list of codes is not a text with brackets.
  if (keyLine !== undefined && /^\[[^*]*\]$/.test(keyLine.value) && !knownKeys.has(keyLine.key)) return []
  if (read === undefined || read.value === "" || /^[|>][+-]?\d?$/.test(read.value)) return []
  const content = contentOf(read.value)
  return [content, read.value].slice(0, content === read.value ? 1 : 2).map((text): TextRepair => {
    const written = `${line.text.slice(line.indent, read.valueColumn)}${quoteText(text)}`
    const start = line.start + read.valueColumn
    return {
      problem: { problem: "needs-quotes", ...reasonOf(read.value), line: written },
      span: [start, start + read.value.length],
      edits: [replaceLine(line, quoteText(text), read.valueColumn)]
    }
  })
}

/** The value of a list entry without a key. */
const readEntry = ({ body, indent }: SourceLine): Pick<KeyLine, "value" | "valueColumn"> | undefined => {
  const [dash] = /^- +/.exec(body) ?? []
  return dash === undefined
    ? undefined
    : { value: body.slice(dash.length).trimEnd(), valueColumn: indent + dash.length }
}

/** The text without the quotes around it, of which it contains others. */
const contentOf = (value: string): string => {
  const [, single, double] = /^(?:'(.*)'|"(.*)")[,;]?$/.exec(value) ?? []
  return single ?? double ?? value
}

const reasonOf = (value: string) => {
  const first = value.charAt(0)
  if (/^["'].*["']\S/.test(value) || /^(["']).*\1.*\1$/.test(value))
    return { because: "quotes", character: first } as const
  if (/^"[^"]*\\/.test(value)) return { because: "backslash", character: "\\" } as const
  if (/^["']/.test(value)) return { because: "text-after-quote", character: first } as const
  if (value.startsWith("#")) return { because: "number-sign", character: "#" } as const
  if (/^[[\]{}*&!|>@`%?,-]/.test(value)) return { because: "first-character", character: first } as const
  if (/ #\S/.test(value) && !/:(?: |$)/.test(value)) return { because: "number-sign", character: "#" } as const
  return /:(?: |$)/.test(value)
    ? ({ because: "colon", character: ":" } as const)
    : ({ because: "first-character", character: first } as const)
}

/** A quote that is opened and not closed, or a key in a quote that is not closed. */
export const closingQuoteRepairs: RepairFinder = (_, line) => {
  const match = [...line.body.matchAll(/(?<=^|[\s[{,:])(["'])(?!.*\1\s*(?:[\]},:#]|$))/g)].at(-1)
  const [quoteSign] = match ?? []
  if (match === undefined || quoteSign === undefined) return []
  const rest = line.body.slice(match.index + 1)
  const [, inner = rest, tail = ""] = /^([^,\]}:]*?)(\s*(?:[,\]}:].*)?)$/.exec(rest) ?? []
  const span = [line.start + line.indent + match.index, line.start + line.indent + match.index + 1] as const
  const wholes = [`${rest.trimEnd()}${quoteSign}`, `${inner}${quoteSign}${tail}`]
  return [...new Set(wholes)].map((closed): TextRepair => {
    const body = line.body.slice(0, match.index + 1) + closed
    return {
      problem: { problem: "unclosed-quote", quote: quoteSign, line: body },
      span,
      edits: [replaceLine(line, body, line.indent)]
    }
  })
}

/** A text on the line of the sign that introduces a text on the next lines. */
export const blockIndicatorRepairs: RepairFinder = (_, line) => {
  const read = readKeyLine(line)
  const [sign] = /^[|>][+-]? +(?=[^\s\d])/.exec(read?.value ?? "") ?? []
  if (read === undefined || sign === undefined) return []
  const start = line.start + read.valueColumn
  const body = line.body.slice(0, read.valueColumn - line.indent) + read.value.slice(sign.length)
  return [
    {
      problem: { problem: "sign-before-text", sign: sign.trim(), line: body },
      span: [start, start + sign.trim().length],
      edits: [replaceLine(line, body, line.indent)]
    }
  ]
}

/** A name that YAML would remember or look up, before a list or a map. */
export const anchorRepairs: RepairFinder = (_, line) => {
  const match = /(?<=(?:^|[:\-[{,] ?) *)([&!])[!\w./:-]*(?: +|$)/.exec(line.body)
  if (match === null) return []
  const start = line.start + line.indent + match.index
  const body = (line.body.slice(0, match.index) + line.body.slice(match.index + match[0].length)).trimEnd()
  return [
    {
      problem: { problem: "anchor-or-tag", sign: match[1] ?? "", line: body },
      span: [start, start + match[0].trimEnd().length],
      edits: [replaceLine(line, body, line.indent)]
    }
  ]
}
