/**
 * Escapes a text for one line of Markdown, and shortens long texts. The result contains no markup, HTML, link, mention or
 * issue reference, neither in CommonMark nor on GitHub.
 */
export const plainMarkdown = (text: string): string => escapeLine(shortLine(text))

/** The same for a text of any length. */
export const wholeMarkdown = (text: string): string => escapeLine(oneLine(text))

const escapeLine = (line: string): string =>
  line
    .replaceAll(/[\\`*_[\]<>|~&$!]/g, String.raw`\$&`)
    // GitHub searches the rendered text for these; only a comment between the characters prevents it.
    .replaceAll(/[@#]/g, "$&<!-- -->")
    .replaceAll(/:(?=[\w/+-])/g, ":<!-- -->")
    .replaceAll(/\/(?=\/)/g, "/<!-- -->")
    .replaceAll(/www(?=\.)/gi, "$&<!-- -->")
    // At the start of a line these would begin a list, a heading or a rule.
    .replace(/^(?:\d{1,9}(?=[.)])|(?=[-+=]))/, "$&\\")

/** A text as inline code. */
export const codeMarkdown = (text: string): string => {
  const line = shortLine(text)
  const fence = "`".repeat(longestRun(line) + 1)
  // Markdown strips one space on each side; without it, a backtick at the edge would become part of the fence.
  const pad = /^`|`$|^ .* $/.test(line) ? " " : ""
  return line === "" ? "" : `${fence}${pad}${line}${pad}${fence}`
}

/** A text as a fenced code block, with a fence longer than any in the text. */
export const codeBlock = (text: string, language = ""): string => {
  const fence = "`".repeat(Math.max(2, longestRun(text)) + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** The length of the longest run of backticks. */
const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0)

/** Collapses white space and control characters to single spaces. */
const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()

const shortLine = (text: string): string => {
  const line = oneLine(text)
  return line.length > maxTextLength ? `${line.slice(0, maxTextLength).toWellFormed()}…` : line
}

const maxTextLength = 1000

/** A part of an answer with a title. */
export interface Section {
  readonly title: string
  readonly paragraphs: ReadonlyArray<Paragraph>
}

/** A subject and what is to be said of it, a sentence or a place per line. */
export interface Paragraph {
  readonly name: string
  readonly lines: ReadonlyArray<string>
}

export const sectionLines = ({ paragraphs, title }: Section): ReadonlyArray<string> => [
  "",
  title,
  ...paragraphs.flatMap(({ lines, name }) => [`  ${name}`, ...lines.map((line) => `    ${line}`)])
]

export const sectionMarkdown = ({ paragraphs, title }: Section): string => {
  const entries = paragraphs.map(({ lines, name }) =>
    [`- **${plainMarkdown(name)}**`, ...lines.map((line) => `  ${plainMarkdown(line.trim())}`)].join("\\\n")
  )
  return `### ${title}\n\n${entries.join("\n")}`
}
