import * as Schema from "effect/Schema"
import { KeyIssued1 } from "./events/KeyIssued1.ts"
import { KeyRevoked1 } from "./events/KeyRevoked1.ts"

/** Where a key is deployed; keys are separate per environment (service spec, 5.3 and 5.4). */
export type Environment = typeof Environment.Type
export const Environment = Schema.Literals(["development", "staging", "production"])

/** What a requester tells the operator (service spec, 5.3), and the tier that the operator grants. */
export type KeyHolder = Pick<KeyIssued, "organization" | "use_case" | "expected_volume" | "environment" | "tier">

/** A key was made and shown once; only its digest is kept. */
export type KeyIssued = typeof KeyIssued.Type
export const KeyIssued = KeyIssued1

/** The key is refused from now on, for good. */
export type KeyRevoked = typeof KeyRevoked.Type
export const KeyRevoked = KeyRevoked1

/** The events of the ledger of keys, in the newest schema version of each type. */
export type KeyEvent = KeyIssued | KeyRevoked
