import { stripVTControlCharacters } from "node:util"
import { wrapText } from "../../report/text/TerminalText.ts"

/** Wraps a help page to the terminal. The description of an option or command continues below its beginning. */
export const wrapHelp = (page: string, width: number): string =>
  page
    .split("\n")
    .map((line) => wrapLine(line, width))
    .join("\n")

const wrapLine = (line: string, width: number): string => {
  const text = stripVTControlCharacters(line)
  if (text.length <= width) return line
  const before = /^ +\S.*? {2,}(?=\S)/.exec(text)?.[0]
  if (before === undefined) {
    const indent = /^ */.exec(text)?.[0] ?? ""
    return wrapText(line.slice(indent.length), width, { first: indent, rest: indent })
  }
  const [first, description] = splitAfter(line, before)
  return width - before.length >= minDescriptionWidth
    ? wrapText(description, width, { first, rest: " ".repeat(before.length) })
    : // In a narrow terminal the description has lines of its own.
      `${first.trimEnd()}\n${wrapText(description, width, { first: "      " })}`
}

/** Splits a line, which can have colors, after the text that it begins with. */
const splitAfter = (line: string, text: string): readonly [string, string] => {
  let end = text.length
  while (end < line.length && stripVTControlCharacters(line.slice(0, end)) !== text) end += 1
  return [line.slice(0, end), line.slice(end)]
}

const minDescriptionWidth = 30
