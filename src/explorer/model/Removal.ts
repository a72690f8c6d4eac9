import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import {
  forecastRemovals,
  formatForecast,
  type NewestRelease,
  type PastReleases,
  type RemovalForecast
} from "../../domain/release/removal/RemovalForecast.ts"
import { toItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { ReleaseEntry } from "../data/Bodies.ts"
import type { Catalog } from "./Catalog.ts"
import { formatDate } from "./Dates.ts"
import { refOf } from "./ItemAddress.ts"
import { toVersion } from "./Versions.ts"

/**
 * Forecasts the removal of an item as of a day, as `taxonomy due` does: the newest release decides, not the one that is
 * shown. What an older release announced may have come to pass.
 */
export const forecastRemoval = (catalog: Catalog, item: ItemRef, today: string): RemovalForecast | undefined => {
  const history = historyOf(catalog)
  return history === undefined ? undefined : forecastRemovals(history, history.newest, today)(item)
}

/** When an item can be removed, or was removed, in a sentence. */
export const formatRemovalSentence = (forecast: RemovalForecast): string =>
  formatForecast({ ...forecast, date: formatDate(forecast.date) })

interface History {
  readonly releases: PastReleases
  readonly newest: NewestRelease
}

/** What a forecast depends on. It ends with the newest release of all, also if that one was withdrawn. */
const historyOf = memoizeByIdentity(({ items, releaseOf, releases }: Catalog): History | undefined => {
  const [newest] = releases
  if (newest === undefined) return undefined
  const publicationOf = (version: string) => releaseOf.get(version) ?? newest
  const dated = (version: string) => ({ version: toVersion(version), date: publicationOf(version).published_at })
  return {
    releases: new Map(releases.map((release) => [toVersion(release.release), toPastRelease(release)])),
    newest: {
      ...toPastRelease(newest),
      clocks: new Map(
        items.flatMap((entry) =>
          entry.deprecated_in === undefined ? [] : [[toItemId(refOf(entry)), dated(entry.deprecated_in)] as const]
        )
      ),
      removed: new Map(
        items.flatMap((entry) =>
          entry.removed_in === undefined ? [] : [[toItemId(refOf(entry)), dated(entry.removed_in)] as const]
        )
      )
    }
  }
})

const toPastRelease = ({ base, published_at, release }: ReleaseEntry) => ({
  version: toVersion(release),
  base: base === null ? null : toVersion(base),
  published_at
})
