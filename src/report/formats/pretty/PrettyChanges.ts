import { describeChange, type ChangeDetail } from "../../changes/ChangeText.ts"
import { groupChanges, type ChangeGroup } from "../../changes/GroupChanges.ts"
import type { Report } from "../../Report.ts"
import { formatScope } from "../../Summary.ts"
import { formatCount } from "../../text/CountText.ts"
import { formatItemText } from "../../text/ItemText.ts"
import { makeRedline } from "../../text/Redline.ts"
import { formatTerminalRedline } from "../../text/TerminalRedline.ts"
import { visibleText } from "../../text/VisibleText.ts"
import { wrapText } from "../../text/WrapText.ts"
import type { Canvas } from "./Paint.ts"

/**
 * The changes with the bump that each requires, the largest first, and their texts before and after. Of many changes,
 * `check` lists those that require a major release and counts the others.
 */
export const formatChanges = (report: Report, canvas: Canvas): string => {
  const { changes, command } = report
  const isLong = changes.length > maxChanges && command !== "diff"
  const groups = groupChanges(changes, isFirst(report)).map((group) =>
    isLong && (group.bump !== "major" || isFirst(report))
      ? { isCounted: true, text: formatHeading(group, report, canvas, `: ${group.changes.length}`) }
      : { isCounted: false, text: formatGroup(group, report, canvas) }
  )
  const hint =
    groups.some(({ isCounted }) => isCounted) && !isPublished(report)
      ? [wrapText("Run `taxonomy diff` to see all changes.", canvas.width, { first: "  " })]
      : []
  return [
    `${formatCount(changes.length, "change")} ${formatScope(report)}:`,
    ...groups.map(({ text }) => text),
    ...hint
  ].join("\n")
}

const maxChanges = 20

/** True if there is no release before, so that no change requires a bump. */
const isFirst = ({ base, command }: Report): boolean => base === null && command !== "diff"

/** True if the working tree is released, so that `diff` finds no changes in it. */
const isPublished = ({ ok, release }: Report): boolean => ok && release !== null && release.status !== "planned"

const formatHeading = ({ bump, title, why }: ChangeGroup, report: Report, { paint, width }: Canvas, count = "") => {
  const requirement = isFirst(report) ? "" : ` (${paint(bumpStyles[bump], bump)}: ${why})`
  return wrapText(`${paint("bold", title)}${count}${requirement}`, width, { first: "  ", rest: "    " })
}

const bumpStyles = { major: "red", minor: "yellow", patch: "dim" } as const

const formatGroup = (group: ChangeGroup, report: Report, canvas: Canvas): string =>
  [
    formatHeading(group, report, canvas),
    ...group.changes.flatMap((change) => {
      const { details, item, label, note } = describeChange(change, report.items)
      const name = item === undefined ? "" : formatItemText(item, label)
      const line = [name, note].filter((text) => text !== "").join(": ")
      return [
        ...(line === "" ? [] : [wrapText(visibleText(line), canvas.width, { first: "    ", rest: "      " })]),
        ...details.map((detail) => formatDetail(detail, canvas))
      ]
    })
  ].join("\n")

const formatDetail = (detail: ChangeDetail, { colour, paint, width }: Canvas): string => {
  const text =
    "text" in detail
      ? visibleText(detail.text)
      : formatTerminalRedline(makeRedline(detail.before, detail.after), colour)
  return wrapText(`${paint("cyan", `${visibleText(detail.name)}:`)} ${text}`, width, {
    first: "      ",
    rest: "        "
  })
}
