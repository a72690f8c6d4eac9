// A published event schema: the corpus in test/corpus pins what it reads and writes.
import * as Schema from "effect/Schema"
import { Timestamp1 } from "../../ledger/Timestamp1.ts"

/** Schema 1 of the event that a major version got no further releases. */
export const MajorEnded1 = Schema.TaggedStruct("MajorEnded", {
  major: Schema.Natural,
  date: Timestamp1,
  reason: Schema.String
})
