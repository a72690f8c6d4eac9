import * as Effect from "effect/Effect"
import type { SoakRequest } from "../requests/SoakRequest.ts"
import { newestValue } from "../world/Timeline.ts"
import { findLastingKey, issueKey, putState, untilKeysInForce } from "./KeyLedgerChange.ts"
import type { SoakEvent } from "./SoakEvent.ts"

/** A key that is in use is revoked. */
export const keyRevoked: SoakEvent = {
  name: "key-revoked",
  uses: ["keys"],
  isFault: false,
  begin: async (stage) => {
    const key = findLastingKey(stage) ?? (await issueKey(stage, "professional"))
    await untilKeysInForce(stage)
    putState(key, { ...newestValue(key.states), status: "revoked" })
    await Effect.runPromise(stage.store.revoke(key.identifier, "Soak"))
    await untilKeysInForce(stage)
    for (let sent = 0; sent < probes; sent++) await stage.send(request, key)
  }
}

/** So many that each server gets one at the moment at which all have reported the revocation. */
const probes = 20

const request: SoakRequest = {
  name: "just revoked",
  path: "/v1/licenses/L0",
  key: "changing",
  selection: { release: "newest", license: 0 }
}
