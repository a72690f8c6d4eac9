import * as Schema from "effect/Schema"
import { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { Version } from "../../domain/taxonomy/Scalars.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"
import { Count, ReleaseMeta } from "./BodyParts.ts"
import { ChangeBody } from "./ChangeBody.ts"

const ComparedRelease = Schema.Struct({
  version: TaxonomyVersion,
  release: Schema.toEncoded(Version),
  published_at: Timestamp
}).annotate({ identifier: "ComparedRelease", description: "A release that is compared with another." })

/** The body of the changes between two releases. It depends on these two alone, so it never changes. */
export type ChangesBody = typeof ChangesBody.Encoded
export const ChangesBody = Schema.Struct({
  version: TaxonomyVersion,
  from: ComparedRelease,
  to: ComparedRelease,
  required_bump: Schema.Literals(["major", "minor", "patch", "none"]).annotate({
    description:
      "The largest bump of all changes between the two releases, whatever the filter selects; `none` without changes."
  }),
  changes: Schema.Array(ChangeBody),
  count: Count,
  _meta: ReleaseMeta
}).annotate({
  identifier: "Changes",
  description: "The net changes that lead from one release to another, and their number."
})
