// Published event schemas: the corpus in test/corpus pins what they read and write.
import * as Schema from "effect/Schema"
import { Timestamp1 } from "../ledger/Timestamp1.ts"

/** The first 12 characters of an API key (service spec, 5.2). */
const KeyIdentifier1 = Schema.String.check(Schema.isPattern(/^nil_[0-9A-Za-z]{8}$/u))

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

/** Schema 2 of the event that an API key was issued. Adds who issued it, a contact of the holder and an expiry. */
export const KeyIssued2 = Schema.TaggedStruct("KeyIssued", {
  ...KeyIssued1.fields,
  /** Who ran the command, as the command was told. */
  actor: Schema.optionalKey(Schema.String),
  /** The e-mail address of the holder. */
  contact: Schema.optionalKey(Schema.String),
  /** The key is rejected from this instant on. */
  expires: Schema.optionalKey(Timestamp1)
})

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

/** Schema 1 of the event that an API key was revoked, for good. */
export const KeyRevoked1 = Schema.TaggedStruct("KeyRevoked", {
  identifier: KeyIdentifier1,
  reason: Schema.String,
  date: Timestamp1
})

/** Schema 2 of the event that an API key was revoked, for good. Adds who revoked it. */
export const KeyRevoked2 = Schema.TaggedStruct("KeyRevoked", {
  ...KeyRevoked1.fields,
  /** Who ran the command, as the command was told. */
  actor: Schema.optionalKey(Schema.String)
})
