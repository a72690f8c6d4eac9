import { eventVersion, makeEventCodec } from "../ledger/EventCodec.ts"
import { KeyIssued1 } from "./events/KeyIssued1.ts"
import { KeyRevoked1 } from "./events/KeyRevoked1.ts"
import type { KeyEvent } from "./KeyEvent.ts"

/** Every schema version of the events of keys, the oldest first. A new version is one file and one entry here. */
export const keyEventCodec = makeEventCodec<KeyEvent>({
  KeyIssued: [eventVersion(KeyIssued1)],
  KeyRevoked: [eventVersion(KeyRevoked1)]
})
