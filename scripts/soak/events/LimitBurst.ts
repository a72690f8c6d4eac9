import { quotas } from "../../../src/domain/keys/Tier.ts"
import type { SoakRequest } from "../requests/SoakRequest.ts"
import { issueKey, untilKeysInForce } from "./KeyLedgerChange.ts"
import type { SoakEvent } from "./SoakEvent.ts"

/** All servers get as many requests with a new key at once as exhaust its limit, and half as many again. */
export const limitBurst: SoakEvent = {
  name: "limit-burst",
  uses: ["keys", "limits"],
  isFault: false,
  begin: async (stage) => {
    const key = await issueKey(stage, "free")
    await untilKeysInForce(stage)
    await Promise.all(Array.from({ length: quotas.free.hour * 1.5 }, () => stage.send(request, key)))
  }
}

const request: SoakRequest = {
  name: "burst",
  path: "/v1/licenses?use_type=editorial",
  key: "changing",
  selection: { release: "newest" }
}
