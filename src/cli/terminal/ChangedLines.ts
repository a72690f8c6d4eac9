import { styleText } from "node:util"
import * as TextDiff from "effect/TextDiff"
import { visibleText } from "../../report/text/PlainText.ts"

/** A file before and after a command; `before` is `undefined` for a new file. */
interface FileChange {
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

/** Lines that take the place of others. */
export interface ChangedLines {
  /** The number of the first line of the new text that is concerned. */
  readonly line: number
  readonly removed: ReadonlyArray<string>
  readonly added: ReadonlyArray<string>
}

/** Compares two texts line by line. With very many changes close together, more lines than need be are named. */
export const compareLines = (
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>
): ReadonlyArray<ChangedLines> => {
  const changes: Array<ChangedLines> = []
  let line = 1
  let removed: ReadonlyArray<string> = []
  for (const { _tag, items } of compare(before, after, { maxEdits: 400 })) {
    // What takes the place of removed lines follows them.
    if (_tag === "Delete") removed = items
    else {
      const added = _tag === "Insert" ? items : []
      if (removed.length + added.length > 0) changes.push({ line, removed, added })
      removed = []
      line += items.length
    }
  }
  return removed.length === 0 ? changes : [...changes, { line, removed, added: [] }]
}

const compare = TextDiff.diffWith<string>((left, right) => left === right)
