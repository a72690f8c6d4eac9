// The bodies of the contract as plain types, so that users need no Effect to read them. A test compares each with the
// type of the contract (test/system/client/reading.test.ts).
import type { TaxonomyTypes } from "./TaxonomyTypes.ts"

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

/** Something with texts, in the language that `locale` selects. */
export interface Localized {
  /** The untranslated texts, which are the binding ones, of the texts that are translations, by name. Absent without any. */
  readonly originals?: Readonly<Record<string, string>>
}

/** The items that replace a deprecated or removed one. */
export interface Replacement {
  /** `one_of`: each of the items replaces it. `all_of`: the items replace it together. */
  readonly mode: "one_of" | "all_of"
  /** Dimensions, values (`dimension/value`) or base licenses. */
  readonly items: ReadonlyArray<string>
}

/** The deprecation of an item. Absent if the item is not deprecated. */
export interface Deprecation extends Localized {
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
    /** The releases that must come before; absent in releases of format 1. */
    readonly after?: ReadonlyArray<string>
    /** The release of the newest major that must deprecate it, too, if none has. */
    readonly deprecated_in?: string
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

/** The types of a client without a type argument: any release. */
export interface AnyTaxonomy extends TaxonomyTypes {
  /** The settings of a license, by dimension name. */
  readonly config: Config
}

/** A base license in a list. */
export interface LicenseEntry<T extends TaxonomyTypes = AnyTaxonomy> extends Localized {
  /** The identifier in filters and addresses. */
  readonly code: T["license"]
  /** The name, for people. */
  readonly name: string
  /** The description, one or two sentences. */
  readonly description: string
  /** Translations of the texts; absent without translations. */
  readonly translations?: TranslatedTexts<"name" | "description">
  /** The granted settings, by dimension. */
  readonly config: T["config"]
  /** Its deprecation; absent if it is not deprecated. */
  readonly deprecation?: Deprecation
}

/** One base license, the result of `license(code)`. */
export interface License<T extends TaxonomyTypes = AnyTaxonomy> extends LicenseEntry<T> {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** ISO 8601, UTC. */
  readonly published_at: string
  /** The release of this body. */
  readonly _meta: ReleaseMeta
}

/** A list of base licenses, the result of `licenses(filter)`. */
export interface Licenses<T extends TaxonomyTypes = AnyTaxonomy> {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The licenses. */
  readonly licenses: ReadonlyArray<LicenseEntry<T>>
  /** Their number. */
  readonly count: number
  /** The release of this body. */
  readonly _meta: ReleaseMeta
}

/** How a config sets a dimension: one code, a list of codes, a territory, or an object of booleans. */
export type Shape = "single" | "multiple" | "territory" | "flags"

/** The meaning of a value. */
export interface ValueDetails extends Localized {
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
export interface Dimension<Code extends string = string> extends Localized {
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
  readonly values: ReadonlyArray<Code>
  /** The meanings of the codes. */
  readonly value_details: {
    /** By the code of the value. */
    readonly [code: string]: ValueDetails
  }
}

/** All dimensions, the result of `dimensions()`. */
export interface Dimensions<T extends TaxonomyTypes = AnyTaxonomy> {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The dimensions, by name. */
  readonly dimensions: {
    /** By dimension name. */
    readonly [name in keyof T["values"]]: Dimension<T["values"][name]>
  }
  /** Their number. */
  readonly count: number
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
