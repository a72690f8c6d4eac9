import type { Change } from "../../domain/change/Change.ts"
import { sidesOf } from "../../domain/change/Recording.ts"
import type { Bump } from "../../domain/taxonomy/Version.ts"
import { bumps } from "../../domain/taxonomy/VersionArithmetic.ts"
import { isNormative, isTranslation, kindOrder, kindTexts, whyOf, type KindText } from "./ChangeKinds.ts"

/** The changes of one kind that require the same bump. */
export interface ChangeGroup {
  /** The kind in words, in the plural if there are several changes. */
  readonly title: string
  /** The kind of each change in words. */
  readonly one: string
  readonly bump: Bump
  /** `normative` if a change is; such changes come first. */
  readonly part: "normative" | "other" | "translation"
  readonly why: string
  readonly changes: ReadonlyArray<Change>
}

/**
 * Groups changes for a reader: what becomes or ceases to be binding first and translations last; within each, what
 * requires the largest bump first. The changes of a first release require no bump, so they are grouped by their kinds alone.
 */
export const groupChanges = (changes: ReadonlyArray<Change>, isFirst = false): ReadonlyArray<ChangeGroup> =>
  [...Map.groupBy(changes, (change) => `${isFirst ? "" : change.bump} ${change.kind} ${verbOf(change)}`).values()]
    .flatMap((members) => {
      const [first] = members
      if (first === undefined) return []
      const { many, one } = titlesOf(first)
      const normative = members.filter(isNormative)
      const group: ChangeGroup = {
        title: members.length === 1 ? one : many,
        one,
        bump: first.bump,
        part: normative.length > 0 ? "normative" : isTranslation(first) ? "translation" : "other",
        why: whyOf(first),
        changes: [...normative, ...members.filter((change) => !isNormative(change))]
      }
      const bump = isFirst ? 0 : -bumps.indexOf(group.bump)
      return [{ group, rank: partOrder.indexOf(group.part) * 10_000 + bump * 1000 + kindOrder.indexOf(first.kind) }]
    })
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ group }) => group)

/** The kind in words. Translations are changed, added or removed. */
const titlesOf = (change: Change): Pick<KindText, "many" | "one"> => {
  const { many, one } = kindTexts[change.kind]
  const verb = verbOf(change)
  return { many: many.replace(/changed$/, verb), one: one.replace(/changed$/, verb) }
}

const verbOf = (change: Change): "changed" | "added" | "removed" => {
  if (!isTranslation(change)) return "changed"
  const { after, before } = sidesOf(change)
  return before === undefined ? "added" : after === undefined ? "removed" : "changed"
}

const partOrder: ReadonlyArray<ChangeGroup["part"]> = ["normative", "other", "translation"]
