import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import {
  forecastRemovals,
  formatForecast,
  type NewestRelease,
  type PastReleases,
  type RemovalForecast
} from "../../domain/release/removal/RemovalForecast.ts"
import { formatItem, type ItemRef, toItemId } from "../../domain/taxonomy/ItemRef.ts"
import { replacementItems } from "../../domain/taxonomy/Replacement.ts"
import type { CatalogItem, ReleaseEntry } from "../data/DataSource.ts"
import { type Catalog, formatDate, toVersion } from "./Catalog.ts"
import { refOf } from "./ItemAddress.ts"
import { findTexts } from "./ItemState.ts"
import type { ShownRelease } from "./Release.ts"
import { findTranslation, type Languages, type TranslatedText } from "./Translate.ts"

/** What there is to say of a deprecated or removed item. */
export interface Notice {
  /** The release that deprecated the item, if one did, with its day. */
  readonly since: { readonly version: string; readonly date: string } | undefined
  /** Only the working tree deprecates it. */
  readonly isOfDraftOnly: boolean
  readonly replacements: ReadonlyArray<ItemRef>
  /** The replacements apply together. */
  readonly isAllOf: boolean
  readonly reason: TranslatedText | undefined
  readonly removal: RemovalForecast | undefined
}

/** What there is to say of an item that a release deprecates; `undefined` if it does not. */
export const findNotice = (
  catalog: Catalog,
  release: ShownRelease,
  item: ItemRef,
  languages: Languages,
  today: string
): Notice | undefined => {
  const deprecation = findTexts(release.taxonomy, item)?.deprecated
  if (deprecation === undefined) return undefined
  const entry = catalog.itemOf.get(formatItem(item))
  const since = release.deprecations.get(toItemId(item))
  return {
    since: since && { version: fullVersion(catalog, entry, since.version), date: since.date },
    isOfDraftOnly: release.isDraft && entry?.deprecated_in === undefined,
    replacements: replacementItems(item, deprecation),
    isAllOf: deprecation.replacement_mode === "all_of",
    reason: findTranslation(deprecation, "reason", languages),
    removal: forecastRemoval(catalog, item, today)
  }
}

/** What there is to say of an item that is removed. */
export const removedNotice = (catalog: Catalog, entry: CatalogItem, languages: Languages, today: string): Notice => {
  const deprecatedIn = entry.deprecated_in === undefined ? undefined : catalog.releaseOf.get(entry.deprecated_in)
  return {
    since: deprecatedIn && { version: deprecatedIn.release, date: deprecatedIn.published_at },
    isOfDraftOnly: false,
    replacements: (entry.replacement?.items ?? []).map((name) => replacementOf(catalog, entry, name)),
    isAllOf: entry.replacement?.mode === "all_of",
    reason: findTranslation(entry, "reason", languages),
    removal: forecastRemoval(catalog, refOf(entry), today)
  }
}

/** "Deprecated since 1.1.0 (10 February 2025)." */
export const formatSince = ({ isOfDraftOnly, since }: Notice): string => {
  if (isOfDraftOnly) return "Deprecated in the working tree only."
  return since === undefined ? "Deprecated." : `Deprecated since ${since.version} (${formatDate(since.date)}).`
}

/** The full version of the release that deprecated an item: bodies of releases shorten it to `v1.1`. */
const fullVersion = (catalog: Catalog, entry: CatalogItem | undefined, short: string): string => {
  const deprecatedIn = entry?.deprecated_in === undefined ? undefined : catalog.releaseOf.get(entry.deprecated_in)
  return deprecatedIn?.version === short ? deprecatedIn.release : short.replace(/^v/, "")
}

/** Replacements are of the kind of the item, or values. */
const replacementOf = ({ itemOf }: Catalog, { kind }: CatalogItem, name: string): ItemRef =>
  refOf(itemOf.get(name) ?? { item: name, kind: name.includes("/") ? "value" : kind })

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
