import type { Section } from "../text/SectionText.ts"
import type { ContractsReport } from "./ContractsReport.ts"
import { contractsOf, describeEffects, describeVerdicts, formatNumber } from "./ImpactText.ts"

// Contracts may be confidential, and all readers of a pull request see the report: it says how many, and never which.

/** What a proposed release does to contracts, in words: a title, the counts, and the items that concern them. */
export const describeContracts = (
  contracts: ContractsReport
): { readonly title: string; readonly counts: ReadonlyArray<string>; readonly sections: ReadonlyArray<Section> } => {
  if (contracts._tag === "Unread") {
    return { title: "Contracts were not assessed", counts: [unreadText(contracts.reason)], sections: [] }
  }
  const { impact, reading } = contracts.report
  const rest = reading.unreadable + reading.unknown
  const counts = [
    ...describeVerdicts(impact),
    ...(rest === 0 ? [] : [`${formatNumber(rest)} could not be assessed. Run \`taxonomy impact\` to see which.`])
  ]
  const sections = describeEffects(contracts.report).filter(({ paragraphs }) => paragraphs.length > 0)
  return { title: `${contractsOf(impact.contracts)} assessed`, counts, sections: sections.map(shorten) }
}

/** The same without the items, on one line. */
export const formatContracts = (contracts: ContractsReport): string => {
  const { counts, title } = describeContracts(contracts)
  return counts.length === 0 ? `${title}.` : `${title}: ${counts.join(", ").replace(/\.?$/, ".")}`
}

const unreadText = (reason: string): string =>
  `The file could not be read (${reason}). Correct TAXONOMY_CONTRACTS or --contracts.`

const shorten = ({ paragraphs, title }: Section): Section => {
  const more = paragraphs.length - maxParagraphs
  return more <= 0
    ? { title, paragraphs }
    : {
        title,
        paragraphs: [
          ...paragraphs.slice(0, maxParagraphs),
          { name: `and ${formatNumber(more)} more. Run \`taxonomy impact\` to see all.`, lines: [] }
        ]
      }
}

/** The most frequent come first. */
const maxParagraphs = 10
