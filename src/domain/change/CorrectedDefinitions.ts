import type { Change } from "./Change.ts"
import { formatChangedItem } from "./ChangedItems.ts"
import { kindFacts, toCorrected } from "./Recording.ts"

/** The approval of a definition that was corrected without changing its meaning. */
export interface Correction {
  readonly reason: string
  readonly approved_by: string
}

/** Turns the changes of definitions that a person approved as corrections into such, by the name of the item. */
export const correctDefinitions = (
  changes: ReadonlyArray<Change>,
  corrections: ReadonlyMap<string, Correction>
): ReadonlyArray<Change> =>
  corrections.size === 0
    ? changes
    : changes.map((change) => {
        const correction = corrections.get(formatChangedItem(change) ?? "")
        if (correction === undefined) return change
        if (kindFacts[change.kind].aspect !== "meaning") return change
        const { approved_by, reason } = correction
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the two kinds differ in the approval alone
        return { ...change, kind: toCorrected(change.kind), bump: "patch", reason, approved_by } as Change
      })

/** True for a changed definition whose meaning stayed the same, as a person approved. */
export const isCorrection = (change: Change): change is Extract<Change, Correction> =>
  kindFacts[change.kind].aspect === "corrected"
