import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Change } from "../change/Change.ts"
import { Version } from "../taxonomy/Version.ts"

/** A UTC instant to the second, `2026-11-21T10:00:00Z`. */
export type Timestamp = typeof Timestamp.Type
export const Timestamp = Schema.String.check(
  Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/u, {
    expected: "a UTC time such as 2026-11-21T10:00:00Z"
  }),
  Schema.makeFilter((text: string) => isOnTheCalendar(text), {
    expected: "a day that its month has"
  })
)

/** Without this, 30 February would be read as 2 March. */
const isOnTheCalendar = (text: string): boolean =>
  Option.exists(DateTime.make(text), (instant) => DateTime.formatIso(instant).slice(0, 19) === text.slice(0, 19))

export type Digest = typeof Digest.Type
export const Digest = Schema.String.check(Schema.isPattern(/^sha256:[0-9a-f]{64}$/u))

/** An exception that a person approved for one release. */
export type Waiver = typeof Waiver.Type
export const Waiver = Schema.Struct({
  rule: Schema.String,
  subject: Schema.String,
  version: Version,
  reason: Schema.String,
  approved_by: Schema.String
})

/** All that a release is: folding the changes of its ancestry gives its snapshot, so the sources are not needed. */
export type ReleasePublished = typeof ReleasePublished.Type
export const ReleasePublished = Schema.TaggedStruct("ReleasePublished", {
  version: Version,
  base: Schema.NullOr(Version),
  published_at: Timestamp,
  source_commit: Schema.String,
  changes: Schema.Array(Change),
  waivers: Schema.Array(Waiver),
  /** The number of the renderer that made the artifacts. */
  format: Schema.Natural,
  /** The digest of the release's `manifest.json`, which holds the digests of all other files. */
  manifest: Digest
})

/** No further releases on this major; it is still served. */
export const MajorEnded = Schema.TaggedStruct("MajorEnded", {
  major: Schema.Natural,
  date: Timestamp,
  reason: Schema.String
})

/** The release turned out wrong: it stays on disk, and nothing leads to it but its own full version. */
export const ReleaseWithdrawn = Schema.TaggedStruct("ReleaseWithdrawn", {
  version: Version,
  date: Timestamp,
  reason: Schema.String
})

/** What has happened to the taxonomy's releases. A published case keeps its name and its meaning for good. */
export type ReleaseEvent = typeof ReleaseEvent.Type
export const ReleaseEvent = Schema.Union([ReleasePublished, MajorEnded, ReleaseWithdrawn])
