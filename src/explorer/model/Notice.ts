import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { formatForecast, type RemovalForecast } from "../../domain/release/removal/RemovalForecast.ts"
import { formatItem, type ItemRef, toItemId } from "../../domain/taxonomy/ItemRef.ts"
import { replacementItems } from "../../domain/taxonomy/Replacement.ts"
import { findTranslation, type Languages, type TranslatedText } from "../../domain/taxonomy/Translate.ts"
import type { CatalogItem } from "../data/DataSource.ts"
import { type Catalog, formatDate, toVersion } from "./Catalog.ts"
import { findTexts, refOf } from "./Item.ts"
import type { ShownRelease } from "./Release.ts"

/** What there is to say of a deprecated or removed item. */
export interface Notice {
  /** The release that deprecated the item, if one did, with its day. */
  readonly since: { readonly version: string; readonly date: string } | undefined
  /** Only the draft deprecates it. */
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
    // What an older release announced may have come to pass.
    removal: release.due?.get(formatItem(item)) ?? (entry && forecastRemoval(entry, today))
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
    removal: forecastRemoval(entry, today)
  }
}

/** "Deprecated since 1.1.0 (10 February 2025)." */
export const formatSince = ({ isOfDraftOnly, since }: Notice): string => {
  if (isOfDraftOnly) return "Deprecated in the draft only."
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

/** Forecasts the removal of an item as of a day by what the list of items says of it, whichever release is shown. */
export const forecastRemoval = (
  { deprecation, removed_in, removed_on }: Pick<CatalogItem, "deprecation" | "removed_in" | "removed_on">,
  today: string
): RemovalForecast | undefined => {
  if (removed_in !== undefined && removed_on !== undefined) {
    return { may_go: "removed", version: toVersion(removed_in), after: [], date: removed_on, deprecated_in: null }
  }
  if (deprecation === undefined) return undefined
  const { after = [], date, deprecated_in, version } = deprecation.earliest_removal
  return {
    may_go: deprecated_in === undefined && after.length === 0 && dayOf(today) >= date ? "now" : "later",
    version: firstOf(version),
    after: after.map(firstOf),
    date,
    deprecated_in: deprecated_in === undefined ? null : firstOf(deprecated_in)
  }
}

/** The first release that has a short version: `3.0.0` for `v3.0`. */
const firstOf = (short: string) => toVersion(`${short.slice(1)}.0`)

/** When an item can be removed, or was removed, in a sentence. */
export const formatRemovalSentence = (forecast: RemovalForecast): string =>
  formatForecast({ ...forecast, date: formatDate(forecast.date) })
