import * as Schema from "effect/Schema"
import { KeyChanged1 } from "./events/KeyChanged1.ts"
import { KeyIssued2 } from "./events/KeyIssued2.ts"
import { KeyRevoked2 } from "./events/KeyRevoked2.ts"

/** The environment of a deployment. Each has keys of its own (service spec, 5.3 and 5.4). */
export type Environment = typeof Environment.Type
export const Environment = Schema.Literals(["development", "staging", "production"])

/** The answers of the requester (service spec, 5.3), a contact, and the tier that the operator grants. */
export type KeyHolder = Pick<
  KeyIssued,
  "organization" | "use_case" | "expected_volume" | "environment" | "tier" | "contact"
>

/** A key was generated and shown once. Only its digest is stored. */
export type KeyIssued = typeof KeyIssued.Type
export const KeyIssued = KeyIssued2

/** The tier, the contact or the expiry of a key changed. */
export type KeyChanged = typeof KeyChanged.Type
export const KeyChanged = KeyChanged1

/** The key is rejected from now on, permanently. */
export type KeyRevoked = typeof KeyRevoked.Type
export const KeyRevoked = KeyRevoked2

/** The events of the ledger of keys, in the newest schema version of each type. */
export type KeyEvent = KeyIssued | KeyChanged | KeyRevoked
