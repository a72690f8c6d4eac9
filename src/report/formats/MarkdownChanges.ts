import type { Change, ChangeKind } from "../../domain/change/Change.ts"
import { groupChanges, type ChangeGroup } from "../changes/ChangeKinds.ts"
import { describeChange, type ChangeDetail } from "../changes/ChangeText.ts"
import type { Report } from "../Report.ts"
import { hasBumps } from "../Summary.ts"
import { formatItemMarkdown } from "../text/ItemText.ts"
import { plainMarkdown, wholeMarkdown } from "../text/MarkdownText.ts"
import { formatCount } from "../text/PlainText.ts"
import {
  makeRedline,
  isVisibleChange,
  joinRedline,
  textOf,
  whiteSpace,
  type RedlineStyles,
  type Redline,
  type RedlinePart
} from "../text/Redline.ts"

/** The space that is left in a comment, in UTF-16 code units. */
export interface Space {
  left: number
}

/** The entries up to the first that does not fit, and the number of the others. */
export const limitEntries = (entries: ReadonlyArray<string>, space: Space): ReadonlyArray<string> => {
  const end = entries.findIndex(({ length }) => {
    if (length + 1 > space.left) return true
    space.left -= length + 1
    return false
  })
  return end === -1 ? entries : [...entries.slice(0, end), `- and ${entries.length - end} more`]
}

type Changes = Pick<Report, "base" | "changes" | "command" | "items" | "not_checked"> & {
  /** Titles of one and of several changes in place of those of the kind. */
  readonly titles?: { readonly [Kind in ChangeKind]?: readonly [one: string, many: string] }
}

/** What becomes or ceases to be binding, with the bump that each change requires, and the texts before and after. */
export const formatNormativeChanges = (report: Changes, space: Space): ReadonlyArray<string> =>
  groupsOf(report)
    .filter(hasNormative)
    .flatMap((group) => formatGroup(group, report, space))

/** The other changes. A click shows translations, and if there are many changes, what requires no major release. */
export const formatOtherChanges = (report: Changes, space: Space): ReadonlyArray<string> => {
  const isLong = report.changes.length > maxChanges
  const isVisible = ({ bump, part }: ChangeGroup) => (isLong ? bump === "major" && hasBumps(report) : part === "other")
  const groups = groupsOf(report).filter((group) => !hasNormative(group))
  const folded = groups.filter((group) => !isVisible(group))
  const count = folded.reduce((sum, { changes }) => sum + changes.length, 0)
  return [
    ...groups.filter(isVisible).flatMap((group) => formatGroup(group, report, space)),
    ...(count === 0
      ? []
      : [
          `<details><summary>${formatCount(count, count === report.changes.length ? "change" : "other change")}</summary>`,
          ...folded.flatMap((group) => formatGroup(group, report, space)),
          "</details>"
        ])
  ]
}

const groupsOf = (report: Changes): ReadonlyArray<ChangeGroup> => groupChanges(report.changes, !hasBumps(report))

const hasNormative = ({ part }: ChangeGroup): boolean => part === "normative"

const maxChanges = 20

const formatGroup = (group: ChangeGroup, report: Changes, space: Space): ReadonlyArray<string> => {
  const { bump, changes, kind, why } = group
  const title = report.titles?.[kind]?.[changes.length === 1 ? 0 : 1] ?? group.title
  const count = changes.length === 1 ? "" : `: ${changes.length}`
  const entries = changes.flatMap((change) => formatChange(change, report))
  return [
    `**${title}**${count}${!hasBumps(report) ? "" : ` (${bump}: ${why})`}`,
    ...(entries.length === 0 ? [] : [limitEntries(entries, space).join("\n")])
  ]
}

const formatChange = (change: Change, { items }: Changes): ReadonlyArray<string> => {
  const { details, item, label, note } = describeChange(change, items)
  const name = item === undefined ? "" : formatItemMarkdown(item, label)
  const [first, ...others] = [
    ...(name === "" ? [] : [[name, plainMarkdown(note)].filter((text) => text !== "").join(": ")]),
    ...details.map(formatDetail)
  ]
  return first === undefined ? [] : [`- ${first}`, ...others.map((line) => `  - ${line}`)]
}

const formatDetail = (detail: ChangeDetail): string =>
  `*${plainMarkdown(detail.name)}:* ${
    "text" in detail ? wholeMarkdown(detail.text) : formatMarkdownRedline(makeRedline(detail.before, detail.after))
  }`

/** A redline for Markdown: `~~old~~ **new**`. Nothing in the texts is markup. */
export const formatMarkdownRedline = (redline: Redline): string => {
  const [before, after] = [textOf(redline, "removed"), textOf(redline, "added")]
  if (!isVisibleChange(before, after)) return `${wholeMarkdown(after)} (only white space changed)`
  const parts = redline.map(({ kind, text }) => ({ kind, text: text.replaceAll(whiteSpace, " ") }))
  return joinRedline(parts, markdownStyles, wholeMarkdown, separate)
}

/** Between a letter and a mark of Markdown that encloses punctuation, only a comment keeps the mark from being text. */
const separate = (left: RedlinePart, right: RedlinePart): string => {
  const [before, after] = [/[\p{P}\p{S}]$/u.test(left.text), /^[\p{P}\p{S}]/u.test(right.text)]
  return (left.kind === "kept" ? after && !before : before && !after) ? "<!-- -->" : ""
}

const markdownStyles: RedlineStyles = {
  kept: (text) => text,
  removed: (text) => `~~${text}~~`,
  added: (text) => `**${text}**`
}
