import { issueKey, untilKeysInForce } from "./KeyLedgerChange.ts"
import type { SoakEvent } from "./SoakEvent.ts"

/** Keys of the tiers with a limit are issued, one of which expires if the clock is set forward. */
export const keyIssued: SoakEvent = {
  name: "key-issued",
  uses: ["keys"],
  isFault: false,
  begin: async (stage) => {
    await issueKey(stage, "free")
    await issueKey(stage, "professional")
    await issueKey(stage, "professional", hourMillis)
    await untilKeysInForce(stage)
  }
}

const hourMillis = 3_600_000
