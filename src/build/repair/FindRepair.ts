import { applySplices } from "../../edit/Splice.ts"
import { isEmpty, lineAbove, lineAt, lineBelow, readKeyLine, splitLines, type SourceLine } from "./SourceLines.ts"
import { offsetBefore, type RepairFinder, type TextRepair } from "./TextRepair.ts"

/** What is wrong with a text: where the parser stops, if it does, and how many problems the content has otherwise. */
export interface Judgement {
  readonly errorAt: number | undefined
  readonly problems: number
  /** The rule and offset of each problem. */
  readonly places: ReadonlyArray<readonly [rule: string, offset: number]>
}

/** A repair, and what it makes of the text. */
export interface FoundRepair {
  readonly repair: TextRepair
  readonly text: string
  readonly after: Judgement
  /** How many repairs were tried to find it. */
  readonly tries: number
}

export type Judge = (text: string) => Judgement

/** Where repairs come from, and how many of them may be tried. */
export interface RepairSearch {
  readonly finders: ReadonlyArray<RepairFinder>
  readonly maxTries: number
}

/**
 * Finds the repair after which the fewest problems remain; of equal ones, that of the mistake that people make most. To
 * try repairs tells what an editor meant more reliably than the words of the parser, which stops where the text no longer
 * makes sense. A repair counts only if the parser gets farther, or fewer problems remain.
 */
export const findRepair = (
  text: string,
  before: Judgement,
  places: ReadonlyArray<number>,
  judge: Judge,
  { finders, maxTries }: RepairSearch
): FoundRepair | undefined => {
  const lines = splitLines(text)
  const near = linesNear(lines, places)
  let best: Omit<FoundRepair, "tries"> | undefined
  let isBest = scoreOf(before, text.length)
  const tried = new Set<string>()
  for (const finder of finders) {
    for (const line of near) {
      for (const repair of finder(lines, line)) {
        const repaired = applySplices(text, repair.edits)
        if (tried.has(repaired) || repaired === text || tried.size >= maxTries) continue
        tried.add(repaired)
        const after = judge(repaired)
        if (after.errorAt !== undefined && !isFarther(before, after, repair, lines)) continue
        if (before.errorAt === undefined && !isSubset(before, after, repair)) continue
        if (repair.isExact === true && (after.errorAt !== undefined || after.problems > 0)) continue
        const score = scoreOf(after, repaired.length)
        if (score >= isBest) continue
        best = { repair, text: repaired, after }
        isBest = score
        if (score === 0) return { ...best, tries: tried.size }
      }
    }
  }
  return best && { ...best, tries: tried.size }
}

/** Lower is better: no syntax error, then few problems, then a late error. */
const scoreOf = ({ errorAt, problems }: Judgement, length: number): number =>
  errorAt === undefined ? problems : 1_000_000 + (length - errorAt)

/** True if every problem that remains was there before: other repairs hide problems behind a worse one. */
const isSubset = (before: Judgement, after: Judgement, { edits }: TextRepair): boolean => {
  const known = new Set(before.places.map(([rule, offset]) => `${rule} ${offset}`))
  return after.places.every(([rule, offset]) => known.has(`${rule} ${offsetBefore(edits, offset)}`))
}

/** True if the parser now stops on a later line than before, and than the repaired one. */
const isFarther = (
  before: Judgement,
  after: Judgement,
  { edits }: TextRepair,
  lines: ReadonlyArray<SourceLine>
): boolean => {
  const start = edits.reduce((farthest, { end }) => Math.max(farthest, end), before.errorAt ?? 0)
  const next = lines[lineAt(lines, start) + 1]?.start ?? Infinity
  const grown = edits.reduce((sum, { end, start, text }) => sum + text.length - (end - start), 0)
  return (after.errorAt ?? 0) - grown > next
}

/** The lines at the places and their neighbors, closest first. */
const linesNear = (lines: ReadonlyArray<SourceLine>, places: ReadonlyArray<number>): ReadonlyArray<SourceLine> => {
  const found = new Set<SourceLine>()
  const starts = places.flatMap((place) => lines[lineAt(lines, place)] ?? [])
  for (const line of starts) found.add(line)
  for (const line of starts) {
    const above = lineAbove(lines, line.index)
    const below = lineBelow(lines, line.index)
    const higher = above && lineAbove(lines, above.index)
    for (const other of [above, below, higher, ...openedBy(lines, line)]) if (other !== undefined) found.add(other)
  }
  return [...found]
}

/** The lines of the keys whose lists or maps a line is in or follows, and the first line of each. */
const openedBy = (lines: ReadonlyArray<SourceLine>, line: SourceLine): ReadonlyArray<SourceLine> => {
  const found: Array<SourceLine> = []
  let { indent } = line
  for (let index = line.index - 1; index >= 0 && found.length < 6; index -= 1) {
    const above = lines[index]
    if (above === undefined || isEmpty(above) || above.indent > indent || readKeyLine(above)?.value !== "") continue
    const first = lineBelow(lines, index)
    found.push(above, ...(first === undefined ? [] : [first]))
    indent = above.indent
    if (indent === 0) break
  }
  return found
}
