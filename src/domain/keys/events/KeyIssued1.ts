// A published event schema: the corpus in test/corpus pins what it reads and writes.
import * as Schema from "effect/Schema"
import { Timestamp1 } from "../../ledger/Timestamp1.ts"
import { KeyIdentifier1 } from "./KeyIdentifier1.ts"

/** Schema 1 of the event that an API key was issued. Only the digest of the key is kept. */
export const KeyIssued1 = Schema.TaggedStruct("KeyIssued", {
  identifier: KeyIdentifier1,
  /** The lower-case hexadecimal SHA-256 of the whole key. */
  sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u)),
  organization: Schema.String,
  use_case: Schema.String,
  expected_volume: Schema.String,
  environment: Schema.Literals(["development", "staging", "production"]),
  tier: Schema.Literals(["free", "professional", "enterprise"]),
  date: Timestamp1,
  /** The key whose place this one takes. */
  replaces: Schema.optionalKey(KeyIdentifier1)
})
