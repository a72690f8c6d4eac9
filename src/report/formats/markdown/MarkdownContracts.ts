import type { ContractsReport } from "../../impact/ContractsReport.ts"
import { describeContracts } from "../../impact/ContractsText.ts"
import { plainMarkdown } from "../../text/MarkdownText.ts"
import type { Paragraph } from "../../text/SectionText.ts"
import { limitEntries, type Space } from "./LimitEntries.ts"

/** How many contracts the proposal leaves alone, warns and breaks, and by which items. */
export const formatContracts = (contracts: ContractsReport | null, space: Space): ReadonlyArray<string> => {
  if (contracts === null) return []
  const { counts, sections, title } = describeContracts(contracts)
  return [
    `### ${title}`,
    ...(counts.length === 0 ? [] : [counts.map((text) => `- ${plainMarkdown(text)}`).join("\n")]),
    ...sections.flatMap((section) => [
      `**${section.title}**`,
      limitEntries(section.paragraphs.map(formatParagraph), space).join("\n")
    ])
  ]
}

const formatParagraph = ({ lines, name }: Paragraph): string =>
  [`- ${plainMarkdown(name)}`, ...lines.map((text) => `  ${plainMarkdown(text)}`)].join("\\\n")
