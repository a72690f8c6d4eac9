import type { Shape } from "../taxonomy/Shape.ts"
import type { ConflictRule } from "../taxonomy/Taxonomy.ts"

/** What contracts need of the complete schema that a release publishes, in any artifact format. */
export interface PublishedSchema {
  readonly _meta: { readonly release: string }
  readonly dimensions: Readonly<Record<string, PublishedDimension>>
  readonly validation_rules: {
    readonly conflicts: Readonly<Record<string, Omit<ConflictRule, "id">>>
  }
  /** Format 1 does not list what was removed. */
  readonly removed?: ReadonlyArray<PublishedRemoval>
}

export interface PublishedDimension {
  readonly shape: Shape
  readonly required: boolean
  readonly values: ReadonlyArray<string>
  readonly value_details: Readonly<Record<string, { readonly deprecation?: PublishedDeprecation }>>
  readonly deprecation?: PublishedDeprecation
}

export interface PublishedDeprecation extends PublishedReplacement {
  readonly since: { readonly version: string; readonly date: string }
  readonly replaced_by: ReadonlyArray<string>
  readonly earliest_removal: {
    readonly version: string
    readonly date: string
    readonly after?: ReadonlyArray<string>
    readonly deprecated_in?: string
  }
}

export interface PublishedRemoval extends PublishedReplacement {
  /** Such as `use_type/editorial`. */
  readonly item: string
  readonly removed_in: string
}

/** What contracts need of an item in the list of all items that the taxonomy ever had. */
export interface PublishedItem extends PublishedReplacement {
  readonly item: string
  readonly kind: "dimension" | "value" | "license" | "rule"
  readonly added_in: string
  readonly removed_in?: string
}

interface PublishedReplacement {
  readonly replacement?: { readonly mode: "one_of" | "all_of"; readonly items: ReadonlyArray<string> }
  readonly reason?: string
}
