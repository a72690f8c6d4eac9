import { styleText } from "node:util"
import type { Report } from "../Report.ts"
import { formatItemText } from "../text/ItemText.ts"
import { visibleText } from "../text/PlainText.ts"
import { makeRedline, isVisibleChange, joinRedline, textOf, type RedlineStyles, type Redline } from "../text/Redline.ts"
import { isNormative, groupChanges } from "./ChangeKinds.ts"
import { describeChange, type ChangeDetail } from "./ChangeText.ts"

/** A change of what is binding: what happened to which item, and its texts before and after. */
export interface NormativeText {
  readonly title: string
  readonly details: ReadonlyArray<string>
}

/** What becomes or ceases to be binding, in full, for formats whose subject is findings. */
export const describeNormative = ({ changes, items }: Report): ReadonlyArray<NormativeText> =>
  changes.length === 0
    ? []
    : groupChanges(changes).flatMap(({ bump, changes: members, one }) =>
        members.filter(isNormative).map((change) => {
          const { details, item, label, note } = describeChange(change, items)
          const name = item === undefined ? "" : visibleText(formatItemText(item, label))
          const title = [`${one} (${bump})`, name, visibleText(note)].filter((text) => text !== "").join(": ")
          return { title, details: details.map((detail) => formatDetail(detail)) }
        })
      )

/** The same as texts of several lines. */
export const formatNormative = (report: Report): ReadonlyArray<string> =>
  describeNormative(report).map(({ details, title }) => [title, ...details].join("\n"))

/** A text of a change, with its words before and after in brackets or colours. */
export const formatDetail = (
  detail: ChangeDetail,
  colour = false,
  paint: (name: string) => string = (name) => name
): string =>
  `${paint(`${visibleText(detail.name)}:`)} ${
    "text" in detail
      ? visibleText(detail.text)
      : formatTerminalRedline(makeRedline(detail.before, detail.after), colour)
  }`

/**
 * A redline for a terminal: removed words red and struck through, added words green. Without colour, a short text stands
 * beside its replacement, and all others have their changes in brackets: `[-old-]{+new+}`.
 */
export const formatTerminalRedline = (redline: Redline, colour: boolean): string => {
  const [before, after] = [textOf(redline, "removed"), textOf(redline, "added")]
  if (!isVisibleChange(before, after)) return `${visibleText(after)} (only white space changed)`
  if (colour) return joinRedline(redline, terminalStyles, visibleText)
  return before !== "" && after !== "" && Math.max(before.length, after.length) <= shortText
    ? `“${visibleText(before)}” -> “${visibleText(after)}”`
    : joinRedline(redline, plainStyles, visibleText)
}

const shortText = 60

const terminalStyles: RedlineStyles = {
  kept: (text) => text,
  removed: (text) => styleText(["red", "strikethrough"], text, { validateStream: false }),
  added: (text) => styleText("green", text, { validateStream: false })
}

const plainStyles: RedlineStyles = {
  kept: (text) => text,
  removed: (text) => `[-${text}-]`,
  added: (text) => `{+${text}+}`
}
