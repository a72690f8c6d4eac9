import * as Schema from "effect/Schema"
import type { Change } from "../change/Change.ts"
import { ChangeSchema } from "../change/ChangeSchema.ts"
import { eventVersion, makeEventCodec, upcastVersion } from "../ledger/EventCodec.ts"
import type { Chain, Head } from "../ledger/HashChain.ts"
import type { Digest, Timestamp } from "../ledger/Timestamp.ts"
import type { Version } from "../taxonomy/Scalars.ts"
import type { LogLeaf } from "../transparency/LogLeaf.ts"
import { derivedNumbers, firstWithNotes, sinceOfChange } from "../vocabulary/Since.ts"
import { MajorEnded1, ReleasePublished1, ReleaseWithdrawn1 } from "./PublishedReleaseEvents.ts"
import { ReleaseSummary } from "./ReleaseSummary.ts"
import type { Waiver } from "./Waiver.ts"

/** All facts of a release: folding the changes of its ancestry gives its snapshot, so the sources are not needed. */
export interface ReleasePublished {
  readonly _tag: "ReleasePublished"
  readonly version: Version
  readonly base: Version | null
  readonly published_at: Timestamp
  readonly source_commit: string
  readonly changes: ReadonlyArray<Change>
  readonly waivers: ReadonlyArray<Waiver>
  /** What the editors say of it, if they wrote notes. */
  readonly notes?: ReleaseSummary
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

/** The event that a release was published, in the schemas that follow the vocabulary. */
const DerivedReleasePublished = Schema.Struct({
  ...ReleasePublished1.fields,
  changes: Schema.Array(ChangeSchema),
  notes: Schema.optionalKey(ReleaseSummary)
})

/** A schema with a number is the same without what came later. */
const derivedVersion = (number: number) =>
  upcastVersion<ReleasePublished, ReleasePublished>(
    DerivedReleasePublished,
    (event) => event,
    (event) =>
      event.format <= number &&
      (event.notes === undefined || number >= firstWithNotes) &&
      event.changes.every((change) => sinceOfChange(change) <= number)
        ? event
        : undefined
  )

/** Every schema version of the events of releases, the oldest first. A new number of a derived schema is added to `derivedNumbers`. */
export const releaseEventCodec = makeEventCodec<ReleaseEvent>({
  ReleasePublished: [
    // Programs that know only schema 1 know only format 1, so they could not verify what they would read.
    upcastVersion<typeof ReleasePublished1.Type, ReleasePublished>(
      ReleasePublished1,
      (event) => event,
      (event) => (event.format === 1 ? event : undefined)
    ),
    // Written by versions of this program that were never released.
    "unreleased",
    ...derivedNumbers.map(derivedVersion)
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
