import type {
  AnyTaxonomy,
  Deprecation,
  Dimension,
  Flags,
  LicenseEntry,
  Localized,
  ReleaseMeta,
  Replacement,
  TranslatedTexts
} from "./Model.ts"
import type { TaxonomyTypes } from "./TaxonomyTypes.ts"

/** A condition on a list of codes. All its operators must hold. */
export interface MultipleCondition {
  /** The list contains this code. */
  readonly contains?: string
  /** The list contains at least one of these codes. */
  readonly contains_any?: readonly [string, ...Array<string>]
  /** The list contains all of these codes. */
  readonly contains_all?: readonly [string, ...Array<string>]
  /** True if the list must be empty, false if it must not. */
  readonly empty?: boolean
}

/** A condition on a single code. */
export interface SingleCondition {
  /** It equals this code. */
  readonly equals?: string
  /** It is one of these codes. */
  readonly any_of?: readonly [string, ...Array<string>]
}

/** A condition on a territory. */
export interface TerritoryCondition {
  /** True for the whole world. */
  readonly global?: boolean
  /** The condition on the list of countries. */
  readonly countries?: MultipleCondition
}

/** A condition on the setting of a dimension. A missing setting meets no condition. */
export type Condition = MultipleCondition | SingleCondition | TerritoryCondition | Flags

/** A conflict rule: a config that meets all of its conditions is invalid. */
export interface Conflict extends Localized {
  /** The description, one or two sentences. */
  readonly description: string
  /** Translations of the description; absent without translations. */
  readonly translations?: TranslatedTexts<"description">
  /** The conditions. */
  readonly forbid: {
    /** By dimension name. */
    readonly [dimension: string]: Condition
  }
}

/** The rules of a valid license configuration, which `validateConfig` checks. */
export interface ValidationRules {
  /** The conflict rules. */
  readonly conflicts: {
    /** By rule id. */
    readonly [id: string]: Conflict
  }
  /** The dimensions that every config must set. */
  readonly required: ReadonlyArray<string>
  /** A JSON Schema (2020-12) that accepts exactly the valid configs. */
  readonly config_schema: JsonObject
}

/** A deprecated dimension, value (`dimension/value`) or base license. */
export interface DeprecatedItem extends Deprecation {
  /** `dimension`, `dimension/value`, or the code of a license. */
  readonly item: string
}

/** An item that this release or an earlier one removed. */
export interface RemovedItem extends Localized {
  /** `dimension`, `dimension/value`, or the code of a license. */
  readonly item: string
  /** The release that removed it, `2.0.0`. */
  readonly removed_in: string
  /** Its replacement; absent if nothing replaces it. */
  readonly replacement?: Replacement
  /** Why it was removed, for people. */
  readonly reason?: string
  /** Translations of the reason; absent without translations. */
  readonly translations?: TranslatedTexts<"reason">
}

/** The complete taxonomy, the result of `schema()`. */
export interface TaxonomySchema<T extends TaxonomyTypes = AnyTaxonomy> extends Localized {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The identifier of the taxonomy, for programs. */
  readonly namespace: string
  /** The IRI with which the IRIs of all items begin, ending in `/` or `#`; absent if the taxonomy has none. */
  readonly iri?: string
  /** The title of the taxonomy, for people. */
  readonly title: string
  /** The description, one or two sentences. */
  readonly description: string
  /** Translations of the texts; absent without translations. */
  readonly translations?: TranslatedTexts<"title" | "description">
  /** ISO 8601, UTC. */
  readonly published_at: string
  /** The dimensions, by name. */
  readonly dimensions: {
    /** By dimension name. */
    readonly [name in keyof T["values"]]: Dimension<T["values"][name]>
  }
  /** All base licenses. */
  readonly base_licenses: ReadonlyArray<LicenseEntry<T>>
  /** The rules of a valid config. */
  readonly validation_rules: ValidationRules
  /** All deprecated items. */
  readonly deprecations: ReadonlyArray<DeprecatedItem>
  /** All items that were removed; absent in releases of format 1. */
  readonly removed?: ReadonlyArray<RemovedItem>
  /** The release of this body. */
  readonly _meta: ReleaseMeta
}

/** Any JSON value. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject

/** A JSON object. */
export interface JsonObject {
  /** By member name. */
  readonly [key: string]: Json
}
