import type { Impact } from "../../domain/contracts/impact/Impact.ts"
import type { ReadingOutcome } from "../../domain/contracts/impact/ReadingLog.ts"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"

/** What a release does to the contracts of some files. */
export interface ImpactReport {
  readonly impact: Impact
  readonly reading: ReadingOutcome
  /** The release. A draft is that of the working tree. */
  readonly target: { readonly version: string; readonly isDraft: boolean }
  readonly labelOf: (item: ItemRef) => string | undefined
}
