import { styleText } from "node:util"
import { visibleText } from "../../report/text/PlainText.ts"
import { compareLines } from "./ChangedLines.ts"

/** A file before and after a command; `before` is `undefined` for a new file. */
export interface FileChange {
  readonly file: string
  readonly before: string | undefined
  readonly after: string
}

/** Formats the changed lines of files, each group below a sentence that says where they are. */
export const formatFileChanges = (changes: ReadonlyArray<FileChange>, colour: boolean): string =>
  changes.flatMap((change) => formatChange(change, colour)).join("\n")

const formatChange = ({ after, before, file }: FileChange, colour: boolean): ReadonlyArray<string> =>
  compareLines(linesOf(before ?? ""), linesOf(after)).flatMap(({ added, line, removed }) => {
    const verb = removed.length === 0 ? "Added to" : added.length === 0 ? "Removed from" : "Changed in"
    return [
      before === undefined ? `New file ${file}:` : `${verb} ${file}, line ${line}:`,
      ...removed.map((text) => paint("-", text, colour)),
      ...added.map((text) => paint("+", text, colour))
    ]
  })

/** The lines of a text, of which the last one may end with a line break. */
const linesOf = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/))

const paint = (sign: "+" | "-", line: string, colour: boolean): string => {
  const shown = `  ${sign} ${visibleText(line)}`
  return colour ? styleText(sign === "+" ? "green" : "red", shown, { validateStream: false }) : shown
}
