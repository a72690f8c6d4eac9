import * as Schema from "effect/Schema"
import { ChangeSchema } from "../../change/ChangeSchema.ts"
import { ReleasePublished1 } from "./ReleasePublished1.ts"

/** Schema 3 of the event that a release was published. Until a release has it, it follows the vocabulary. */
export const ReleasePublished3 = Schema.Struct({ ...ReleasePublished1.fields, changes: Schema.Array(ChangeSchema) })
