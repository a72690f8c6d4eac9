import type { Redline, RedlinePart } from "./Redline.ts"

/** How the parts of each kind are marked. */
export type RedlineStyles = { readonly [Kind in RedlinePart["kind"]]: (text: string) => string }

/** Joins the parts with their white space outside of the marks, and a space between what is removed and what is added. */
export const joinRedline = (redline: Redline, styles: RedlineStyles, escape: (text: string) => string): string =>
  redline.reduce((line, { kind, text }, index) => {
    const [, before = "", words = "", after = ""] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? []
    const isReplacement = kind === "added" && redline[index - 1]?.kind === "removed"
    const space = (before !== "" || isReplacement) && line !== "" && !/\s$/.test(line) ? before || " " : ""
    return `${line}${space}${words === "" ? "" : styles[kind](escape(words))}${after}`
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
