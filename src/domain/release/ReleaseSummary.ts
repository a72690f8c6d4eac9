import * as Schema from "effect/Schema"
import { ReplacementName } from "../taxonomy/Deprecation.ts"
import { Citation, Day, Text } from "../taxonomy/Scalars.ts"

/** What its editors say of a release, beside what changed. */
export type ReleaseSummary = typeof ReleaseSummary.Type
export const ReleaseSummary = Schema.Struct({
  summary: Text.annotateKey({ description: "What the release is for, as Markdown." }),
  effective: Schema.optionalKey(Day).annotateKey({
    description: "The day from which contracts can refer to it, `YYYY-MM-DD`. Not before its publication."
  }),
  proposed_by: Schema.optionalKey(Text).annotateKey({ description: "The person who proposed it." }),
  approved_by: Schema.optionalKey(Text).annotateKey({ description: "The person who approved it." }),
  references: Schema.optionalKey(
    Schema.Array(Citation).check(Schema.isMinLength(1, { expected: "a list of at least one entry" }))
  ).annotateKey({ description: "What it refers to, each with a title and an address." }),
  instead: Schema.optionalKey(Schema.Record(Text, Schema.Array(ReplacementName))).annotateKey({
    description:
      "For a release that undoes withdrawn ones: what to use in place of each item that only they contained, by its name. An empty list says that nothing replaces it."
  })
})
