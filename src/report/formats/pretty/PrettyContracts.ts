import type { ContractsReport } from "../../impact/ContractsReport.ts"
import { describeContracts } from "../../impact/ContractsText.ts"
import { visibleText } from "../../text/VisibleText.ts"
import { wrapText } from "../../text/WrapText.ts"
import type { Canvas } from "./Paint.ts"

/** How many contracts the proposal leaves alone, warns and breaks, and by which items. */
export const formatContracts = (contracts: ContractsReport, { paint, width }: Canvas): string => {
  const { counts, sections, title } = describeContracts(contracts)
  const indented = (text: string, indent: string): string =>
    wrapText(visibleText(text), width, { first: indent, rest: `${indent}  ` })
  return [
    paint("bold", `${title}${counts.length === 0 ? "" : ":"}`),
    ...counts.map((text) => indented(text, "  ")),
    ...sections.flatMap((section) => [
      `  ${section.title}:`,
      ...section.paragraphs.flatMap(({ lines, name }) => [
        indented(name, "    "),
        ...lines.map((text) => indented(text, "      "))
      ])
    ])
  ].join("\n")
}
