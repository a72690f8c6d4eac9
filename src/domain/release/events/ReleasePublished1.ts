// A published event schema: the corpus in test/corpus pins what it reads and writes.
import * as Schema from "effect/Schema"
import { Timestamp1 } from "../../ledger/Timestamp1.ts"
import { Change1 } from "./Change1.ts"
import { Digest1, Version1 } from "./Scalars1.ts"

/** Schema 1 of the event that a release was published. */
export const ReleasePublished1 = Schema.TaggedStruct("ReleasePublished", {
  version: Version1,
  base: Schema.NullOr(Version1),
  published_at: Timestamp1,
  source_commit: Schema.String,
  changes: Schema.Array(Change1),
  waivers: Schema.Array(
    Schema.Struct({
      rule: Schema.String,
      subject: Schema.String,
      version: Version1,
      reason: Schema.String,
      approved_by: Schema.String
    })
  ),
  format: Schema.Natural,
  manifest: Digest1
})
