import { dueSoon, formatDue, describeWaivers } from "../../NoticeText.ts"
import type { Report } from "../../Report.ts"
import { formatCount } from "../../text/CountText.ts"
import { visibleText } from "../../text/VisibleText.ts"
import { wrapText } from "../../text/WrapText.ts"
import type { Canvas } from "./Paint.ts"

/** What a reader must know before the findings: the exceptions that were approved, and what is due. */
export const formatNotices = (report: Report, canvas: Canvas): ReadonlyArray<string> => [
  formatWaivers(report, canvas),
  formatComingDue(report, canvas)
]

const formatWaivers = ({ items, waivers }: Report, canvas: Canvas): string =>
  waivers.length === 0
    ? ""
    : [
        canvas.paint("yellow", `${formatCount(waivers.length, "waiver")} used:`),
        ...describeWaivers(waivers, items).map((waiver) => formatEntry(waiver, canvas))
      ].join("\n")

const formatComingDue = ({ coming_due, date, items }: Report, canvas: Canvas): string => {
  const shown = date === null ? [] : dueSoon(coming_due, date).slice(0, maxDue)
  const hidden = coming_due.length - shown.length
  if (coming_due.length === 0) return ""
  const rest = `${hidden} ${shown.length === 0 ? "" : "more "}later. Run \`taxonomy due\` to see all.`
  return [
    canvas.paint("bold", "Coming due:"),
    ...shown.map((due) => formatEntry(formatDue(due, items), canvas)),
    ...(hidden === 0 ? [] : [formatEntry(rest, canvas)])
  ].join("\n")
}

/** A check runs after every save, so its list is short. */
const maxDue = 3

const formatEntry = (text: string, { width }: Canvas): string =>
  wrapText(visibleText(text), width, { first: "  ", rest: "    " })
