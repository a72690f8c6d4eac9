import * as Schema from "effect/Schema"
import { Version } from "../taxonomy/Version.ts"

/** An exception that a person approved for one release. */
export type Waiver = typeof Waiver.Type
export const Waiver = Schema.Struct({
  rule: Schema.String,
  subject: Schema.String,
  version: Version,
  reason: Schema.String,
  approved_by: Schema.String
})
