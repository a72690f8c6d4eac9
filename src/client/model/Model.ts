// The bodies of the contract, written out: whoever uses the client reads these, and needs no Effect for them. A test
// holds each to be the very type that the contract has (test/integration/client/reading.test.ts).

/** Which release a body is of. `taxonomy_version` is the version to display. */
export interface ReleaseMeta {
  /** `v1.0`. */
  readonly taxonomy_version: string
  /** The full version, `1.0.0`. */
  readonly release: string
  /** When the release was published: ISO 8601, UTC. */
  readonly generated_at: string
}

/** The items that replace a deprecated or removed one. */
export interface Replacement {
  /** `one_of`: each of the items replaces it. `all_of`: the items replace it together. */
  readonly mode: "one_of" | "all_of"
  /** Dimensions, values (`dimension/value`) or base licenses. */
  readonly items: ReadonlyArray<string>
}

/** That an item is going away. It is absent where nothing is deprecated. */
export interface Deprecation {
  /** The release that deprecated it, and its date. */
  readonly since: {
    /** The taxonomy version, `v1.1`. */
    readonly version: string
    /** When it was published: ISO 8601, UTC. */
    readonly date: string
  }
  /** What takes its place, which may be nothing. */
  readonly replaced_by: ReadonlyArray<string>
  /** The same as references to items; absent if nothing replaces the item, and in releases of format 1. */
  readonly replacement?: Replacement
  /** Why, for people. */
  readonly reason?: string
  /** Translations of the reason, by language tag. */
  readonly translations?: { readonly [language: string]: { readonly reason?: string } }
  /** The version and the day before which it stays. */
  readonly earliest_removal: {
    /** The taxonomy version, `v2.0`. */
    readonly version: string
    /** The day: `2026-08-15`. */
    readonly date: string
  }
}

/** What a dimension of the shape `territory` is set to. */
export interface Territory {
  /** Whether it is the whole world. */
  readonly global: boolean
  /** Codes of countries. */
  readonly countries: ReadonlyArray<string>
}

/** What a dimension of the shape `flags` is set to. */
export interface Flags {
  /** By the name of the member. */
  readonly [member: string]: boolean
}

/**
 * One dimension's setting, by the dimension's shape: `single` a code, `multiple` a list of codes, `territory` and `flags`
 * objects.
 */
export type Setting = string | ReadonlyArray<string> | Territory | Flags

/** The dimension settings of a license, by the dimension's name. */
export interface Config {
  /** By the name of the dimension. */
  readonly [dimension: string]: Setting
}

/** A base license as it stands in a list. */
export interface LicenseEntry {
  /** What stands for it in filters and addresses. */
  readonly code: string
  /** For people. */
  readonly name: string
  /** What it is, in a sentence or two. */
  readonly description: string
  /** Translations of the texts, by language tag. */
  readonly translations?: { readonly [language: string]: { readonly name?: string; readonly description?: string } }
  /** What it grants, by dimension. */
  readonly config: Config
  /** That it is going away; absent where it is not. */
  readonly deprecation?: Deprecation
}

/** One base license, as `license(code)` gives it. */
export interface License extends LicenseEntry {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** ISO 8601, UTC. */
  readonly published_at: string
  /** Which release this is of. */
  readonly _meta: ReleaseMeta
}

/** Base licenses, as `licenses(filter)` gives them. */
export interface Licenses {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The licenses themselves. */
  readonly licenses: ReadonlyArray<LicenseEntry>
  /** How many there are. */
  readonly count: number
  /** Which release this is of. */
  readonly _meta: ReleaseMeta
}

/** How a config sets a dimension: one code, a list of codes, a territory, or an object of booleans. */
export type Shape = "single" | "multiple" | "territory" | "flags"

/** What a value of a dimension means. */
export interface ValueDetails {
  /** For people, in short. */
  readonly label: string
  /** What it is, in a sentence or two. */
  readonly description: string
  /** The exact meaning, where the description is not enough. */
  readonly definition?: string
  /** Translations of the texts, by language tag. */
  readonly translations?: {
    readonly [language: string]: {
      readonly label?: string
      readonly description?: string
      readonly definition?: string
    }
  }
  /** That it is going away; absent where it is not. */
  readonly deprecation?: Deprecation
}

/** One aspect of what is licensed, with its allowed values. */
export interface Dimension {
  /** For people; the key under which the dimension stands is what configs use. */
  readonly name: string
  /** What it is, in a sentence or two. */
  readonly description: string
  /** The exact meaning, where the description is not enough. */
  readonly definition?: string
  /** Translations of the texts, by language tag. */
  readonly translations?: {
    readonly [language: string]: {
      readonly name?: string
      readonly description?: string
      readonly definition?: string
    }
  }
  /** How a config sets it. */
  readonly shape: Shape
  /** Whether every config must set it. */
  readonly required: boolean
  /** That it is going away; absent where it is not. */
  readonly deprecation?: Deprecation
  /** The codes, in the editors' order. */
  readonly values: ReadonlyArray<string>
  /** What each code means. */
  readonly value_details: {
    /** By the code of the value. */
    readonly [code: string]: ValueDetails
  }
}

/** All dimensions, as `dimensions()` gives them. */
export interface Dimensions {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** By their names. */
  readonly dimensions: {
    /** By the name of the dimension. */
    readonly [name: string]: Dimension
  }
  /** How many there are. */
  readonly count: number
  /** Which release this is of. */
  readonly _meta: ReleaseMeta
}

/** What a list of codes must be for a rule to apply. Each operator that is named must hold. */
export interface MultipleCondition {
  /** The list has this code. */
  readonly contains?: string
  /** The list has at least one of these codes. */
  readonly contains_any?: readonly [string, ...Array<string>]
  /** The list has each of these codes. */
  readonly contains_all?: readonly [string, ...Array<string>]
  /** Whether the list is empty. */
  readonly empty?: boolean
}

/** What a single code must be for a rule to apply. */
export interface SingleCondition {
  /** It is this code. */
  readonly equals?: string
  /** It is one of these codes. */
  readonly any_of?: readonly [string, ...Array<string>]
}

/** What a territory must be for a rule to apply. */
export interface TerritoryCondition {
  /** Whether it is the whole world. */
  readonly global?: boolean
  /** What the list of countries must be. */
  readonly countries?: MultipleCondition
}

/** What a dimension must be set to for a rule to apply. A dimension that a config leaves out meets no condition. */
export type Condition = MultipleCondition | SingleCondition | TerritoryCondition | Flags

/** Every config that meets all of the conditions is invalid. */
export interface Conflict {
  /** What it is, in a sentence or two. */
  readonly description: string
  /** Translations of the description, by language tag. */
  readonly translations?: { readonly [language: string]: { readonly description?: string } }
  /** What of each dimension must hold; where all does, the config is invalid. */
  readonly forbid: {
    /** By the name of the dimension. */
    readonly [dimension: string]: Condition
  }
}

/** What makes a license configuration valid. `validateConfig` checks it. */
export interface ValidationRules {
  /** By the rule's id. */
  readonly conflicts: {
    /** By the id of the rule. */
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
export interface RemovedItem {
  /** `dimension`, `dimension/value`, or the code of a license. */
  readonly item: string
  /** The release that removed it, `2.0.0`. */
  readonly removed_in: string
  /** Its replacement; absent if nothing replaces it. */
  readonly replacement?: Replacement
  /** Why it was removed, for people. */
  readonly reason?: string
  /** Translations of the reason, by language tag. */
  readonly translations?: { readonly [language: string]: { readonly reason?: string } }
}

/** The complete taxonomy, as `schema()` gives it. */
export interface TaxonomySchema {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** What the taxonomy is called by programs. */
  readonly namespace: string
  /** What the taxonomy is called by people. */
  readonly title: string
  /** What it is, in a sentence or two. */
  readonly description: string
  /** Translations of the texts, by language tag. */
  readonly translations?: { readonly [language: string]: { readonly title?: string; readonly description?: string } }
  /** ISO 8601, UTC. */
  readonly published_at: string
  /** By their names. */
  readonly dimensions: {
    /** By the name of the dimension. */
    readonly [name: string]: Dimension
  }
  /** All base licenses. */
  readonly base_licenses: ReadonlyArray<LicenseEntry>
  /** What makes a config valid. */
  readonly validation_rules: ValidationRules
  /** All that is going away. */
  readonly deprecations: ReadonlyArray<DeprecatedItem>
  /** All items that were removed; absent in releases of format 1. */
  readonly removed?: ReadonlyArray<RemovedItem>
  /** Which release this is of. */
  readonly _meta: ReleaseMeta
}

/** How the service is, as `health()` gives it. */
export interface Health {
  /** `degraded`: it serves, but could not load what was published last. `draining`: it is about to end. */
  readonly status: "ok" | "degraded" | "draining"
  /** The service's own version. */
  readonly version: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
}

/** Any JSON value. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject

/** A JSON object. */
export interface JsonObject {
  /** By the name of the member. */
  readonly [key: string]: Json
}
