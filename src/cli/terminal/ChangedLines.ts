import { styleText } from "node:util"
import { diffLists } from "../../report/text/ListDifference.ts"
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

/**
 * Compares two texts line by line. Lines that both have once divide the texts, since a search for the smallest difference
 * takes time that grows with the square of the changes.
 */
export const compareLines = (
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>
): ReadonlyArray<ChangedLines> => {
  const changes: Array<ChangedLines> = []
  let [from, to] = [0, 0]
  for (const [left, right] of [...anchorsOf(before, after), [before.length, after.length] as const]) {
    changes.push(...comparePart(before.slice(from, left), after.slice(to, right), to + 1))
    ;[from, to] = [left + 1, right + 1]
  }
  return changes
}

type Anchor = readonly [before: number, after: number]

/** Lines that both texts have exactly once, in the same order. */
const anchorsOf = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<Anchor> => {
  const [own, other] = [uniqueLines(before), uniqueLines(after)]
  const common = [...own].flatMap(([line, index]): ReadonlyArray<Anchor> => {
    const found = other.get(line)
    return index === undefined || found === undefined ? [] : [[index, found]]
  })
  return longestAscending(common)
}

/** The index of each line; `undefined` for a line that occurs again. */
const uniqueLines = (lines: ReadonlyArray<string>): ReadonlyMap<string, number | undefined> => {
  const indexes = new Map<string, number | undefined>()
  for (const [index, line] of lines.entries()) indexes.set(line, indexes.has(line) ? undefined : index)
  return indexes
}

/** The longest selection that ascends in both texts, found by patience sorting. */
const longestAscending = (anchors: ReadonlyArray<Anchor>): ReadonlyArray<Anchor> => {
  interface Link {
    readonly anchor: Anchor
    readonly previous: Link | undefined
  }
  const piles: Array<Link> = []
  for (const anchor of anchors) {
    let [low, high] = [0, piles.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((piles[middle]?.anchor[1] ?? 0) < anchor[1]) low = middle + 1
      else high = middle
    }
    piles[low] = { anchor, previous: piles[low - 1] }
  }
  const found: Array<Anchor> = []
  for (let link = piles.at(-1); link !== undefined; link = link.previous) found.push(link.anchor)
  return found.toReversed()
}

/** Compares what is between two common lines. */
const comparePart = (
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>,
  line: number
): ReadonlyArray<ChangedLines> => {
  if (before.length === 0 && after.length === 0) return []
  const runs = before.length === 0 || after.length === 0 ? undefined : diffLists(before, after, maxEdits)
  if (runs === undefined) return [{ line, removed: before, added: after }]
  const changes: Array<{ line: number; removed: ReadonlyArray<string>; added: ReadonlyArray<string> }> = []
  let [at, isOpen] = [line, false]
  for (const { kind, members } of runs) {
    const isChange = kind !== "kept"
    if (isChange && !isOpen) changes.push({ line: at, removed: [], added: [] })
    const last = changes.at(-1)
    if (isChange && last !== undefined) last[kind] = members
    if (kind !== "removed") at += members.length
    isOpen = isChange
  }
  return changes
}

/** The number of changed lines from which a part is shown as a whole. */
const maxEdits = 400
