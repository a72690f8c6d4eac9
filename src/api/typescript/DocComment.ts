/** What a doc comment says of a declaration. */
export interface Doc {
  readonly text: string
  /** Why the declaration is deprecated, and what to use instead. */
  readonly deprecated?: string | undefined
}

/**
 * Formats a doc comment without its line break, wrapped between words. Whatever its texts contain, they end neither the
 * comment nor their line, and begin no tag.
 */
export const formatDocComment = ({ deprecated, text }: Doc, indentation = ""): string => {
  const single = `${indentation}/** ${toCommentText(text)} */`
  if (deprecated === undefined && single.length <= maxLineLength) return single
  const width = maxLineLength - indentation.length - lineStart.length
  const lines = [
    ...wrapWords(toCommentText(text), width),
    ...(deprecated === undefined ? [] : wrapWords(`@deprecated ${toCommentText(deprecated)}`, width))
  ]
  return [`/**`, ...lines.map((line) => `${lineStart}${line}`), ` */`].map((line) => `${indentation}${line}`).join("\n")
}

const maxLineLength = 120
const lineStart = " * "

/** A text of one line. An at sign would begin a tag such as `@deprecated`; editors show it without the backslash. */
const toCommentText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .replaceAll(/\p{Bidi_Control}/gu, "\u{FFFD}")
    .replaceAll("*/", String.raw`*\/`)
    .replaceAll("@", String.raw`\@`)

/** Lines that end at spaces. A longer word has a line of its own. */
const wrapWords = (text: string, width: number): ReadonlyArray<string> =>
  text === ""
    ? [text]
    : Array.from(text.matchAll(new RegExp(` ?(.{1,${width}}|\\S+)(?= |$)`, "g")), ([, line = ""]) => line)
