// A published event schema: the corpus in test/corpus pins what it reads and writes.
import * as Schema from "effect/Schema"
import { Timestamp1 } from "../../ledger/Timestamp1.ts"
import { KeyIdentifier1 } from "./KeyIdentifier1.ts"

/** Schema 1 of the event that an API key was revoked, for good. */
export const KeyRevoked1 = Schema.TaggedStruct("KeyRevoked", {
  identifier: KeyIdentifier1,
  reason: Schema.String,
  date: Timestamp1
})
