import * as Schema from "effect/Schema"
import { eventVersion, makeEventCodec } from "../ledger/EventCodec.ts"
import { Timestamp1 } from "../ledger/Timestamp1.ts"

/** What a subscriber can be told, in the order in which messages of one event of the ledger are sent. */
export type HookKind = (typeof hookKinds)[number]
export const hookKinds = ["release", "deprecation", "license-changed", "withdrawal", "end-of-life"] as const

/** `hook_` and 12 random characters. They identify a subscription in commands, logs and metrics, and are no secret. */
export type HookId = typeof HookId.Type
export const HookId = Schema.String.check(Schema.isPattern(/^hook_[0-9A-Za-z]{12}$/u))

/** The first 8 hexadecimal digits of the digest of a master secret, from which the secrets of a hook are derived. */
const MasterId = Schema.String.check(Schema.isPattern(/^[0-9a-f]{8}$/u))

const occasion = {
  identifier: HookId,
  date: Timestamp1,
  /** Who ran the command, as the command was told, or `taxonomy notify`. */
  actor: Schema.optionalKey(Schema.String)
}

/** An address subscribed to the events of the ledger of releases. No secret is stored: see `HookSecrets.ts`. */
export type HookAdded = typeof HookAdded.Type
export const HookAdded = Schema.TaggedStruct("HookAdded", {
  ...occasion,
  url: Schema.String,
  /** The prefix of the API key of the subscriber, with which the hook ends. */
  key: Schema.String.check(Schema.isPattern(/^nil_[0-9A-Za-z]{8}$/u)),
  events: Schema.NonEmptyArray(Schema.Literals(hookKinds)),
  /** The last event of the ledger of releases that came before the subscription. */
  after: Schema.Natural,
  master: MasterId
})

/** The hook has new secrets. The old ones sign, too, until the overlap ends. */
export const HookRotated = Schema.TaggedStruct("HookRotated", { ...occasion, master: MasterId, overlap: Timestamp1 })

/** Nothing is delivered until the hook is resumed. Nothing is lost meanwhile. */
export type HookPaused = typeof HookPaused.Type
export const HookPaused = Schema.TaggedStruct("HookPaused", {
  ...occasion,
  cause: Schema.Literals(["operator", "failures"])
})

export const HookResumed = Schema.TaggedStruct("HookResumed", occasion)

/** The hook ended for good: an operator removed it, or the subscriber answered 410. */
export type HookRemoved = typeof HookRemoved.Type
export const HookRemoved = Schema.TaggedStruct("HookRemoved", {
  ...occasion,
  cause: Schema.Literals(["operator", "gone"])
})

/** The events of the ledger of hooks. */
export type HookEvent = HookAdded | typeof HookRotated.Type | HookPaused | typeof HookResumed.Type | HookRemoved

/** Every schema version of the events of hooks, the oldest first. */
export const hookEventCodec = makeEventCodec<HookEvent>({
  HookAdded: [eventVersion(HookAdded)],
  HookRotated: [eventVersion(HookRotated)],
  HookPaused: [eventVersion(HookPaused)],
  HookResumed: [eventVersion(HookResumed)],
  HookRemoved: [eventVersion(HookRemoved)]
})
