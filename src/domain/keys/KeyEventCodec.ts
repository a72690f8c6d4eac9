import { eventVersion, makeEventCodec } from "../ledger/EventCodec.ts"
import { KeyChanged1 } from "./events/KeyChanged1.ts"
import { KeyIssued1 } from "./events/KeyIssued1.ts"
import { KeyIssued2 } from "./events/KeyIssued2.ts"
import { KeyRevoked1 } from "./events/KeyRevoked1.ts"
import { KeyRevoked2 } from "./events/KeyRevoked2.ts"
import type { KeyEvent } from "./KeyEvent.ts"

/** Every schema version of the events of keys, the oldest first. A new version is one file and one entry here. */
export const keyEventCodec = makeEventCodec<KeyEvent>({
  KeyIssued: [eventVersion(KeyIssued1), eventVersion(KeyIssued2)],
  KeyChanged: [eventVersion(KeyChanged1)],
  KeyRevoked: [eventVersion(KeyRevoked1), eventVersion(KeyRevoked2)]
})
