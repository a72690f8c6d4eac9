// A published event schema: the corpus in test/corpus pins what it reads and writes.
import * as Schema from "effect/Schema"
import { Timestamp1 } from "../../ledger/Timestamp1.ts"
import { KeyIdentifier1 } from "./KeyIdentifier1.ts"

/** Schema 2 of the event that an API key was issued. Adds who issued it, a contact of the holder and an expiry. */
export const KeyIssued2 = Schema.TaggedStruct("KeyIssued", {
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
  replaces: Schema.optionalKey(KeyIdentifier1),
  /** Who ran the command, as the command was told. */
  actor: Schema.optionalKey(Schema.String),
  /** The e-mail address of the holder. */
  contact: Schema.optionalKey(Schema.String),
  /** The key is rejected from this instant on. */
  expires: Schema.optionalKey(Timestamp1)
})

/** Schema 2 of the event that an API key was revoked, for good. Adds who revoked it. */
export const KeyRevoked2 = Schema.TaggedStruct("KeyRevoked", {
  identifier: KeyIdentifier1,
  reason: Schema.String,
  date: Timestamp1,
  /** Who ran the command, as the command was told. */
  actor: Schema.optionalKey(Schema.String)
})
