import * as Schema from "effect/Schema"
import { changedItem, type Change } from "../change/Change.ts"
import { kindFacts } from "../change/Recording.ts"
import { Digest, Timestamp } from "../ledger/Timestamp.ts"
import type { ReleaseEvent, ReleasePublished } from "../release/ReleaseEvent.ts"
import { formatItem, type ItemRef } from "../taxonomy/ItemRef.ts"
import { Count } from "../taxonomy/Scalars.ts"
import { majorOf, shortName } from "../taxonomy/VersionArithmetic.ts"
import { formatLeaf, type LogLeaf } from "../transparency/LogLeaf.ts"
import { hookKinds, type HookKind } from "./HookEvent.ts"

/** Another message to the same subscription. */
const PreviousMessage = Schema.Struct({
  id: Schema.String.annotate({ description: "The `webhook-id` of that message." }),
  sequence: Count.annotate({ description: "The number of its event in the ledger of releases." })
}).annotate({ identifier: "WebhookPlace", description: "A message that a receiver has had." })

const MessageItem = Schema.Struct({
  item: Schema.String.annotate({
    description: "The item, such as `campaign_kind/retail_promotion` or the code of a license."
  }),
  change: Schema.String.annotate({ description: "The kind of the change, as in `/{api_version}/changes`." }),
  href: Schema.optionalKey(Schema.String.annotate({ description: "The address of the item in this release." }))
}).annotate({ identifier: "WebhookItem", description: "A change of an item." })

const MessageProof = Schema.Struct({
  leaf: Schema.String.annotate({ description: "The leaf of the event, whose `event` equals `digest`." }),
  index: Count.annotate({ description: "Its place in the log, from 0." }),
  hashes: Schema.Array(Schema.String).annotate({
    description: "The way from the leaf to the root (RFC 6962), in Base64."
  }),
  checkpoint: Schema.String.annotate({ description: "The signed note with size and root (C2SP tlog-checkpoint)." })
}).annotate({ identifier: "WebhookProof", description: "The proof that the signed log has the event." })

/** What a message says: what happened, and where to read it. It contains no texts of the taxonomy. */
export type HookMessageData = typeof HookMessageData.Type
export const HookMessageData = Schema.Struct({
  sequence: Count.annotate({ description: "The number of the event in the ledger of releases, from 1." }),
  digest: Digest.annotate({ description: "The hash of the event. It covers all events before it." }),
  previous: Schema.NullOr(PreviousMessage).annotate({
    description: "The message before this one to the same subscription. Another one than you had last shows a gap."
  }),
  api_version: Schema.String.annotate({ description: "The API version that serves the release, such as `v1`." }),
  release: Schema.optionalKey(Schema.String.annotate({ description: "The full version of the release." })),
  version: Schema.optionalKey(Schema.String.annotate({ description: "Its taxonomy version, such as `v1.1`." })),
  manifest: Schema.optionalKey(Digest.annotate({ description: "The digest of the manifest of the release." })),
  reason: Schema.optionalKey(
    Schema.String.annotate({ description: "Why the release was withdrawn, or the major ended." })
  ),
  items: Schema.optionalKey(Schema.Array(MessageItem).annotate({ description: "The changes." })),
  count: Schema.optionalKey(
    Count.annotate({ description: "The number of changes. `items` lists at most 100 of them." })
  ),
  links: Schema.Record(Schema.String, Schema.String).annotate({
    description: "Addresses to GET with your API key, by what they answer with."
  }),
  proof: Schema.optionalKey(MessageProof).annotateKey({ description: "Absent if the log is not signed so far." })
}).annotate({ identifier: "WebhookData", description: "The event, and where to read it." })

/** The body of a webhook (Standard Webhooks, "Payload structure"). */
export type HookMessage = typeof HookMessage.Type
export const HookMessage = Schema.Struct({
  type: Schema.Literals(hookKinds.map(toType)).annotate({ description: "What happened." }),
  timestamp: Timestamp.annotateKey({ description: "When the event happened. `webhook-timestamp` is of the attempt." }),
  data: HookMessageData
}).annotate({ identifier: "WebhookMessage", description: "What happened, and where to read it." })

/** The type of the messages of a kind, such as `taxonomy.license_changed`. */
export function toType(kind: HookKind): `taxonomy.${string}` {
  return `taxonomy.${kind.replaceAll("-", "_")}`
}

/** One event of the ledger of releases as the subscribers of a kind are told it. */
export interface PlannedMessage {
  readonly id: string
  readonly kind: HookKind
  /** The place among all messages. It grows with the sequence, and within an event with the order of the kinds. */
  readonly place: number
  readonly sequence: number
  readonly event: ReleaseEvent
  readonly changes: ReadonlyArray<Change>
  readonly digest: Digest
}

/** The place of the first message that an event of the ledger can have. */
export const placeOf = (sequence: number, kind: HookKind = "release"): number =>
  sequence * placesOfEvent + hookKinds.indexOf(kind)

/** The event to which a place belongs. */
export const sequenceOf = (place: number): number => Math.floor(place / placesOfEvent)

const placesOfEvent = 8

/** The messages of a ledger, in order. The same ledger always gives the same messages with the same ids. */
export const planMessages = (
  events: ReadonlyArray<ReleaseEvent>,
  leaves: ReadonlyArray<Pick<LogLeaf, "event">>
): ReadonlyArray<PlannedMessage> =>
  events.flatMap((event, index) => {
    const sequence = index + 1
    const digest = leaves[index]?.event ?? ""
    return kindsOf(event).map(([kind, changes]): PlannedMessage => ({
      id: `msg_${sequence}_${kind}_${digest.slice("sha256:".length, "sha256:".length + 12)}`,
      kind,
      place: placeOf(sequence, kind),
      sequence,
      event,
      changes,
      digest
    }))
  })

const kindsOf = (event: ReleaseEvent): ReadonlyArray<readonly [HookKind, ReadonlyArray<Change>]> => {
  switch (event._tag) {
    case "ReleasePublished": {
      const { changes } = event
      const deprecations = changes.filter(({ kind }) => deprecationAspects.has(kindFacts[kind].aspect))
      const ofLicenses = changes.filter(({ kind }) => kindFacts[kind].type === "license")
      return [
        ["release", changes],
        ...(deprecations.length > 0 ? [["deprecation", deprecations] as const] : []),
        ...(ofLicenses.length > 0 ? [["license-changed", ofLicenses] as const] : [])
      ]
    }
    case "ReleaseWithdrawn":
      return [["withdrawal", []]]
    case "MajorEnded":
      return [["end-of-life", []]]
  }
}

const deprecationAspects: ReadonlySet<string> = new Set(["deprecated", "undeprecated", "deprecation-changed"])

/** What a subscription gets. */
export interface Subscription {
  readonly events: ReadonlyArray<HookKind>
  /** The last event of the ledger before the subscription. */
  readonly after: number
}

/** The first message to a subscription after a place, with the message before it; `undefined` if there is none yet. */
export const nextMessage = (
  messages: ReadonlyArray<PlannedMessage>,
  { after, events }: Subscription,
  place: number
): { readonly message: PlannedMessage; readonly previous: PlannedMessage | undefined } | undefined => {
  const isWanted = ({ kind, sequence }: PlannedMessage) => sequence > after && events.includes(kind)
  const start = messages.findIndex((message) => message.place > place && isWanted(message))
  const message = messages[start]
  return message && { message, previous: messages.slice(0, start).findLast(isWanted) }
}

/** Makes the proof that the log has the event with an index; `undefined` if the log is not signed so far. */
export type ProveEvent = (index: number) => (typeof MessageProof)["Type"] | undefined

/** The body of a message. `service` is the base address of the read API, without a slash at its end. */
export const messageBody = (
  { changes, digest, event, kind, sequence }: PlannedMessage,
  previous: PlannedMessage | undefined,
  service: string,
  prove: ProveEvent
): HookMessage => {
  const proof = prove(sequence - 1)
  const major = event._tag === "MajorEnded" ? event.major : majorOf(event.version)
  const base = `${service}/v${major}`
  return {
    type: toType(kind),
    timestamp: event._tag === "ReleasePublished" ? event.published_at : event.date,
    data: {
      sequence,
      digest,
      previous: previous === undefined ? null : { id: previous.id, sequence: previous.sequence },
      api_version: `v${major}`,
      ...(event._tag === "MajorEnded" ? {} : { release: event.version, version: shortName(event.version) }),
      ...(event._tag === "ReleasePublished"
        ? publicationOf(event, changes, base)
        : { reason: event.reason, links: { releases: `${base}/releases` } }),
      ...(proof === undefined ? {} : { proof })
    }
  }
}

const publicationOf = (
  { base: before, manifest, version }: ReleasePublished,
  changes: ReadonlyArray<Change>,
  base: string
) => ({
  manifest,
  items: changes.slice(0, maxItems).flatMap((change) => {
    const item = changedItem(change)
    if (item === undefined) return []
    const path = kindFacts[change.kind].aspect === "removed" ? undefined : pathOf(item)
    return [
      {
        item: formatItem(item),
        change: change.kind,
        ...(path === undefined ? {} : { href: `${base}${path}?version=v${version}` })
      }
    ]
  }),
  count: changes.length,
  links: {
    schema: `${base}/schema?version=v${version}`,
    releases: `${base}/releases`,
    ...(before === null ? {} : { changes: `${base}/changes?from=v${before}&to=v${version}` })
  }
})

const maxItems = 100

/** The path of an item below its API version. Rules have none of their own. Names and codes need no escape. */
const pathOf = (item: ItemRef): string | undefined => {
  switch (item._tag) {
    case "Dimension":
      return `/dimensions/${item.dimension}`
    case "Value":
      return `/dimensions/${item.dimension}/values/${encodeURIComponent(item.value)}`
    case "License":
      return `/licenses/${encodeURIComponent(item.license)}`
    case "ConflictRule":
      return undefined
  }
}

/** The leaf of an event, and its way to the root. */
export const makeEventProver =
  (
    leaves: ReadonlyArray<LogLeaf>,
    covered: number,
    hashesOf: (index: number) => ReadonlyArray<string>,
    checkpoint: string
  ): ProveEvent =>
  (index) => {
    const leaf = leaves[index]
    return leaf === undefined || index >= covered
      ? undefined
      : { leaf: formatLeaf(leaf), index, hashes: hashesOf(index), checkpoint }
  }
