import type { Change } from "../../domain/change/Change.ts"
import type { Bump } from "../../domain/taxonomy/Version.ts"
import { kindTexts, whyOf } from "./ChangeKinds.ts"

/** The changes of one kind that require the same bump. */
export interface ChangeGroup {
  readonly title: string
  readonly bump: Bump
  readonly why: string
  readonly changes: ReadonlyArray<Change>
}

/**
 * Groups changes for a reader: what requires the largest bump first, and within a bump what removes or redefines. The
 * changes of a first release require no bump, so they are grouped by their kinds alone.
 */
export const groupChanges = (changes: ReadonlyArray<Change>, isFirst = false): ReadonlyArray<ChangeGroup> =>
  [...Map.groupBy(changes, ({ bump, kind }) => (isFirst ? kind : `${bump} ${kind}`)).values()]
    .flatMap((members) => {
      const [first] = members
      return first === undefined ? [] : [{ first, members }]
    })
    .toSorted((left, right) => rankOf(left.first, isFirst) - rankOf(right.first, isFirst))
    .map(({ first, members }) => {
      const { many, one } = kindTexts[first.kind]
      return { title: members.length === 1 ? one : many, bump: first.bump, why: whyOf(first), changes: members }
    })

const rankOf = ({ bump, kind }: Change, isFirst: boolean): number =>
  (isFirst ? 0 : bumpOrder.indexOf(bump) * 1000) + kindOrder.indexOf(kind)

const bumpOrder: ReadonlyArray<Bump> = ["major", "minor", "patch"]
const kindOrder: ReadonlyArray<string> = Object.keys(kindTexts)
