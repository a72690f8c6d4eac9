import { plainMarkdown } from "./MarkdownText.ts"

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
