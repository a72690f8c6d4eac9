import type { Change } from "../../../domain/change/Change.ts"
import { describeChange, type ChangeDetail } from "../../changes/ChangeText.ts"
import { groupChanges, type ChangeGroup } from "../../changes/GroupChanges.ts"
import type { Report } from "../../Report.ts"
import { formatScope } from "../../Summary.ts"
import { formatCount } from "../../text/CountText.ts"
import { formatItemMarkdown } from "../../text/ItemText.ts"
import { formatMarkdownRedline } from "../../text/MarkdownRedline.ts"
import { plainMarkdown } from "../../text/MarkdownText.ts"
import { makeRedline } from "../../text/Redline.ts"
import { limitEntries, type Space } from "./LimitEntries.ts"

/**
 * The changes with the bump that each requires, the largest first, and their texts before and after. If there are many,
 * those that require a major release stay visible, and a click shows the others.
 */
export const formatChanges = (report: Report, space: Space): ReadonlyArray<string> => {
  const { changes } = report
  if (changes.length === 0) return []
  const heading = `### ${formatCount(changes.length, "change")} ${formatScope(report)}`
  const groups = groupChanges(changes, isFirst(report))
  if (changes.length <= maxChanges) return [heading, ...groups.flatMap((group) => formatGroup(group, report, space))]
  const isVisible = ({ bump }: ChangeGroup) => bump === "major" && !isFirst(report)
  const [shown, folded] = [groups.filter(isVisible), groups.filter((group) => !isVisible(group))]
  const count = folded.reduce((sum, group) => sum + group.changes.length, 0)
  return [
    heading,
    ...shown.flatMap((group) => formatGroup(group, report, space)),
    ...(folded.length === 0
      ? []
      : [
          `<details><summary>${formatCount(count, shown.length === 0 ? "change" : "other change")}</summary>`,
          ...folded.flatMap((group) => formatGroup(group, report, space)),
          "</details>"
        ])
  ]
}

const maxChanges = 20

/** True if there is no release before, so that no change requires a bump. */
const isFirst = ({ base, command }: Report): boolean => base === null && command !== "diff"

const formatGroup = (group: ChangeGroup, report: Report, space: Space): ReadonlyArray<string> => {
  const { bump, changes, title, why } = group
  const count = changes.length === 1 ? "" : `: ${changes.length}`
  const entries = changes.flatMap((change) => formatChange(change, report))
  return [
    `**${title}**${count}${isFirst(report) ? "" : ` (${bump}: ${why})`}`,
    ...(entries.length === 0 ? [] : [limitEntries(entries, space).join("\n")])
  ]
}

const formatChange = (change: Change, { items }: Report): ReadonlyArray<string> => {
  const { details, item, label, note } = describeChange(change, items)
  const name = item === undefined ? "" : formatItemMarkdown(item, label)
  const [first, ...others] = [
    ...(name === "" ? [] : [[name, plainMarkdown(note)].filter((text) => text !== "").join(": ")]),
    ...details.map(formatDetail)
  ]
  return first === undefined ? [] : [[`- ${first}`, ...others.map((line) => `  - ${line}`)].join("\n")]
}

const formatDetail = (detail: ChangeDetail): string =>
  `*${plainMarkdown(detail.name)}:* ${
    "text" in detail ? plainMarkdown(detail.text) : formatMarkdownRedline(makeRedline(detail.before, detail.after))
  }`
