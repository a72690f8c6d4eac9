import type { SchemaBody } from "../../api/bodies/SchemaBody.ts"
import type { JsonReport } from "../../report/formats/Json.ts"

/** The working tree as `taxonomy explore` and `taxonomy site --working-tree` describe it. */
export interface DraftBody {
  /** What `taxonomy check --format json` prints. */
  readonly report: JsonReport
  /** The outcome in sentences, as the other reports end. */
  readonly verdict: ReadonlyArray<string>
  /** The working tree as the body of a release; `null` if the sources cannot be read as a taxonomy. */
  readonly schema: SchemaBody | null
  /** The texts of the files that findings name, by path. */
  readonly sources: Readonly<Record<string, string>>
  /** The version of the release that it is compared with. */
  readonly base: string | null
  /** ISO 8601 in UTC. */
  readonly checked_at: string
}
