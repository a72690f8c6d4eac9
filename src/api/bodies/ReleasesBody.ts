import * as Schema from "effect/Schema"
import { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { releaseStatuses } from "../../domain/release/ReleaseLines.ts"
import { ReleaseSummary } from "../../domain/release/ReleaseSummary.ts"
import { Count, Bump, Version } from "../../domain/taxonomy/Scalars.ts"
import { ApiVersion, TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"
import { NextCursor, HistoryMeta } from "./BodyParts.ts"

const FullVersion = Schema.toEncoded(Version)

/** A withdrawal, or the end of a major. */
const DateAndReason = Schema.Struct({ date: Timestamp, reason: Schema.String })

const WaiverBody = Schema.Struct({
  rule: Schema.String.annotate({ description: "The id of the check." }),
  subject: Schema.String.annotate({
    description: "What the exception is for: an item, or a text that the check names."
  }),
  reason: Schema.String,
  approved_by: Schema.String
}).annotate({ identifier: "Waiver", description: "An exception from a rule that a person approved for one release." })

const ReleaseEntry = Schema.Struct({
  version: TaxonomyVersion,
  release: FullVersion,
  published_at: Timestamp,
  bump: Schema.NullOr(Bump).annotate({ description: "How the version follows from its base; `null` for the first." }),
  base: Schema.NullOr(FullVersion).annotate({
    description: "The release that it was made from; `null` for the first."
  }),
  api_version: Schema.NullOr(ApiVersion).annotate({
    description: "The API version that serves it; `null` for releases before 1.0.0, which are not served."
  }),
  status: Schema.Literals(releaseStatuses).annotate({
    description:
      "`current`: the newest release of its major. `superseded`: its major has a newer one. `withdrawn`: it was " +
      "published by mistake. `end-of-life`: an end of its major is recorded, which can still lie ahead: compare " +
      "`end_of_life.date` with today."
  }),
  withdrawn: Schema.optionalKey(
    DateAndReason.annotate({ description: "When and why the release was withdrawn. Absent if it was not." })
  ),
  end_of_life: Schema.optionalKey(
    DateAndReason.annotate({
      description: "When and why its major ends or has ended. Absent if no end is recorded."
    })
  ),
  changes: Schema.Record(Schema.String, Count).annotate({
    description: "The number of changes by kind, such as `value-added`. Kinds without a change are absent."
  }),
  waivers: Schema.Array(WaiverBody),
  notes: Schema.optionalKey(
    ReleaseSummary.annotate({ identifier: "ReleaseNotes", description: "What the editors say of a release." })
  )
}).annotate({ identifier: "Release", description: "A release of the taxonomy, of any major version." })

/** The body of the list of releases. */
export type ReleasesBody = typeof ReleasesBody.Encoded
export const ReleasesBody = Schema.Struct({
  version: TaxonomyVersion,
  releases: Schema.Array(ReleaseEntry),
  count: Count,
  next_cursor: NextCursor,
  _meta: HistoryMeta
}).annotate({ identifier: "Releases", description: "Every release of the taxonomy, the newest version first." })
