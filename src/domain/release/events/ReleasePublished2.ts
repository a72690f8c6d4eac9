// FROZEN: a published event schema. Never edited; a new schema version gets new files.
import * as Schema from "effect/Schema"
import { Change2 } from "./Change2.ts"
import { ReleasePublished1 } from "./ReleasePublished1.ts"

/** Schema 2 of the event that a release was published. */
export const ReleasePublished2 = Schema.Struct({ ...ReleasePublished1.fields, changes: Schema.Array(Change2) })
