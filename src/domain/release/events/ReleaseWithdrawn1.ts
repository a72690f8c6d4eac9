// A published event schema: the corpus in test/corpus pins what it reads and writes.
import * as Schema from "effect/Schema"
import { Timestamp1 } from "../../ledger/Timestamp1.ts"
import { Version1 } from "./Scalars1.ts"

/** Schema 1 of the event that a release was withdrawn. */
export const ReleaseWithdrawn1 = Schema.TaggedStruct("ReleaseWithdrawn", {
  version: Version1,
  date: Timestamp1,
  reason: Schema.String
})
