import * as Schema from "effect/Schema"
import { eventVersion, makeEventCodec } from "../ledger/EventCodec.ts"
import { KeyChanged1, KeyIssued1, KeyIssued2, KeyRevoked1, KeyRevoked2 } from "./PublishedKeyEvents.ts"

/** The environment of a deployment. Each has keys of its own (service spec, 5.3 and 5.4). */
export type KeyEnvironment = typeof KeyEnvironment.Type
export const KeyEnvironment = Schema.Literals(["development", "staging", "production"])

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
export type KeyRevokedEvent = typeof KeyRevoked.Type
export const KeyRevoked = KeyRevoked2

/** The events of the ledger of keys, in the newest schema version of each type. */
export type KeyEvent = KeyIssued | KeyChanged | KeyRevokedEvent

/** Every schema version of the events of keys, the oldest first. A new version is one schema and one entry here. */
export const keyEventCodec = makeEventCodec<KeyEvent>({
  KeyIssued: [eventVersion(KeyIssued1), eventVersion(KeyIssued2)],
  KeyChanged: [eventVersion(KeyChanged1)],
  KeyRevoked: [eventVersion(KeyRevoked1), eventVersion(KeyRevoked2)]
})

/** Which schemas of events a ledger may get. The first program reads `lowest`, which says neither who acted nor any terms. */
export type KeyEventSchemas = (typeof keyEventSchemas)[number]
export const keyEventSchemas = ["newest", "lowest"] as const

/** True if the first program can read an event. */
export const isLowestKeyEvent = (event: KeyEvent): boolean =>
  event._tag !== "KeyChanged" && keyEventCodec.encode(event).schema === 1
