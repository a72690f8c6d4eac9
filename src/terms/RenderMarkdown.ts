import { codeMarkdown, wholeMarkdown } from "../report/text/MarkdownText.ts"
import type { Block, Line, Run, SheetDocument } from "./SheetDocument.ts"

/** Renders a term sheet as Markdown, with the release at its end. */
export const renderMarkdown = ({ blocks, footer }: SheetDocument): string =>
  `${[...blocks.flatMap(formatBlock), "---", wholeMarkdown(footer)].join("\n\n")}\n`

const formatBlock = (block: Block): ReadonlyArray<string> => {
  switch (block._tag) {
    case "Heading":
      return [`${"#".repeat(block.level)} ${formatLine(block.line)}`]
    case "Text":
      return [formatLine(block.line)]
    case "Rows":
      return block.rows.flatMap(({ name, sentences }) => [
        `### ${formatLine(name)}`,
        ...sentences.flatMap(({ items, line }) => [
          formatLine(line),
          ...(items.length === 0 ? [] : [items.map((item) => `- ${formatLine(item)}`).join("\n")])
        ])
      ])
    case "Entries":
      return block.entries.flatMap(({ lines, name }) => [
        formatLine(name),
        ...lines.map((line) => `> ${formatLine(line)}`)
      ])
  }
}

/** Only the edges of a line have no meaning: spaces between runs separate words. */
const formatLine = (line: Line): string => line.map(formatRun).join("").trim()

const formatRun = ({ style, text }: Run): string => {
  if (style === "code") return `${/^\s*/u.exec(text)?.[0] ?? ""}${codeMarkdown(text.trim())}`
  const [, before = "", words = "", after = ""] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? []
  const escaped = wholeMarkdown(words)
  // Emphasis that ends where the next one begins would not be read as such, so that notes have none.
  const mark = escaped !== "" && style === "strong" ? "**" : ""
  return `${before}${mark}${escaped}${mark}${after}`
}
