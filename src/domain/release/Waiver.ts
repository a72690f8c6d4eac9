import * as Schema from "effect/Schema"
import type { ItemRef } from "../taxonomy/ItemRef.ts"
import { Version } from "../taxonomy/Scalars.ts"

/** An exception that a person approved for one release. */
export type Waiver = typeof Waiver.Type
export const Waiver = Schema.Struct({
  rule: Schema.String,
  subject: Schema.String,
  version: Version,
  reason: Schema.String,
  approved_by: Schema.String
})

/** A waiver as the sources list it. `entry` is the index of its entry, which may name several subjects. */
export interface ListedWaiver extends Waiver {
  readonly entry?: number
}

/** A waiver that covered a finding, and the item of that finding. */
export interface UsedWaiver {
  readonly waiver: ListedWaiver
  readonly item: ItemRef
}
