import type { Change } from "../../../domain/change/Change.ts"
import { isNormative } from "../../changes/ChangeKinds.ts"
import { describeChange, type ChangeDetail } from "../../changes/ChangeText.ts"
import { groupChanges, type ChangeGroup } from "../../changes/GroupChanges.ts"
import { formatDetail } from "../../changes/NormativeText.ts"
import type { Report } from "../../Report.ts"
import { formatScope, hasBumps } from "../../Summary.ts"
import { formatCount } from "../../text/CountText.ts"
import { formatItemText } from "../../text/ItemText.ts"
import { visibleText } from "../../text/VisibleText.ts"
import { wrapText } from "../../text/WrapText.ts"
import type { Canvas } from "./Paint.ts"

/**
 * The changes with the bump that each requires, and their texts before and after. Of many changes, `check` lists what
 * becomes or ceases to be binding and what requires a major release, and counts the others.
 */
export const formatChanges = (report: Report, canvas: Canvas): string => {
  const { changes, command } = report
  const isLong = changes.length > maxChanges && command !== "diff"
  const groups = groupChanges(changes, !hasBumps(report)).map((group) => {
    const isWhole = !isLong || (group.bump === "major" && hasBumps(report))
    const shown = isWhole ? group.changes : group.changes.filter(isNormative)
    return { isCut: shown.length < group.changes.length, text: formatGroup(group, shown, report, canvas) }
  })
  const hint =
    groups.some(({ isCut }) => isCut) && !isPublished(report)
      ? [wrapText("Run `taxonomy diff` to see all changes.", canvas.width, { first: "  " })]
      : []
  return [
    `${formatCount(changes.length, "change")} ${formatScope(report)}:`,
    ...groups.map(({ text }) => text),
    ...hint
  ].join("\n")
}

const maxChanges = 20

/** True if the working tree is released, so that `diff` finds no changes in it. */
const isPublished = ({ ok, release }: Report): boolean => ok && release !== null && release.status !== "planned"

const formatHeading = ({ bump, title, why }: ChangeGroup, report: Report, { paint, width }: Canvas, count = "") => {
  const requirement = !hasBumps(report) ? "" : ` (${paint(bumpStyles[bump], bump)}: ${why})`
  return wrapText(`${paint("bold", title)}${count}${requirement}`, width, { first: "  ", rest: "    " })
}

const bumpStyles = { major: "red", minor: "yellow", patch: "dim" } as const

const formatGroup = (group: ChangeGroup, shown: ReadonlyArray<Change>, report: Report, canvas: Canvas): string => {
  const hidden = group.changes.length - shown.length
  return [
    formatHeading(group, report, canvas, hidden === 0 ? "" : `: ${group.changes.length}`),
    ...shown.flatMap((change) => {
      const { details, item, label, note } = describeChange(change, report.items)
      const name = item === undefined ? "" : formatItemText(item, label)
      const line = [name, note].filter((text) => text !== "").join(": ")
      return [
        ...(line === "" ? [] : [wrapText(visibleText(line), canvas.width, { first: "    ", rest: "      " })]),
        ...details.map((detail) => indentDetail(detail, canvas))
      ]
    }),
    ...(hidden === 0 || shown.length === 0 ? [] : [`    and ${hidden} more`])
  ].join("\n")
}

const indentDetail = (detail: ChangeDetail, { colour, paint, width }: Canvas): string =>
  wrapText(
    formatDetail(detail, colour, (name) => paint("cyan", name)),
    width,
    { first: "      ", rest: "        " }
  )
