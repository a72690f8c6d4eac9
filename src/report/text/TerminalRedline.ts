import { styleText } from "node:util"
import { isVisibleChange, joinRedline, textOf, type RedlineStyles } from "./JoinRedline.ts"
import type { Redline } from "./Redline.ts"
import { visibleText } from "./VisibleText.ts"

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
