import type { Report } from "../Report.ts"
import type { ReportStyle } from "../Reporters.ts"
import { formatVerdict } from "../Summary.ts"
import { visibleText } from "../text/VisibleText.ts"
import { makeCanvas, type Canvas } from "./pretty/Paint.ts"

/**
 * Text for a terminal: exceptions and what is due, each finding with its line of the source, the changes, and the verdict
 * last, above the next prompt. Loads what only some reports need, because editors run a check after every save.
 */
export const renderPretty = async (report: Report, { colour, width }: ReportStyle): Promise<string> => {
  const canvas = makeCanvas(colour, width)
  const { changes, contracts, findings } = report
  const notices = hasNotices(report) ? (await import("./pretty/PrettyNotices.ts")).formatNotices(report, canvas) : []
  const parts = [
    ...notices,
    ...(findings.length === 0 ? [] : (await import("./pretty/PrettyFindings.ts")).formatFindings(report, canvas)),
    ...(changes.length === 0 ? [] : [(await import("./pretty/PrettyChanges.ts")).formatChanges(report, canvas)]),
    ...(contracts === null ? [] : [(await import("./pretty/PrettyContracts.ts")).formatContracts(contracts, canvas)]),
    await renderVerdict(report, canvas)
  ]
  return parts.filter((part) => part !== "").join("\n\n")
}

const hasNotices = ({ coming_due, waivers }: Report): boolean => waivers.length > 0 || coming_due.length > 0

const renderVerdict = async (report: Report, { paint, width }: Canvas): Promise<string> => {
  const { log, ok, release } = report
  const [outcome = "", ...others] = formatVerdict(report, (text) => paint(ok ? "green" : "red", text))
  const lines = [
    outcome,
    ...(!ok || release === null || release.status === "planned" ? [] : [`${release.path}  ${release.digest}`]),
    ...others.map(visibleText),
    ...(log === undefined ? [] : [visibleText((await import("../LogText.ts")).formatLog(log))])
  ]
  if (width === undefined || lines.every((line) => line.length <= width)) return lines.join("\n")
  const { wrapText } = await import("../text/WrapText.ts")
  return lines.map((line) => wrapText(line, width)).join("\n")
}
