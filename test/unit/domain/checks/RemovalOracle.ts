import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { itemsOf } from "../../../support/domain/RandomHistories.ts"

/**
 * The rule of removals as the service specification words it (3, 9.4 and 9.6), worked out the slow way: by walking
 * through all snapshots. It shares no code with the rule that it checks.
 */

/** A release as the walk sees it. */
export interface Chapter {
  readonly version: string
  /** The version that it builds on. */
  readonly base: string | undefined
  readonly date: string
  readonly taxonomy: Taxonomy
}

/** What a release removes although it may not yet, each with the reasons. */
export const wrongRemovals = (
  published: ReadonlyArray<Chapter>,
  proposed: Chapter
): ReadonlyArray<{ readonly subject: string; readonly reasons: ReadonlyArray<string> }> => {
  const line = walkBack(published, proposed.base)
  const [base] = line
  if (base === undefined) return []
  return removedBetween(base.taxonomy, proposed.taxonomy).flatMap((subject) => {
    const reasons = reasonsAgainst(line, proposed, subject)
    return reasons.length === 0 ? [] : [{ subject, reasons }]
  })
}

/** What is gone. The values of a dimension that is gone go with it. */
export const removedBetween = (before: Taxonomy, after: Taxonomy): ReadonlyArray<string> => {
  const left = new Set(itemsOf(after).map(({ subject }) => subject))
  return itemsOf(before)
    .map(({ subject }) => subject)
    .filter((subject) => !left.has(subject))
    .filter((subject) => !subject.includes("/") || left.has(subject.slice(0, subject.indexOf("/"))))
}

/** Every code that one snapshot has and the other has not, with what kind of item it names; case makes no difference. */
export const codesOnlyIn = (one: Taxonomy, other: Taxonomy): ReadonlyArray<string> => {
  const others = new Set(codesOf(other))
  return codesOf(one).filter((code) => !others.has(code))
}

const codesOf = (taxonomy: Taxonomy): ReadonlyArray<string> =>
  itemsOf(taxonomy).map(({ item, subject }) => `${"config" in item ? "license" : "dimension"} ${subject}`.toLowerCase())

const reasonsAgainst = (line: ReadonlyArray<Chapter>, proposed: Chapter, subject: string): ReadonlyArray<string> => {
  const [base] = line
  const reasons: Array<string> = []
  if (base === undefined || major(proposed.version) <= major(base.version)) reasons.push("removed-outside-major")
  // The newest first, for as long as it was deprecated without a break.
  const lasted = line.findIndex(({ taxonomy }) => !isDeprecated(taxonomy, subject))
  const announced = lasted === -1 ? line : line.slice(0, lasted)
  const first = announced.at(-1)
  if (first === undefined) return [...reasons, "removed-without-deprecation"]
  let minors = 0
  for (const [index, { version }] of announced.entries()) {
    const before = announced[index + 1]
    if (before !== undefined && minorOf(before.version) !== minorOf(version)) minors += 1
  }
  if (minors < 2) reasons.push("removed-before-minor-releases")
  if (proposed.date.slice(0, 10) < halfAYearOn(first.date.slice(0, 10))) reasons.push("removed-before-six-months")
  return reasons
}

/** A release and all that it builds on, the newest first. */
const walkBack = (published: ReadonlyArray<Chapter>, version: string | undefined): ReadonlyArray<Chapter> => {
  const chapter = published.find((other) => other.version === version)
  return chapter === undefined ? [] : [chapter, ...walkBack(published, chapter.base)]
}

const isDeprecated = (taxonomy: Taxonomy, subject: string): boolean =>
  itemsOf(taxonomy).some((other) => other.subject === subject && other.item.deprecated !== undefined)

const major = (version: string): number => Number(version.split(".")[0])

const minorOf = (version: string): string => version.split(".").slice(0, 2).join(".")

/** The same day of the month six months later, or the last day that the month has. */
const halfAYearOn = (day: string): string => {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number)
  const [then, inMonth] = month > 6 ? [year + 1, month - 6] : [year, month + 6]
  const leap = (then % 4 === 0 && then % 100 !== 0) || then % 400 === 0
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  const two = (number: number) => String(number).padStart(2, "0")
  return `${then}-${two(inMonth)}-${two(Math.min(date, lengths[inMonth - 1] ?? 0))}`
}
