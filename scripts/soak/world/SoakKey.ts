import type { Tier } from "../../../src/domain/keys/Tier.ts"
import type { KeyState } from "./KeyState.ts"
import { emptyAccount, type LimitAccount } from "./LimitAccount.ts"
import { startTimeline, type Timeline } from "./Timeline.ts"

/** A key of the ledger as the soak test uses it. */
export interface SoakKey {
  /** Its key prefix. */
  readonly identifier: string
  readonly key: string
  states: Timeline<KeyState>
  account: LimitAccount
  /** `inexactness` of the world when the key came into use. */
  readonly inexactnessBefore: number
}

export const makeSoakKey = (
  identifier: string,
  key: string,
  { expiresAt, tier }: { readonly expiresAt: number; readonly tier: Tier },
  inexactnessBefore: number
): SoakKey => ({
  identifier,
  key,
  states: startTimeline<KeyState>({ status: "unissued", tier, expiresAt }),
  account: emptyAccount,
  inexactnessBefore
})
