// FROZEN once a release in format 2 is published: never edited after that, but copied to the next format.
import type { ReleasePublished2 } from "../../domain/release/events/ReleasePublished2.ts"
import type {
  ConflictRule2,
  Deprecation2,
  Dimension2,
  License2,
  Value2
} from "../../domain/release/events/Taxonomy2.ts"
import type { ItemId, Release as Release1, Version } from "../format1/Release.ts"

export type Value = typeof Value2.Type
export type Dimension = typeof Dimension2.Type
export type License = typeof License2.Type
export type ConflictRule = typeof ConflictRule2.Type
export type Deprecation = typeof Deprecation2.Type
export type Change = (typeof ReleasePublished2.Type)["changes"][number]

export interface Taxonomy {
  readonly namespace: string
  readonly iri?: string
  readonly title: string
  readonly description: string
  readonly translations?: { readonly [language: string]: { readonly title?: string; readonly description?: string } }
  readonly dimensions: ReadonlyArray<Dimension>
  readonly licenses: ReadonlyArray<License>
  readonly rules: ReadonlyArray<ConflictRule>
}

/** When an item can be removed. */
export interface RemovalForecast {
  /** `removed` if a newer line has removed it already. */
  readonly may_go: "now" | "later" | "removed"
  readonly version: Version
  /** The releases that must come first. */
  readonly after: ReadonlyArray<Version>
  /** `YYYY-MM-DD` */
  readonly date: string
  /** The release that must deprecate it first, if the newest one does not. */
  readonly deprecated_in: Version | null
}

/** An item that this release or an earlier one of its line removed, with its last deprecation. */
export interface RemovedItem {
  readonly version: string
  readonly deprecation: Deprecation | undefined
  /** The label, or the name of a license. */
  readonly label: string | undefined
}

/** A release as format 2 renders it. */
export interface Release extends Omit<typeof ReleasePublished2.Type, "_tag" | "manifest">, Pick<Release1, "clocks"> {
  readonly taxonomy: Taxonomy
  /** When each deprecated item can be removed, as of the publication of the release. */
  readonly forecasts: { readonly get: (id: ItemId) => RemovalForecast | undefined }
  /** By the id of the item. */
  readonly removed: Iterable<readonly [id: string, item: RemovedItem]>
}
