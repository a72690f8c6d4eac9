import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { Change } from "../change/Change.ts"
import { ChangeSchema } from "../change/ChangeSchema.ts"
import { type EventVersion, eventVersion, makeEventCodec, upcastVersion } from "../ledger/EventCodec.ts"
import type { Chain, Head } from "../ledger/HashChain.ts"
import type { Digest, Timestamp } from "../ledger/Timestamp.ts"
import { makePlainDecoder } from "../PlainDecoder.ts"
import type { Version } from "../taxonomy/Scalars.ts"
import type { Value } from "../taxonomy/Taxonomy.ts"
import type { LogLeaf } from "../transparency/LogLeaf.ts"
import { MajorEnded1, ReleasePublished1, ReleaseWithdrawn1, Value1 } from "./PublishedReleaseEvents.ts"
import type { Waiver } from "./PublishRelease.ts"

/** All facts of a release: folding the changes of its ancestry gives its snapshot, so the sources are not needed. */
export interface ReleasePublished {
  readonly _tag: "ReleasePublished"
  readonly version: Version
  readonly base: Version | null
  readonly published_at: Timestamp
  readonly source_commit: string
  readonly changes: ReadonlyArray<Change>
  readonly waivers: ReadonlyArray<Waiver>
  /** The number of the renderer that made the artifacts. */
  readonly format: number
  /** The digest of the release's `manifest.json`, which holds the digests of all other files. */
  readonly manifest: Digest
}

/** No further releases on this major; it is still served. */
export type MajorEnded = typeof MajorEnded.Type
export const MajorEnded = MajorEnded1

/** The release turned out wrong: it stays on disk, and only its own full version leads to it. */
export type ReleaseWithdrawn = typeof ReleaseWithdrawn.Type
export const ReleaseWithdrawn = ReleaseWithdrawn1

/** The events of the ledger of releases, in the newest schema version of each type. */
export type ReleaseEvent = ReleasePublished | MajorEnded | ReleaseWithdrawn

/**
 * The same schema version, which decodes the values of an added dimension one by one: there may be very many, and nearly
 * all have only texts. The schema decodes everything else, and a list that holds anything else.
 */
const withPlainValues = (version: EventVersion<ReleaseEvent>): EventVersion<ReleaseEvent> => ({
  ...version,
  decode: (event) => {
    const written = Predicate.isObject(event) ? event["changes"] : undefined
    if (!Predicate.isObject(event) || !Array.isArray(written)) return version.decode(event)
    const lists = written.map(plainValuesOf)
    const changes = written.map((change: unknown, index) =>
      isAddition(change) && lists[index] !== undefined ? { ...change, after: { ...change.after, values: [] } } : change
    )
    return Result.map(version.decode({ ...event, changes }), (decoded) =>
      decoded._tag === "ReleasePublished" ? withValues(decoded, lists) : decoded
    )
  }
})

const decodePlainValue = makePlainDecoder(
  Schema.Struct(Struct.pick(Value1.fields, ["code", "label", "description", "definition"]))
)

/** The values of an added dimension, if all of them are plain. */
const plainValuesOf = (change: unknown): ReadonlyArray<Value> | undefined => {
  if (!isAddition(change) || !Array.isArray(change.after["values"])) return undefined
  const values: Array<Value> = []
  for (const written of change.after["values"]) {
    const value = decodePlainValue(written)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values
}

const withValues = (
  event: ReleasePublished,
  lists: ReadonlyArray<ReadonlyArray<Value> | undefined>
): ReleasePublished => ({
  ...event,
  changes: event.changes.map((change, index) => {
    const values = lists[index]
    return change.kind === "dimension-added" && values !== undefined
      ? { ...change, after: { ...change.after, values } }
      : change
  })
})

const isAddition = (change: unknown): change is { readonly after: Readonly<Record<string, unknown>> } =>
  Predicate.isObject(change) && change["kind"] === "dimension-added" && Predicate.isObject(change["after"])

/** Schema 3 of the event that a release was published. Until a release has it, it follows the vocabulary. */
const ReleasePublished3 = Schema.Struct({ ...ReleasePublished1.fields, changes: Schema.Array(ChangeSchema) })

/** Every schema version of the events of releases, the oldest first. A new version is one schema and one entry here. */
export const releaseEventCodec = makeEventCodec<ReleaseEvent>({
  ReleasePublished: [
    // Programs that know only schema 1 know only format 1, so they could not verify what they would read.
    withPlainValues(
      upcastVersion<typeof ReleasePublished1.Type, ReleasePublished>(
        ReleasePublished1,
        (event) => event,
        (event) => (event.format === 1 ? event : undefined)
      )
    ),
    // Written by versions of this program that were never released.
    "unreleased",
    withPlainValues(eventVersion(ReleasePublished3))
  ],
  MajorEnded: [eventVersion(MajorEnded1)],
  ReleaseWithdrawn: [eventVersion(ReleaseWithdrawn1)]
})

/** The leaves of the transparency log for the events that follow a head. */
export const leavesOf = ({ events, hashes }: Chain<ReleaseEvent>, { sequence }: Head): ReadonlyArray<LogLeaf> =>
  events.map((event, index) => ({
    event: hashes[index] ?? "",
    manifest: event._tag === "ReleasePublished" ? event.manifest : null,
    sequence: sequence + index + 1,
    type: event._tag,
    version: event._tag === "MajorEnded" ? null : event.version
  }))
