import type { SchemaBody } from "../api/bodies/SchemaBody.ts"
import type { PublishedRelease } from "../domain/release/ReleaseHistory.ts"
import type { DeprecatedSince } from "../domain/release/removal/DeprecationClock.ts"
import type { RemovalForecast } from "../domain/release/removal/RemovalForecast.ts"
import type { RemovedContent } from "../domain/release/removal/RemovedItems.ts"
import type { ItemRef } from "../domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../domain/taxonomy/Taxonomy.ts"

/** What is exported: a state of the taxonomy, and what the releases say of its items. */
export interface ExportContent {
  readonly taxonomy: Taxonomy
  /** The release that is exported; `undefined` for the working tree. */
  readonly release: Pick<PublishedRelease, "version" | "published_at" | "base"> | undefined
  /** Finds the items that the releases until this state removed. */
  readonly removedItems: () => ReadonlyArray<RemovedContent>
  /** `undefined` for an item that no release has deprecated. */
  readonly removalOf: (item: ItemRef) => ExportedRemoval | undefined
  /** Where an item has this content: the version of a release, or the draft with its commit. */
  readonly originOf: (item: ItemRef, content: object) => string
  /** Makes the body of the schema, for formats that describe a release as a client reads it. */
  readonly makeSchema: () => ExportedSchema
}

/** The body of the schema as the read server sends it. */
export interface ExportedSchema {
  readonly body: SchemaBody
  /** True for the release that the working tree proposes. */
  readonly isDraft: boolean
}

/** The release that deprecated an item, and when the item can be removed. */
export interface ExportedRemoval {
  readonly since: DeprecatedSince
  readonly forecast: RemovalForecast
}

/** How an export is written. A format ignores what does not concern it. */
export interface ExportOptions {
  /** The items of a table. */
  readonly table: (typeof tables)[number]
  /** The character between two cells of a table. */
  readonly separator: string
  /** True for a byte order mark, by which spreadsheets recognize UTF-8. */
  readonly bom: boolean
  /** The syntax of linked data. */
  readonly syntax: Syntax
  /** The IRI with which the IRIs of items begin in linked data. */
  readonly base: string | undefined
  /** The language of the untranslated texts. */
  readonly language: string
}

/** The tables that are exported and imported: of values, or of items that have a file each. */
export const tables = ["values", "licenses", "dimensions", "rules"] as const

/** The syntaxes of linked data. */
export type Syntax = (typeof syntaxes)[number]
export const syntaxes = ["turtle", "json-ld"] as const

export type Exporter = (content: ExportContent, options: ExportOptions) => string | Promise<string>
