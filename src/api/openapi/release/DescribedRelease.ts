import type { Timestamp } from "../../../domain/ledger/Timestamp.ts"
import type { Version } from "../../../domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../../domain/taxonomy/Taxonomy.ts"

/** The release that a document describes, or the one that the sources declare. */
export interface DescribedRelease {
  readonly version: Version
  readonly taxonomy: Taxonomy
  /** `undefined` before the publication. */
  readonly published_at?: Timestamp | undefined
}
