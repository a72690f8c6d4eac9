import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { HistoryMeta as HistoryMetaSchema } from "../bodies/BodyParts.ts"

/**
 * What a body about all releases is: the newest release of the API version, and the date of the newest event. The end of
 * a major does not count: its date can lie ahead, and the ledger does not say when it was recorded.
 */
export const historyMeta = (
  { releases, withdrawn }: ReleaseHistory,
  newest: Version
): typeof HistoryMetaSchema.Encoded => {
  let generated_at = releases.get(newest)?.published_at ?? ""
  for (const { published_at } of releases.values()) if (published_at > generated_at) generated_at = published_at
  for (const { date } of withdrawn.values()) if (date > generated_at) generated_at = date
  return { taxonomy_version: shortName(newest), release: newest, generated_at }
}
