import { issueKey, untilKeysInForce } from "./KeyLedgerChange.ts"
import type { SoakEvent } from "./SoakEvent.ts"

/** A key is issued that expires within seconds. */
export const keyExpiring: SoakEvent = {
  name: "key-expiring",
  uses: ["keys"],
  isFault: false,
  begin: async (stage) => {
    await issueKey(stage, "professional", lifetimeMillis)
    await untilKeysInForce(stage)
  }
}

const lifetimeMillis = 5000
