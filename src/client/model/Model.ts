// The bodies of the contract as plain types, so that users need no Effect to read them. A test compares each with the
// type of the contract (test/integration/client/reading.test.ts).

/** The release of a body. `taxonomy_version` is the version to display. */
export interface ReleaseMeta {
  /** `v1.0`. */
  readonly taxonomy_version: string
  /** The full version, `1.0.0`. */
  readonly release: string
  /** The time of publication: ISO 8601, UTC. */
  readonly generated_at: string
}

/** Translations of the texts beside them, under the same names. */
export interface TranslatedTexts<Text extends string> {
  /** By BCP 47 language tag, such as `pt-BR`. */
  readonly [language: string]: { readonly [T in Text]?: string }
}

/** The items that replace a deprecated or removed one. */
export interface Replacement {
  /** `one_of`: each of the items replaces it. `all_of`: the items replace it together. */
  readonly mode: "one_of" | "all_of"
  /** Dimensions, values (`dimension/value`) or base licenses. */
  readonly items: ReadonlyArray<string>
}

/** The deprecation of an item. Absent if the item is not deprecated. */
export interface Deprecation {
  /** The release that deprecated the item. */
  readonly since: {
    /** The taxonomy version, `v1.1`. */
    readonly version: string
    /** The time of publication: ISO 8601, UTC. */
    readonly date: string
  }
  /** The codes or names of its replacements; empty if nothing replaces it. */
  readonly replaced_by: ReadonlyArray<string>
  /** The same as references to items; absent if nothing replaces the item, and in releases of format 1. */
  readonly replacement?: Replacement
  /** The reason, for people. */
  readonly reason?: string
  /** Translations of the reason; absent without translations. */
  readonly translations?: TranslatedTexts<"reason">
  /** The first release and day on which it may be removed. */
  readonly earliest_removal: {
    /** The taxonomy version, `v2.0`. */
    readonly version: string
    /** The day: `2026-08-15`. */
    readonly date: string
  }
}

/** A setting of a dimension with the shape `territory`. */
export interface Territory {
  /** True for the whole world. */
  readonly global: boolean
  /** The codes of countries. */
  readonly countries: ReadonlyArray<string>
}

/** A setting of a dimension with the shape `flags`. */
export interface Flags {
  /** By member name. */
  readonly [member: string]: boolean
}

/** The setting of a dimension, by its shape: a code for `single`, a list of codes for `multiple`, otherwise an object. */
export type Setting = string | ReadonlyArray<string> | Territory | Flags

/** The settings of a license, by dimension name. */
export interface Config {
  /** By dimension name. */
  readonly [dimension: string]: Setting
}

/** A base license in a list. */
export interface LicenseEntry {
  /** The identifier in filters and addresses. */
  readonly code: string
  /** The name, for people. */
  readonly name: string
  /** The description, one or two sentences. */
  readonly description: string
  /** Translations of the texts; absent without translations. */
  readonly translations?: TranslatedTexts<"name" | "description">
  /** The granted settings, by dimension. */
  readonly config: Config
  /** Its deprecation; absent if it is not deprecated. */
  readonly deprecation?: Deprecation
}

/** One base license, the result of `license(code)`. */
export interface License extends LicenseEntry {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** ISO 8601, UTC. */
  readonly published_at: string
  /** The release of this body. */
  readonly _meta: ReleaseMeta
}

/** A list of base licenses, the result of `licenses(filter)`. */
export interface Licenses {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The licenses. */
  readonly licenses: ReadonlyArray<LicenseEntry>
  /** Their number. */
  readonly count: number
  /** The release of this body. */
  readonly _meta: ReleaseMeta
}

/** How a config sets a dimension: one code, a list of codes, a territory, or an object of booleans. */
export type Shape = "single" | "multiple" | "territory" | "flags"

/** The meaning of a value. */
export interface ValueDetails {
  /** The short name, for people. */
  readonly label: string
  /** The description, one or two sentences. */
  readonly description: string
  /** The normative meaning, if the description is not enough. */
  readonly definition?: string
  /** Translations of the texts; absent without translations. */
  readonly translations?: TranslatedTexts<"label" | "description" | "definition">
  /** Its deprecation; absent if it is not deprecated. */
  readonly deprecation?: Deprecation
}

/** One aspect of a license, with its allowed values. */
export interface Dimension {
  /** The name for people. Configs use the key of the dimension. */
  readonly name: string
  /** The description, one or two sentences. */
  readonly description: string
  /** The normative meaning, if the description is not enough. */
  readonly definition?: string
  /** Translations of the texts; absent without translations. */
  readonly translations?: TranslatedTexts<"name" | "description" | "definition">
  /** How a config sets it. */
  readonly shape: Shape
  /** True if every config must set it. */
  readonly required: boolean
  /** Its deprecation; absent if it is not deprecated. */
  readonly deprecation?: Deprecation
  /** The codes, in the editors' order. */
  readonly values: ReadonlyArray<string>
  /** The meanings of the codes. */
  readonly value_details: {
    /** By the code of the value. */
    readonly [code: string]: ValueDetails
  }
}

/** All dimensions, the result of `dimensions()`. */
export interface Dimensions {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The dimensions, by name. */
  readonly dimensions: {
    /** By dimension name. */
    readonly [name: string]: Dimension
  }
  /** Their number. */
  readonly count: number
  /** The release of this body. */
  readonly _meta: ReleaseMeta
}

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
export interface Conflict {
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
export interface RemovedItem {
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
export interface TaxonomySchema {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The identifier of the taxonomy, for programs. */
  readonly namespace: string
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
    readonly [name: string]: Dimension
  }
  /** All base licenses. */
  readonly base_licenses: ReadonlyArray<LicenseEntry>
  /** The rules of a valid config. */
  readonly validation_rules: ValidationRules
  /** All deprecated items. */
  readonly deprecations: ReadonlyArray<DeprecatedItem>
  /** All items that were removed; absent in releases of format 1. */
  readonly removed?: ReadonlyArray<RemovedItem>
  /** The release of this body. */
  readonly _meta: ReleaseMeta
}

/** The health of the service, the result of `health()`. */
export interface Health {
  /** `degraded`: it serves, but could not load the newest release. `draining`: it is shutting down. */
  readonly status: "ok" | "degraded" | "draining"
  /** The version of the server. */
  readonly version: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
}

/** Any JSON value. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject

/** A JSON object. */
export interface JsonObject {
  /** By member name. */
  readonly [key: string]: Json
}
