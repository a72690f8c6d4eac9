import * as Schema from "effect/Schema"
import { KeyPrefix } from "../domain/keys/ApiKey.ts"

/** The usage of keys, as the admin server tells it. */
export type UsageReport = typeof UsageReport.Type
export const UsageReport = Schema.Struct({
  /** When the counting began: with the server, or with the first server that shares the counts. */
  since: Schema.String,
  keys: Schema.Array(
    Schema.Struct({
      identifier: KeyPrefix,
      requests: Schema.Natural,
      refused: Schema.Natural,
      last_used_at: Schema.String
    })
  )
})
