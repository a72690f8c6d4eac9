import type { Redline, RedlinePart } from "./Redline.ts"

/** How the parts of each kind are marked. */
export type RedlineStyles = { readonly [Kind in RedlinePart["kind"]]: (text: string) => string }

/**
 * Joins the parts with their white space outside of the marks, and a space between what is removed and what is added.
 * `separate` returns what stands between two parts that touch.
 */
export const joinRedline = (
  redline: Redline,
  styles: RedlineStyles,
  escape: (text: string) => string,
  separate: (left: RedlinePart, right: RedlinePart) => string = () => ""
): string =>
  redline.reduce((line, part, index) => {
    const [, before = "", words = "", after = ""] = /^(\s*)(.*?)(\s*)$/su.exec(part.text) ?? []
    const previous = redline[index - 1]
    const isReplacement = part.kind === "added" && previous?.kind === "removed"
    const isFree = line === "" || /\s$/.test(line)
    const space = isFree ? "" : before || (isReplacement ? " " : "")
    const between = isFree || space !== "" || previous === undefined ? "" : separate(previous, part)
    return `${line}${space}${between}${words === "" ? "" : styles[part.kind](escape(words))}${after}`
  }, "")

/** The text before or after the change. */
export const textOf = (redline: Redline, side: "removed" | "added"): string =>
  redline
    .filter(({ kind }) => kind === "kept" || kind === side)
    .map(({ text }) => text)
    .join("")

/** False for texts that look alike, because only their white space differs. */
export const isVisibleChange = (before: string, after: string): boolean => collapse(before) !== collapse(after)

const collapse = (text: string): string => text.replaceAll(whiteSpace, " ").trim()

/** Control characters are white space, too, for what shows a text on one line. */
export const whiteSpace = /[\p{Cc}\s]+/gu
