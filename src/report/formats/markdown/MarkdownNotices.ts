import { dueSoon, formatDue, describeWaivers } from "../../NoticeText.ts"
import type { Report } from "../../Report.ts"
import { formatCount } from "../../text/CountText.ts"
import { plainMarkdown } from "../../text/MarkdownText.ts"
import { limitEntries, type Space } from "./LimitEntries.ts"

/** The exceptions that were approved. */
export const formatWaivers = ({ items, waivers }: Report, space: Space): ReadonlyArray<string> =>
  waivers.length === 0
    ? []
    : [
        `### ⚠️ ${formatCount(waivers.length, "waiver")} used`,
        limitEntries(
          describeWaivers(waivers, items).map((waiver) => `- ${plainMarkdown(waiver)}`),
          space
        ).join("\n")
      ]

/** What will disappear: within six months, and later behind a click. */
export const formatComingDue = ({ coming_due, date, items }: Report, space: Space): ReadonlyArray<string> => {
  if (coming_due.length === 0) return []
  const soon = date === null ? [] : dueSoon(coming_due, date).slice(0, maxDue)
  const later = coming_due.filter((due) => !soon.includes(due))
  const entriesOf = (dues: Report["coming_due"]) =>
    limitEntries(
      dues.map((due) => `- ${plainMarkdown(formatDue(due, items))}`),
      space
    ).join("\n")
  return [
    "### Coming due",
    ...(soon.length === 0 ? [] : [entriesOf(soon)]),
    ...(later.length === 0
      ? []
      : [
          `<details><summary>${later.length}${soon.length === 0 ? "" : " more"} later</summary>`,
          entriesOf(later),
          "</details>"
        ])
  ]
}

const maxDue = 5
