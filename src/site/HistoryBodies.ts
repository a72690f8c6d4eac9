import { itemsBody } from "../api/projections/ItemsProjection.ts"
import { releasesBody } from "../api/projections/ReleasesProjection.ts"
import type { ReleaseHistory } from "../domain/release/ReleaseHistory.ts"
import { compare } from "../domain/taxonomy/VersionArithmetic.ts"

/** The bodies about all releases, as the API sends them, as JSON. */
export const renderHistory = (history: ReleaseHistory): { readonly releases: string; readonly items: string } => {
  const versions = [...history.releases.keys()].toSorted(compare)
  const newest = versions.findLast((version) => !history.withdrawn.has(version)) ?? versions.at(-1)
  // The first release is not published yet.
  if (newest === undefined) return { releases: '{"releases":[],"count":0}', items: '{"items":[],"count":0}' }
  return { releases: JSON.stringify(releasesBody(history, newest)), items: JSON.stringify(itemsBody(history, newest)) }
}
