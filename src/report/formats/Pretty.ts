import { styleText } from "node:util"
import { formatLog } from "../LogText.ts"
import type { Report } from "../Report.ts"
import type { ReportStyle } from "../Reporters.ts"
import { formatVerdict } from "../Summary.ts"
import { visibleText } from "../text/PlainText.ts"

/**
 * Text for a terminal: exceptions and what is due, each finding with its line of the source, the changes, and the verdict
 * last, above the next prompt. Loads what only some reports need, because editors run a check after every save.
 */
export const renderPretty = async (report: Report, { colour, width }: ReportStyle): Promise<string> => {
  const canvas = makeCanvas(colour, width)
  const { changes, coming_due, contracts, findings, waivers } = report
  const hasParts = contracts !== null || [changes, coming_due, findings, waivers].some(({ length }) => length > 0)
  const parts = hasParts ? (await import("./PrettyParts.ts")).formatParts(report, canvas) : []
  return [...parts, await renderVerdict(report, canvas)].filter((part) => part !== "").join("\n\n")
}

const renderVerdict = async (report: Report, { paint, width }: Canvas): Promise<string> => {
  const { log, ok, release } = report
  const [outcome = "", ...others] = formatVerdict(report, (text) => paint(ok ? "green" : "red", text))
  const lines = [
    outcome,
    ...(!ok || release === null || release.status === "planned" ? [] : [`${release.path}  ${release.digest}`]),
    ...others.map(visibleText),
    ...(log === undefined ? [] : [visibleText(formatLog(log))])
  ]
  if (width === undefined || lines.every((line) => line.length <= width)) return lines.join("\n")
  const { wrapText } = await import("../text/TerminalText.ts")
  return lines.map((line) => wrapText(line, width)).join("\n")
}

type Style = "red" | "yellow" | "green" | "bold" | "cyan" | "dim"

/** Colours a text, or leaves it as it is. */
type Paint = (style: Style, text: string) => string

/** How a report for a terminal is drawn. */
export interface Canvas {
  readonly colour: boolean
  readonly paint: Paint
  /** In columns; `undefined` if lines are not wrapped. */
  readonly width: number | undefined
}

const makeCanvas = (colour: boolean, width: number | undefined): Canvas => ({
  colour,
  width,
  paint: (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text)
})
