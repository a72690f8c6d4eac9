import type { RemovalForecast } from "../../domain/release/removal/RemovalForecast.ts"
import { formatItem, toItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { replacementItems } from "../../domain/taxonomy/Replacement.ts"
import type { ItemEntry } from "../data/Bodies.ts"
import type { Catalog } from "./Catalog.ts"
import { formatDate } from "./Dates.ts"
import { findTexts } from "./FindTexts.ts"
import { refOf } from "./ItemAddress.ts"
import type { Release } from "./Release.ts"
import { forecastRemoval } from "./Removal.ts"
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
  release: Release,
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
export const removedNotice = (catalog: Catalog, entry: ItemEntry, languages: Languages, today: string): Notice => {
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
const fullVersion = (catalog: Catalog, entry: ItemEntry | undefined, short: string): string => {
  const deprecatedIn = entry?.deprecated_in === undefined ? undefined : catalog.releaseOf.get(entry.deprecated_in)
  return deprecatedIn?.version === short ? deprecatedIn.release : short.replace(/^v/, "")
}

/** Replacements are of the kind of the item, or values. */
const replacementOf = ({ itemOf }: Catalog, { kind }: ItemEntry, name: string): ItemRef =>
  refOf(itemOf.get(name) ?? { item: name, kind: name.includes("/") ? "value" : kind })
