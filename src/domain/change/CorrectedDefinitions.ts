import type { Change } from "./Change.ts"
import { formatChangedItem } from "./ChangedItems.ts"

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
        const { approved_by, reason } = correction
        switch (change.kind) {
          case "dimension-definition-changed":
            return { ...change, kind: "dimension-definition-corrected", bump: "patch", reason, approved_by }
          case "value-definition-changed":
            return { ...change, kind: "value-definition-corrected", bump: "patch", reason, approved_by }
          default:
            return change
        }
      })

/** True for a changed definition whose meaning stayed the same, as a person approved. */
export const isCorrection = (
  change: Change
): change is Extract<Change, { readonly kind: `${string}-definition-corrected` }> =>
  change.kind === "dimension-definition-corrected" || change.kind === "value-definition-corrected"
