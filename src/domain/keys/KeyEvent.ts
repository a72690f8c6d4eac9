import * as Schema from "effect/Schema"
import { Timestamp } from "../release/ReleaseEvent.ts"
import { KeyIdentifier } from "./ApiKey.ts"
import { Tier } from "./Tier.ts"

/** Where a key is deployed; keys are separate per environment (service spec, 5.3 and 5.4). */
export type Environment = typeof Environment.Type
export const Environment = Schema.Literals(["development", "staging", "production"])

/** What a requester tells the operator (service spec, 5.3), and the tier that the operator grants. */
const holder = {
  organization: Schema.String,
  use_case: Schema.String,
  expected_volume: Schema.String,
  environment: Environment,
  tier: Tier
}
export type KeyHolder = Schema.Struct.Type<typeof holder>

/** A key was made and shown once; only its digest is kept. */
export const KeyIssued = Schema.TaggedStruct("KeyIssued", {
  identifier: KeyIdentifier,
  /** The lower-case hexadecimal SHA-256 of the whole key. */
  sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u)),
  ...holder,
  date: Timestamp,
  /** The key that this one is to take the place of. */
  replaces: Schema.optionalKey(KeyIdentifier)
})
export type KeyIssued = typeof KeyIssued.Type

/** The key is refused from now on, for good. */
export const KeyRevoked = Schema.TaggedStruct("KeyRevoked", {
  identifier: KeyIdentifier,
  reason: Schema.String,
  date: Timestamp
})
export type KeyRevoked = typeof KeyRevoked.Type

/** What has happened to API keys. A published case keeps its name and its meaning for good. */
export type KeyEvent = typeof KeyEvent.Type
export const KeyEvent = Schema.Union([KeyIssued, KeyRevoked])
