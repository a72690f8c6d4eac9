import * as Effect from "effect/Effect"
import { newestValue } from "../world/Timeline.ts"
import { findLastingKey, issueKey, putState, untilKeysInForce } from "./KeyLedgerChange.ts"
import type { SoakEvent } from "./SoakEvent.ts"

/** A key changes its tier. */
export const keyChanged: SoakEvent = {
  name: "key-changed",
  uses: ["keys"],
  isFault: false,
  begin: async (stage) => {
    const key = findLastingKey(stage) ?? (await issueKey(stage, "professional"))
    await untilKeysInForce(stage)
    const state = newestValue(key.states)
    const tier = state.tier === "free" ? "professional" : "free"
    putState(key, { ...state, tier })
    await Effect.runPromise(stage.store.change(key.identifier, { tier }))
    // No metric shows a tier. A key after it in the ledger does.
    await issueKey(stage, "free")
    await untilKeysInForce(stage)
  }
}
