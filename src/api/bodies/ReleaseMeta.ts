import * as Schema from "effect/Schema"
import { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { Version } from "../../domain/taxonomy/Version.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"

/** Which release a body is of (service spec, 2.6). It is constant for a release, so the body's digest can be its tag. */
export const ReleaseMeta = Schema.Struct({
  taxonomy_version: TaxonomyVersion,
  release: Schema.toEncoded(Version),
  generated_at: Timestamp
}).annotate({ identifier: "ReleaseMeta", description: "The release that the body is of; constant for a release." })
