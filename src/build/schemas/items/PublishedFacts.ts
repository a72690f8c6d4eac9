import type { Timestamp } from "../../../domain/ledger/Timestamp.ts"
import { itemRefs } from "../../../domain/lookup/ItemUses.ts"
import type { ReleaseHistory } from "../../../domain/release/ReleaseHistory.ts"
import { newestOf } from "../../../domain/release/ReleaseLines.ts"
import { formatForecast } from "../../../domain/release/removal/RemovalForecast.ts"
import { forecastStanding, newestStanding } from "../../../domain/release/StandingReleases.ts"
import { formatItem, toItemId } from "../../../domain/taxonomy/ItemRef.ts"

/** What the schemas say of the releases. */
export interface PublishedFacts {
  /** The names of the items of the newest release, of a withdrawn one above it, and of all that were removed: a waiver may be about any of them. */
  readonly names: ReadonlyArray<string>
  /** When a deprecated item can be removed, by its name, as a sentence. */
  readonly removals: ReadonlyMap<string, string>
}

export const noPublishedFacts: PublishedFacts = { names: [], removals: new Map() }

export const collectPublishedFacts = (history: ReleaseHistory, today: Timestamp): PublishedFacts => {
  const [newest, last] = [newestStanding(history), newestOf(history)]
  if (newest === undefined || last === undefined) return noPublishedFacts
  const items = itemRefs(newest.taxonomy)
  const forecast = forecastStanding(history, newest, today)
  const deprecated = items.filter((item) => newest.clocks.has(toItemId(item)))
  const removed = [...history.tombstones.values()].map(({ item }) => item)
  return {
    names: [...new Set([...items, ...itemRefs(last.taxonomy), ...removed].map(formatItem))],
    removals: new Map(deprecated.map((item) => [formatItem(item), formatForecast(forecast(item))]))
  }
}
