import { syntax } from "../../domain/checks/source/Syntax.ts"
import { makeFinding, type Facts, type Finding } from "../../domain/diagnostic/Finding.ts"
import { replaceSpan } from "../../domain/diagnostic/Fix.ts"
import { inSource } from "../../domain/diagnostic/Location.ts"
import type { Splice } from "../../edit/Splice.ts"
import { findRepair, type FoundRepair, type Judgement } from "./FindRepair.ts"
import { structureFinders, syntaxFinders } from "./RepairFinders.ts"
import { offsetBefore, type RepairFinder, type TextRepair } from "./TextRepair.ts"

/** What reading a text finds. */
export interface Reading {
  /** Where the parser stopped, if it did, so that the content is not known. */
  readonly errorAt: number | undefined
  readonly findings: ReadonlyArray<Finding>
  /** True if the findings are about content that the schema accepts. */
  readonly isLate: boolean
  /** True if the findings are about forms of YAML that sources do not use. */
  readonly isUnsupported?: true
  /** The offset of each finding in the text. */
  readonly offsets: ReadonlyArray<number>
}

/**
 * Explains the mistakes of a text, one finding for each, by repairing them one after the other. What the parser or the
 * schema say of a text that nobody meant is left out; without a repair, it is all that can be told.
 */
export const explainText = (file: string, text: string, read: ReadText): ReadonlyArray<Finding> => {
  const reading = read(text)
  if (reading.findings.some(({ context }) => unexplained.has(context["problem"]))) return reading.findings
  return (reading.errorAt === undefined ? explainStructure : explainSyntax)(file, text, reading, read)
}

type ReadText = (text: string) => Reading

/**
 * The mistakes that the parser stops at. A text that was repaired can be other than what was meant, so its content is
 * checked when the repair is made.
 */
const explainSyntax = (file: string, text: string, first: Reading, read: ReadText): ReadonlyArray<Finding> => {
  const { found, reading } = repairAll(file, text, first, read, {
    finders: syntaxFinders,
    placesOf: ({ offsets }) => offsets,
    needsRepair: ({ errorAt }) => errorAt !== undefined,
    isWorthIt: ({ findings }, { repair }) => repair.isExact === true || !findings.some(isSecondDocument)
  })
  if (found.length === 0) return first.findings
  return reading.findings.length === 0 ? found : found.slice(0, 1)
}

/** The mistakes that the parser accepts, but that give the content another structure. */
const explainStructure = (file: string, text: string, first: Reading, read: ReadText): ReadonlyArray<Finding> => {
  const { found, history, reading } = repairAll(file, text, first, read, {
    finders: structureFinders,
    placesOf: ({ offsets }) => offsets.slice(0, 3),
    needsRepair: needsExplanation,
    isWorthIt: (before, { after }) => after.problems === 0 || toJudgement(before).problems - after.problems > 1
  })
  const left = new Set(toJudgement(reading).places.map(([rule, offset]) => `${rule} ${backTo(history, offset)}`))
  return [...found, ...first.findings.filter(({ rule }, index) => left.has(`${rule} ${first.offsets[index] ?? 0}`))]
}

interface RepairPolicy {
  readonly finders: ReadonlyArray<RepairFinder>
  /** Where to look for a repair. */
  readonly placesOf: (reading: Reading) => ReadonlyArray<number>
  readonly needsRepair: (reading: Reading) => boolean
  readonly isWorthIt: (before: Reading, found: FoundRepair) => boolean
}

/** Repairs one mistake after the other, each in the text that the repair before it has left. */
const repairAll = (file: string, text: string, first: Reading, read: ReadText, policy: RepairPolicy) => {
  const found: Array<Finding> = []
  const history: Array<ReadonlyArray<Splice>> = []
  const judge = (next: string): Judgement => toJudgement(read(next))
  let [current, reading] = [text, first]
  let left = triesWithin(maxCost, text)
  while (policy.needsRepair(reading) && found.length < maxRepairs && left > 0) {
    const maxTries = Math.min(left, triesWithin(maxCost / 2, text))
    const search = { finders: policy.finders, maxTries }
    const better = findRepair(current, toJudgement(reading), policy.placesOf(reading), judge, search)
    if (better === undefined || !policy.isWorthIt(reading, better)) break
    left -= better.tries
    found.push(toFinding(file, better.repair, history))
    history.push(better.repair.edits)
    current = better.text
    reading = read(current)
  }
  return { found, history, reading }
}

/** How many repairs of a text may be tried. Each try parses the text; some are tried however long it is. */
const triesWithin = (cost: number, text: string): number => Math.max(8, Math.floor(cost / costOf(text)))

/** What it takes to parse a text, in characters: each line costs as much as 30 more of them. */
const costOf = (text: string): number => text.length + 30 * text.split("\n").length

/** What the tries to repair a text may cost together. A single mistake gets half of it. */
const maxCost = 7_000_000

const isSecondDocument = ({ context }: Finding): boolean => context["problem"] === "second-document"

/** More mistakes than that are told when these are mended. */
const maxRepairs = 5

const toJudgement = ({ errorAt, findings, isUnsupported, offsets }: Reading): Judgement => ({
  errorAt,
  // The content of such a text is not looked at, so that it may have any number of problems.
  problems: findings.length + (isUnsupported === true ? 1_000 : 0),
  places: findings.map(({ rule }, index) => [rule, offsets[index] ?? 0])
})

/** The findings that no repair explains better. */
const unexplained: ReadonlySet<unknown> = new Set(["unresolved-merge", "nested-too-deeply", "unreadable"])

/** True if findings can be the consequences of one mistake in the layout. */
const needsExplanation = ({ findings, isLate }: Reading): boolean =>
  !isLate &&
  (findings.length > 1 ||
    findings.some(
      ({ context, rule }) => rule === syntax.id || isStrangeKey(context["key"]) || isOtherExpected(context)
    ))

/** True for a text, a list or a map in the place of another of them. */
const isOtherExpected = ({ expected, name, problem }: Facts): boolean =>
  problem === "unexpected" &&
  typeof expected === "object" &&
  expected !== null &&
  "type" in expected &&
  (expected.type === "text" || expected.type === "map" || (expected.type === "list" && name === "values"))

/** A key with spaces is part of a text. */
const isStrangeKey = (key: unknown): boolean => typeof key === "string" && /[\s,;]/.test(key)

const toFinding = (
  file: string,
  { edits, problem, span }: TextRepair,
  history: ReadonlyArray<ReadonlyArray<Splice>>
): Finding => {
  const back = (offset: number): number => backTo(history, offset)
  const [start, end] = [back(span[0]), back(span[1])]
  const fix = edits.map((edit) => replaceSpan(file, [back(edit.start), back(edit.end)], edit.text))
  return makeFinding(syntax, problem, {
    location: inSource(file, { span: [start, Math.max(end, start + 1)] }),
    fix
  })
}

/** The offset in the text that the editor wrote. */
const backTo = (history: ReadonlyArray<ReadonlyArray<Splice>>, offset: number): number =>
  history.reduceRight((at, earlier) => offsetBefore(earlier, at), offset)
