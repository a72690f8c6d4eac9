// A published event schema: the corpus in test/corpus pins what it reads and writes.
import * as Schema from "effect/Schema"
import { Timestamp1 } from "../../ledger/Timestamp1.ts"
import { KeyIdentifier1 } from "./KeyIdentifier1.ts"

/** Schema 1 of the event that the terms of an API key changed. What is absent stays as it was. */
export const KeyChanged1 = Schema.TaggedStruct("KeyChanged", {
  identifier: KeyIdentifier1,
  tier: Schema.optionalKey(Schema.Literals(["free", "professional", "enterprise"])),
  /** The e-mail address of the holder; `null` for none. */
  contact: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** The key is rejected from this instant on; `null` for never. */
  expires: Schema.optionalKey(Schema.NullOr(Timestamp1)),
  date: Timestamp1,
  /** Who ran the command, as the command was told. */
  actor: Schema.optionalKey(Schema.String)
})
