import type { Random } from "./YamlMutator.ts"

/**
 * Writes a random document in all the styles of YAML that people use: block and flow collections, plain and quoted
 * scalars, block scalars, comments and empty lines.
 */
export const generateYaml = (random: Random): string => {
  const lines = random.chance(0.8) ? writeMap(random, 0, 3) : writeList(random, 0, 3)
  const header = random.chance(0.1) ? ["---"] : random.chance(0.2) ? ["# A comment", ""] : []
  return [...header, ...lines].join("\n") + random.pick(["\n", "\n", "\n", "", "\n\n"])
}

const writeMap = (random: Random, indent: number, depth: number): Array<string> => {
  const lines: Array<string> = []
  const count = 1 + random.below(4)
  for (let index = 0; index < count; index += 1) {
    addComment(random, indent, lines)
    const key = `${random.pick(keys)}${random.chance(0.9) ? String(index) : ""}`
    const start = `${" ".repeat(indent)}${random.chance(0.1) ? `"${key}"` : key}:`
    if (depth > 0 && random.chance(0.35)) {
      const isList = random.chance(0.6)
      const inner = indent + (isList && random.chance(0.4) ? 0 : random.pick([2, 2, 2, 4, 1]))
      const value = isList ? writeList(random, inner, depth - 1) : writeMap(random, inner, depth - 1)
      lines.push(`${start}${random.chance(0.1) ? " # of many" : ""}`, ...value)
    } else lines.push(...writeScalarEntry(random, start, indent))
  }
  return lines
}

const writeList = (random: Random, indent: number, depth: number): Array<string> => {
  const lines: Array<string> = []
  const count = 1 + random.below(3)
  const gap = random.pick([" ", " ", " ", "   "])
  const start = `${" ".repeat(indent)}-`
  for (let index = 0; index < count; index += 1) {
    addComment(random, indent, lines)
    if (depth > 0 && random.chance(0.5)) {
      const inner = indent + 1 + gap.length
      const [first = "", ...rest] = random.chance(0.8)
        ? writeMap(random, inner, depth - 1)
        : writeList(random, inner, depth - 1)
      if (random.chance(0.1)) lines.push(start, first, ...rest)
      else if (first.trimStart().startsWith("#")) lines.push(start, first, ...rest)
      else lines.push(`${start}${gap}${first.trimStart()}`, ...rest)
    } else lines.push(...writeScalarEntry(random, start, indent))
  }
  return lines
}

const addComment = (random: Random, indent: number, lines: Array<string>): void => {
  if (random.chance(0.04)) lines.push("")
  if (random.chance(0.05)) lines.push(`${" ".repeat(random.chance(0.8) ? indent : random.below(6))}# comment: it's`)
}

const writeScalarEntry = (random: Random, start: string, indent: number): Array<string> => {
  const style = random.below(13)
  const inner = " ".repeat(indent + random.pick([2, 2, 2, 1, 4]))
  if (style === 0) return [start]
  if (style === 1) return [`${start} ${writeFlow(random, 2)}`]
  if (style === 2) return [start, ...writeOpenFlow(random, inner)]
  if (style === 3) return [`${start} ${random.pick(headers)}`, ...writeTextLines(random, inner)]
  if (style === 4) return [`${start} ${writeText(random)}`, `${inner}${random.pick(words)} ${random.pick(words)}`]
  if (style === 5) return [start, `${inner}${writeScalar(random)}`]
  if (style === 6) return [`${start} ${writeQuotedLines(random, inner)}`]
  const end = random.pick(["", "", "", "", "", " ", " # comment"])
  return [`${start}${random.pick([" ", " ", " ", "  "])}${writeScalar(random)}${end}`]
}

const writeQuotedLines = (random: Random, indent: string): string => {
  const quote = random.pick(["'", '"'])
  const breaks = ["\n", "\n", " \n", "\n\n", "\n  \n", ...(quote === '"' ? ["\\\n", "\\ \n", "\\n\\\n", "\\\n\n"] : [])]
  const first = random.pick(words).replaceAll('"', "")
  return `${quote}${first}${random.pick(breaks)}${indent}${first}${random.pick(["", " ", ": x", `${random.pick(breaks)}${indent}`])}${quote}`
}

const headers = ["|", "|-", "|+", ">", ">-", ">-", ">-", ">+", "| # text"]

const writeTextLines = (random: Random, indent: string): Array<string> => {
  const lines: Array<string> = []
  for (let count = 1 + random.below(4); count > 0; count -= 1) {
    if (random.chance(0.15)) lines.push(random.pick(["", "", " ", indent, `${indent} `]))
    const more = random.chance(0.12) ? random.pick(["  ", "- ", "# ", " "]) : ""
    lines.push(`${indent}${more}${writeText(random)}${random.chance(0.05) ? " " : ""}`)
  }
  if (random.chance(0.1)) lines.push("")
  return lines
}

const writeFlow = (random: Random, depth: number): string => {
  const entries = Array.from({ length: random.below(4) }, (_, index) => {
    const value = depth > 1 && random.chance(0.2) ? writeFlow(random, depth - 1) : writeScalar(random)
    return {
      key: random.chance(0.02) ? "<<" : `${random.pick(keys)}${random.chance(0.85) ? String(index) : ""}`,
      value
    }
  })
  const pad = random.pick(["", " "])
  const end = random.chance(0.1) && entries.length > 0 ? "," : ""
  return random.chance(0.6)
    ? `[${pad}${entries.map(({ value }) => value).join(random.pick([", ", ", ", ","]))}${end}${pad}]`
    : `{${pad}${entries.map(({ key, value }) => `${key}: ${value}`).join(", ")}${end}${pad}}`
}

/** As formatters write a list that does not fit on a line. */
const writeOpenFlow = (random: Random, indent: string): Array<string> => {
  const entries = Array.from(
    { length: 1 + random.below(3) },
    () => `${indent}  ${writeScalar(random)},${random.chance(0.1) ? " # comment" : ""}`
  )
  return [`${indent}[`, ...entries, `${indent}]`]
}

const writeScalar = (random: Random): string => {
  const style = random.below(8)
  if (style === 0) return random.pick(literals)
  if (style === 1) return `'${writeText(random).replaceAll("'", "''")}'`
  if (style === 2) return `"${writeText(random).replaceAll(/["\\]/g, "\\$&")}${random.pick(escapes)}"`
  return writeText(random)
}

const writeText = (random: Random): string =>
  Array.from({ length: 1 + random.below(4) }, () => random.pick(words)).join(" ")

const keys = ["code", "label", "description", "name", "a", "b c", "replaced_by", "reason", "x-y", "é", "title"]

const words = [
  ..."the a of Value VALUE_1 licence athlete's".split(" "),
  "http://a.b/c#d",
  "x:y",
  "a#b",
  "naïve",
  "日本",
  "100%",
  "(US)",
  "e.g.",
  "7",
  "true",
  'say"s"',
  "-5",
  "C&A",
  "*",
  "why?",
  "<b>",
  "no"
]

const literals = [
  ..."null ~ Null true TRUE False no yes on 0 -0 +12 007 0o17 0x1F 1e3 1. .5 1.50 .inf -.INF .nan 1_0 0b1".split(" "),
  "2026-01-31",
  "2026-01-31T12:00:00Z",
  "12:30:45",
  "123456789012345678901234567890",
  "0xFFFFFFFFFFFFFFFFFFFF",
  "1.7976931348623159e308",
  "5e-324",
  "NULL",
  "nan",
  "=",
  "<<"
]

const escapes = ["", "", "", "\\n", "\\t", "\\u00e9", "\\x41", "\\\\", '\\"', "\\/", "\\0", "\\_", "\\ud83d\\ude00"]
