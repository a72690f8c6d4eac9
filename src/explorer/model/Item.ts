import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import {
  conflictRuleRef,
  dimensionRef,
  formatItem,
  type ItemRef,
  licenseRef,
  valueRef
} from "../../domain/taxonomy/ItemRef.ts"
import type { License, Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { findTranslation, type Languages, type TranslatedText } from "../../domain/taxonomy/Translate.ts"
import type { Translations } from "../../domain/taxonomy/Translations.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import type { CatalogItem } from "../data/DataSource.ts"
import type { Segments } from "../routing/Route.ts"
import { type Catalog, compareVersions } from "./Catalog.ts"
import { type ShownRelease, toLabelTranslations } from "./Release.ts"

/** What a release, or the draft, has of an item. */
export type ItemState =
  | { readonly _tag: "Present" }
  | { readonly _tag: "Deprecated" }
  /** Only the draft has it, perhaps as one that will go. */
  | { readonly _tag: "New"; readonly isDeprecated: boolean }
  /** Gone since a release. */
  | { readonly _tag: "Removed"; readonly version: string }
  /** The newest release has it, the draft does not. */
  | { readonly _tag: "Dropped" }
  /** A later release added it. */
  | { readonly _tag: "Later"; readonly version: string }
  /** No release has it. */
  | { readonly _tag: "Unknown" }

export const itemState = (catalog: Catalog, { isDraft, taxonomy, version }: ShownRelease, item: ItemRef): ItemState => {
  const texts = findTexts(taxonomy, item)
  const entry = catalog.itemOf.get(formatItem(item))
  if (texts !== undefined) {
    if (isDraft && (entry === undefined || entry.removed_in !== undefined)) {
      return { _tag: "New", isDeprecated: texts.deprecated !== undefined }
    }
    return texts.deprecated === undefined ? { _tag: "Present" } : { _tag: "Deprecated" }
  }
  if (entry === undefined) return { _tag: "Unknown" }
  if (!isDraft && compareVersions(entry.added_in, version) > 0) return { _tag: "Later", version: entry.added_in }
  if (entry.removed_in !== undefined) return { _tag: "Removed", version: entry.removed_in }
  return isDraft ? { _tag: "Dropped" } : { _tag: "Later", version: entry.added_in }
}

/** The label of an item in a release, or its last one. `undefined` for items without one, and unknown ones. */
export const labelOf = (
  catalog: Catalog,
  { taxonomy }: ShownRelease,
  item: ItemRef,
  languages: Languages
): TranslatedText | undefined => {
  // The list of items has the description of a rule for its label.
  const last = item._tag === "ConflictRule" ? undefined : catalog.itemOf.get(formatItem(item))
  const texts = findTexts(taxonomy, item) ?? last
  return texts === undefined ? undefined : findTranslation(texts, "label", languages)
}

/** The texts of an item of a release. */
interface ItemTexts {
  /** The label, or the name of a license; a conflict rule may have none. */
  readonly label?: string | undefined
  readonly description: string
  readonly definition?: string | undefined
  /** With the name of a license under `label`. */
  readonly translations?: Translations | undefined
  readonly deprecated?: Deprecation | undefined
}

/** The texts of an item; `undefined` if the release does not have it. */
export const findTexts = (taxonomy: Taxonomy, item: ItemRef): ItemTexts | undefined => {
  const found = snapshotOf(taxonomy).get(item)
  return found !== undefined && "config" in found ? licenseTexts(found) : found
}

const licenseTexts = memoizeByIdentity(({ name, translations, ...license }: License): ItemTexts => ({
  ...license,
  label: name,
  translations: translations && toLabelTranslations(translations)
}))

/** The segments of the address of an item, after the release. */
export const itemSegments = (item: ItemRef): Segments => {
  switch (item._tag) {
    case "Dimension":
      return ["dimensions", item.dimension]
    case "Value":
      return ["dimensions", item.dimension, item.value]
    case "License":
      return ["licenses", item.license]
    case "ConflictRule":
      return ["rules", item.rule]
  }
}

/** The item that an address names; `undefined` if it names another page. */
export const refOfSegments = (segments: Segments): ItemRef | undefined => {
  const [view, first, second] = segments
  if (first === undefined || segments.length > (view === "dimensions" ? 3 : 2)) return undefined
  switch (view) {
    case "dimensions":
      return second === undefined ? dimensionRef(first) : valueRef(first, second)
    case "licenses":
      return licenseRef(first)
    case "rules":
      return conflictRuleRef(first)
    default:
      return undefined
  }
}

/** True if an address names an item that a release does not have, or a page below one. */
export const isMissingItem = (segments: Segments, { taxonomy }: ShownRelease): boolean => {
  const item = refOfSegments(segments)
  if (item !== undefined) return findTexts(taxonomy, item) === undefined
  const [view = "", ...others] = segments
  return itemViews.has(view) && others.length > 0
}

const itemViews = new Set(["dimensions", "licenses", "rules"])

/** The item of an entry of the catalog. */
export const refOf = ({ item, kind }: Pick<CatalogItem, "item" | "kind">): ItemRef => {
  // Neither codes nor names contain a slash.
  const [first = "", second = ""] = item.split("/")
  switch (kind) {
    case "dimension":
      return dimensionRef(first)
    case "value":
      return valueRef(first, second)
    case "license":
      return licenseRef(first)
    case "rule":
      return conflictRuleRef(second)
  }
}
