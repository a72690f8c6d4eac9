// Made by scripts/generate-docs.ts from src/api/bodies, with scripts/client/GenerateModel.ts.

import type { JsonObject, Localized, TaxonomyTypes, TranslatedTexts } from "./TaxonomyTypes.ts"

/** How a config sets a dimension: one code, a list of codes, a territory, or an object of booleans. */
export type Shape = "single" | "multiple" | "territory" | "flags"

/** A setting of a dimension with the shape `territory`. */
export interface Territory {
  /** True for the whole world. */
  readonly global: boolean
  /** The countries, by code, or the condition on their list. */
  readonly countries: ReadonlyArray<string>
}

/** A setting of a dimension with the shape `flags`. */
export interface Flags {
  /** By name. */
  readonly [name: string]: boolean
}

/**
 * The setting of a dimension, by its shape: a code for `single`, a list of codes for `multiple`, otherwise an object.
 */
export type Setting = string | ReadonlyArray<string> | Territory | Flags

/** A condition on a list of codes. All its operators must hold. */
export interface MultipleCondition {
  /** The list contains this code. */
  readonly contains?: string
  /** The list contains at least one of these codes. */
  readonly contains_any?: readonly [string, ...Array<string>]
  /** The list contains all of these codes. */
  readonly contains_all?: readonly [string, ...Array<string>]
  /** The list contains none of these codes. */
  readonly contains_none?: readonly [string, ...Array<string>]
  /** True if the list must be empty, false if it must not. */
  readonly empty?: boolean
}

/** A condition on a single code. */
export interface SingleCondition {
  /** It equals this code. */
  readonly equals?: string
  /** It is one of these codes. */
  readonly any_of?: readonly [string, ...Array<string>]
  /** It is none of these codes. */
  readonly none_of?: readonly [string, ...Array<string>]
}

/** A condition on a territory. */
export interface TerritoryCondition {
  /** True for the whole world. */
  readonly global?: boolean
  /** The countries, by code, or the condition on their list. */
  readonly countries?: MultipleCondition
}

/** How much a version must rise. */
export type ChangeBump = "patch" | "minor" | "major"

/**
 * `current`: the newest release of its major. `superseded`: its major has a newer one. `withdrawn`: it was published by
 * mistake. `end-of-life`: an end of its major is recorded, which can still lie ahead. A newer service may send others.
 */
export type ReleaseStatus = "current" | "superseded" | "withdrawn" | "end-of-life"

/** When something was decided, and why. The end of a major can lie ahead. */
export interface DateAndReason {
  /** ISO 8601, UTC. */
  readonly date: string
  /** The reason, for people. */
  readonly reason: string
}

/** The types of a client without a type argument: any release. */
export interface AnyTaxonomy extends TaxonomyTypes {
  /** The settings of a license, by dimension name. */
  readonly config: Config
}

/**
 * Settings by dimension name. The shape of the dimension determines the type: a code, a list of codes, a territory, or
 * an object of booleans.
 */
export interface Config {
  /** By name. */
  readonly [name: string]: Setting
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
    /** The taxonomy version, `v1.0`. */
    readonly version: string
    /** ISO 8601, UTC. */
    readonly date: string
  }
  /** The codes or names of its replacements; empty if nothing replaces it. */
  readonly replaced_by: ReadonlyArray<string>
  /** The same as references to items; absent if nothing replaces it, and in releases of format 1. */
  readonly replacement?: Replacement
  /** Inexact replacements, for people to choose from: dimensions, values (`dimension/value`) or base licenses. */
  readonly consider?: ReadonlyArray<string>
  /** The reason, for people. */
  readonly reason?: string
  /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
  readonly translations?: TranslatedTexts<"reason">
  /** The first release and day on which it may be removed. */
  readonly earliest_removal: {
    /** The taxonomy version, `v1.0`. */
    readonly version: string
    /** ISO 8601, UTC. */
    readonly date: string
    /** The releases that must come before the removal. */
    readonly after?: ReadonlyArray<string>
    /** The release of the newest major that must deprecate the item, too, if none has. */
    readonly deprecated_in?: string
  }
}

/** A base license in a list. */
export interface LicenseEntry<T extends TaxonomyTypes = AnyTaxonomy> extends Localized {
  /** The identifier in filters and addresses. */
  readonly code: T["license"]
  /** The name. */
  readonly name: string
  /** The description, one or two sentences. */
  readonly description: string
  /** The granted settings, by dimension. */
  readonly config: T["config"]
  /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
  readonly translations?: TranslatedTexts<"name" | "description">
  /** Its deprecation; absent if it is not deprecated. */
  readonly deprecation?: Deprecation
}

/** The release of the body; constant for a release. */
export interface ReleaseMeta {
  /** The taxonomy version, `v1.0`, which is the one to display. */
  readonly taxonomy_version: string
  /** The full version, `1.0.0`. */
  readonly release: string
  /** The time of publication: ISO 8601, UTC. */
  readonly generated_at: string
}

/** A list of base licenses, the result of `licenses(filter)`. */
export interface Licenses<T extends TaxonomyTypes = AnyTaxonomy> {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The licenses. */
  readonly licenses: ReadonlyArray<LicenseEntry<T>>
  /** Their number. */
  readonly count: number
  /** The release of this body, or the state of all releases that it was made from. */
  readonly _meta: ReleaseMeta
}

/** One base license, the result of `license(code)`. */
export interface License<T extends TaxonomyTypes = AnyTaxonomy> extends Localized {
  /** The identifier in filters and addresses. */
  readonly code: T["license"]
  /** The name. */
  readonly name: string
  /** The description, one or two sentences. */
  readonly description: string
  /** The granted settings, by dimension. */
  readonly config: T["config"]
  /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
  readonly translations?: TranslatedTexts<"name" | "description">
  /** Its deprecation; absent if it is not deprecated. */
  readonly deprecation?: Deprecation
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The time of publication: ISO 8601, UTC. */
  readonly published_at: string
  /** The release of this body, or the state of all releases that it was made from. */
  readonly _meta: ReleaseMeta
}

/** A source that people can look up. */
export interface Citation {
  /** What is cited. */
  readonly title: string
  /** Its address. */
  readonly url?: string
}

/** Lists of texts in other languages, by BCP 47 language tag. */
export interface ListTranslations {
  /** By name. */
  readonly [name: string]: {
    /** Other names of the value, which searches find. */
    readonly alt_labels?: ReadonlyArray<string>
    /** Cases that the value covers. They are not normative. */
    readonly examples?: ReadonlyArray<string>
  }
}

/** The meaning of a value. */
export interface ValueDetails extends Localized {
  /** The short name, for people. */
  readonly label: string
  /** Other names of the value, which searches find. */
  readonly alt_labels?: ReadonlyArray<string>
  /** The description, one or two sentences. */
  readonly description: string
  /** Guidance for people who choose the value. It is not normative. */
  readonly notes?: string
  /** Cases that the value covers. They are not normative. */
  readonly examples?: ReadonlyArray<string>
  /** The normative meaning, if the description is not enough. */
  readonly definition?: string
  /** The roles of the value, if they are not that of the dimension. `description` gives and takes nothing. */
  readonly role?: ReadonlyArray<"scope" | "permission" | "limit" | "duty" | "exclusivity" | "description">
  /**
   * What the value reserves for the licensee: `everything` that the license grants, or what another exclusivity dimension
   * lists.
   */
  readonly reserves?: string
  /**
   * The kinds above the value, codes of this dimension: what is this value is one of each of them. They change no rule
   * and no filter.
   */
  readonly broader?: ReadonlyArray<string>
  /**
   * The smaller rights, codes of this dimension, that a right with this value includes. They change no rule and no
   * filter.
   */
  readonly includes?: ReadonlyArray<string>
  /** The exclusivity dimensions whose reservations do not bind a grant with this value, such as a group license. */
  readonly unbound_by?: ReadonlyArray<string>
  /** The laws, standards and documents that the value refers to, each with a title and an address. */
  readonly citations?: ReadonlyArray<Citation>
  /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
  readonly translations?: TranslatedTexts<"label" | "description" | "notes" | "definition">
  /** The lists of texts in other languages. They are apart from the single texts. */
  readonly list_translations?: ListTranslations
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
  /** How a config sets it. */
  readonly shape: Shape
  /** True if every config must set it; of the rules, the dimensions that every config must set. */
  readonly required: boolean
  /** The roles of the value, if they are not that of the dimension. `description` gives and takes nothing. */
  readonly role?: "scope" | "permission" | "limit" | "duty" | "exclusivity" | "description"
  /**
   * What a license says by leaving the dimension out, or a flag: `nothing`, `everything`, or `open`, which is the
   * default.
   */
  readonly unset?: "nothing" | "everything" | "open"
  /**
   * What the value reserves for the licensee: `everything` that the license grants, or what another exclusivity dimension
   * lists.
   */
  readonly reserves?: string
  /**
   * The scope dimensions in which a reservation reaches only as far as the license grants. Without it, all but the
   * reserved one.
   */
  readonly within?: ReadonlyArray<string>
  /** The dimension whose values are the values of this one. Entries of `values` override its texts or add values. */
  readonly values_of?: string
  /** The territory dimension whose countries the values are parts of, written like US-NY. */
  readonly refines?: string
  /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
  readonly translations?: TranslatedTexts<"name" | "description" | "definition">
  /** Its deprecation; absent if it is not deprecated. */
  readonly deprecation?: Deprecation
  /** The values, in the editors' order. */
  readonly values: ReadonlyArray<Code>
  /** The meanings of the codes, by code. */
  readonly value_details: {
    /** By name. */
    readonly [name: string]: ValueDetails
  }
}

/** All dimensions, the result of `dimensions()`. */
export interface Dimensions<T extends TaxonomyTypes = AnyTaxonomy> {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The dimensions, by name. */
  readonly dimensions: { readonly [name in keyof T["values"]]: Dimension<T["values"][name]> }
  /** Their number. */
  readonly count: number
  /** The release of this body, or the state of all releases that it was made from. */
  readonly _meta: ReleaseMeta
}

/** One dimension with everything that is known of it. */
export interface DimensionItem {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The name of the dimension. */
  readonly dimension: string
  /** The dimension, as the list of all dimensions has it. */
  readonly content: Dimension
  /** The release that added it, or brought it back. */
  readonly added_in: string
  /** The base licenses that set it. */
  readonly licenses: ReadonlyArray<string>
  /** The ids of the conflict rules that name it. */
  readonly rules: ReadonlyArray<string>
  /** The release of this body, or the state of all releases that it was made from. */
  readonly _meta: ReleaseMeta
}

/** One value with everything that is known of it. */
export interface ValueItem {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The name of the dimension. */
  readonly dimension: string
  /** The code of the value. */
  readonly code: string
  /** The value, as its dimension has it. */
  readonly content: ValueDetails
  /** The kinds directly below it, in the editors' order. */
  readonly narrower: ReadonlyArray<string>
  /** The release that added it, or brought it back. */
  readonly added_in: string
  /** The base licenses that set it. */
  readonly licenses: ReadonlyArray<string>
  /** The ids of the conflict rules that name it. */
  readonly rules: ReadonlyArray<string>
  /** The release of this body, or the state of all releases that it was made from. */
  readonly _meta: ReleaseMeta
}

/** A text that contains words of the query. */
export interface Match {
  /** `code`, or the name of a text such as `label`. */
  readonly field: string
  /** The language tag of a translation. */
  readonly language?: string
  /** The text, or its beginning. */
  readonly text: string
}

/** An item that a search found. */
export interface Hit {
  /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
  readonly item: string
  /** The kind of the item. */
  readonly kind: "dimension" | "value" | "license" | "rule"
  /** The label, the name of a license, or the description of a rule, in the language asked for. */
  readonly label: string
  /** The description, in the language asked for. */
  readonly description: string
  /** The texts that contain the words, the most telling first. */
  readonly matches: ReadonlyArray<Match>
  /** The words of the query that no text of it contains. */
  readonly missing: ReadonlyArray<string>
  /** Its deprecation; absent if it is not deprecated. */
  readonly deprecation?: Deprecation
  /** The release that removed it. Absent if it is not removed. */
  readonly removed_in?: string
  /** Its replacement; absent if nothing replaces it. */
  readonly replacement?: Replacement
}

/** The items that contain the words of a query. */
export interface Search {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** What was searched for. Empty if every item is listed. */
  readonly query: string
  /** The items that contain every word, the best first; without a query, items in the order of the release. */
  readonly results: ReadonlyArray<Hit>
  /** The number of items in `results`. */
  readonly count: number
  /** The number of all items that contain every word. */
  readonly total: number
  /** Without results: the items that contain most of the words. */
  readonly near: ReadonlyArray<Hit>
  /** Without results: similar words that exist, by the word that no item contains. */
  readonly suggestions: {
    /** By name. */
    readonly [name: string]: string
  }
  /** Send it as `cursor` for the entries that follow. Absent from the last page, and from a whole list. */
  readonly next_cursor?: string
  /** The release of this body, or the state of all releases that it was made from. */
  readonly _meta: ReleaseMeta
}

/** Dimensions that forms and pages show together. */
export interface DimensionGroup extends Localized {
  /** The heading of the group. */
  readonly label: string
  /** The names of its dimensions, in their order. */
  readonly dimensions: ReadonlyArray<string>
  /** The same texts in other languages, by BCP 47 language tag. Changing them is a patch. */
  readonly translations?: TranslatedTexts<"label">
}

/** A condition on the setting of a dimension. A missing setting meets no condition. */
export type Condition = MultipleCondition | SingleCondition | TerritoryCondition | Flags

/**
 * The conditions of a rule as the editors wrote them: `forbid`, or `require`, which a configuration must meet that
 * meets all conditions of `when`. `none_of` and `contains_none` are met by settings without these codes.
 */
export interface WrittenConditions {
  /** The conditions, by dimension name. */
  readonly forbid?: {
    /** By name. */
    readonly [name: string]: Condition
  }
  /** In place of `forbid`: the conditions, all of them together, under which a config must meet `require`. */
  readonly when?: {
    /** By name. */
    readonly [name: string]: Condition
  }
  /** What a config must meet that meets all conditions of `when`. A dimension that it leaves out meets none. */
  readonly require?: {
    /** By name. */
    readonly [name: string]: Condition
  }
}

/** A conflict rule: a config that meets all of its conditions is invalid. */
export interface Conflict extends Localized {
  /** The short name, for people. */
  readonly label?: string
  /** The description, one or two sentences. */
  readonly description: string
  /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
  readonly translations?: TranslatedTexts<"label" | "description">
  /** A configuration that meets all of these conditions breaks the rule. Without `source`, no other one does. */
  readonly forbid: {
    /** By name. */
    readonly [name: string]: Condition
  }
  /**
   * The rule as the editors wrote it, if `forbid` is made from it. Judge by it: `forbid` cannot say that a list lacks a
   * code, or that a dimension is left out.
   */
  readonly source?: WrittenConditions
  /** The rule of which this is another part, for programs that do not know `source`. Others ignore it. */
  readonly part_of?: string
}

/** A rule that is only reported: a configuration that breaks it stays valid. */
export interface Advice extends Localized {
  /** The short name, for people. */
  readonly label?: string
  /** The description, one or two sentences. */
  readonly description: string
  /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
  readonly translations?: TranslatedTexts<"label" | "description">
  /** The conditions, by dimension name. */
  readonly forbid?: {
    /** By name. */
    readonly [name: string]: Condition
  }
  /** In place of `forbid`: the conditions, all of them together, under which a config must meet `require`. */
  readonly when?: {
    /** By name. */
    readonly [name: string]: Condition
  }
  /** What a config must meet that meets all conditions of `when`. A dimension that it leaves out meets none. */
  readonly require?: {
    /** By name. */
    readonly [name: string]: Condition
  }
}

/** Conflicts by id, the required dimensions, and both as a JSON Schema. */
export interface ValidationRules {
  /** The conflict rules, by id. */
  readonly conflicts: {
    /** By name. */
    readonly [name: string]: Conflict
  }
  /** The rules that make no configuration invalid, by id. Absent without any. */
  readonly advice?: {
    /** By name. */
    readonly [name: string]: Advice
  }
  /** True if every config must set it; of the rules, the dimensions that every config must set. */
  readonly required: ReadonlyArray<string>
  /** A JSON Schema (2020-12) that accepts exactly the valid configurations. */
  readonly config_schema: JsonObject
}

/** A deprecated dimension, value (`dimension/value`) or base license. */
export interface DeprecatedItem extends Localized {
  /** `dimension`, `dimension/value`, or the code of a license. */
  readonly item: string
  /** The release that deprecated the item. */
  readonly since: {
    /** The taxonomy version, `v1.0`. */
    readonly version: string
    /** ISO 8601, UTC. */
    readonly date: string
  }
  /** The codes or names of its replacements; empty if nothing replaces it. */
  readonly replaced_by: ReadonlyArray<string>
  /** Its replacement; absent if nothing replaces it. */
  readonly replacement?: Replacement
  /** Inexact replacements, for people to choose from: dimensions, values (`dimension/value`) or base licenses. */
  readonly consider?: ReadonlyArray<string>
  /** The reason, for people. */
  readonly reason?: string
  /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
  readonly translations?: TranslatedTexts<"reason">
  /** The first release and day on which it may be removed. */
  readonly earliest_removal: {
    /** The taxonomy version, `v1.0`. */
    readonly version: string
    /** ISO 8601, UTC. */
    readonly date: string
    /** The releases that must come before the removal. */
    readonly after?: ReadonlyArray<string>
    /** The release of the newest major that must deprecate the item, too, if none has. */
    readonly deprecated_in?: string
  }
}

/** A dimension, value (`dimension/value`) or base license that this release or an earlier one removed. */
export interface RemovedItem extends Localized {
  /** `dimension`, `dimension/value`, or the code of a license. */
  readonly item: string
  /** The release that removed it, `2.0.0`. */
  readonly removed_in: string
  /** True if only withdrawn releases contained it. Absent otherwise. */
  readonly withdrawn?: boolean
  /** Its replacement; absent if nothing replaces it. */
  readonly replacement?: Replacement
  /** Inexact replacements, for people to choose from: dimensions, values (`dimension/value`) or base licenses. */
  readonly consider?: ReadonlyArray<string>
  /** The reason, for people. */
  readonly reason?: string
  /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
  readonly translations?: TranslatedTexts<"reason">
}

/** The complete taxonomy, the result of `schema()`. */
export interface TaxonomySchema<T extends TaxonomyTypes = AnyTaxonomy> extends Localized {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The identifier of the taxonomy, for programs. */
  readonly namespace: string
  /** The IRI with which the IRIs of all items begin, if the taxonomy has one. It ends in `/` or `#`. */
  readonly iri?: string
  /** The title, for people. */
  readonly title: string
  /** The description, one or two sentences. */
  readonly description: string
  /**
   * Groups of dimensions, in the order of forms, pages and exports. A dimension in no group comes after them, by name.
   */
  readonly groups?: ReadonlyArray<DimensionGroup>
  /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
  readonly translations?: TranslatedTexts<"title" | "description">
  /** The time of publication: ISO 8601, UTC. */
  readonly published_at: string
  /** The dimensions, by name. */
  readonly dimensions: { readonly [name in keyof T["values"]]: Dimension<T["values"][name]> }
  /** All base licenses. */
  readonly base_licenses: ReadonlyArray<LicenseEntry<T>>
  /** The rules of a valid config. */
  readonly validation_rules: ValidationRules
  /** All deprecated items. */
  readonly deprecations: ReadonlyArray<DeprecatedItem>
  /** All items that were removed; absent in releases of format 1. */
  readonly removed?: ReadonlyArray<RemovedItem>
  /** The release of this body, or the state of all releases that it was made from. */
  readonly _meta: ReleaseMeta
}

/** An exception from a rule that a person approved for one release. */
export interface Waiver {
  /** The id of the check. */
  readonly rule: string
  /** What the exception is for: an item, or a text that the check names. */
  readonly subject: string
  /** The reason, for people. */
  readonly reason: string
  /** The person or the group that approved it. */
  readonly approved_by: string
}

/** What the editors say of a release. */
export interface ReleaseNotes {
  /** What the release is for, as Markdown. */
  readonly summary: string
  /** The day from which contracts can refer to it, `YYYY-MM-DD`. Not before its publication. */
  readonly effective?: string
  /** The person who proposed it. */
  readonly proposed_by?: string
  /** The person who approved it. */
  readonly approved_by?: string
  /** What it refers to, each with a title and an address. */
  readonly references?: ReadonlyArray<Citation>
  /**
   * For a release that undoes withdrawn ones: what to use in place of each item that only they contained, by its name. An
   * empty list says that nothing replaces it.
   */
  readonly instead?: {
    /** By name. */
    readonly [name: string]: ReadonlyArray<string>
  }
}

/** A release of the taxonomy, of any major version. */
export interface Release {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The full version, `1.0.0`. */
  readonly release: string
  /** The time of publication: ISO 8601, UTC. */
  readonly published_at: string
  /** How the version follows from its base; `null` for the first. */
  readonly bump: ChangeBump | null
  /** The release that it was made from; `null` for the first. */
  readonly base: string | null
  /** The API version that serves it; `null` for releases before 1.0.0, which are not served. */
  readonly api_version: string | null
  /**
   * `current`: the newest release of its major. `superseded`: its major has a newer one. `withdrawn`: it was published by
   * mistake. `end-of-life`: an end of its major is recorded, which can still lie ahead: compare `end_of_life.date` with
   * today.
   */
  readonly status: ReleaseStatus
  /** When and why the release was withdrawn. Absent if it was not. */
  readonly withdrawn?: DateAndReason
  /** When and why its major ends or has ended. Absent if no end is recorded. */
  readonly end_of_life?: DateAndReason
  /** The number of changes by kind, such as `value-added`. Kinds without a change are absent. */
  readonly changes: {
    /** By name. */
    readonly [name: string]: number
  }
  /** The approved exceptions from the rules. */
  readonly waivers: ReadonlyArray<Waiver>
  /** Guidance for people who choose the value. It is not normative. */
  readonly notes?: ReleaseNotes
}

/** The newest release of the API version, and the date of the newest publication or withdrawal. */
export interface HistoryMeta {
  /** The taxonomy version, `v1.0`, which is the one to display. */
  readonly taxonomy_version: string
  /** The full version, `1.0.0`. */
  readonly release: string
  /** The time of the newest publication or withdrawal: ISO 8601, UTC. */
  readonly generated_at: string
}

/** Every release of the taxonomy, the result of `releases()`. */
export interface Releases {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The releases of all majors, the newest version first. */
  readonly releases: ReadonlyArray<Release>
  /** Their number. */
  readonly count: number
  /** Send it as `cursor` for the entries that follow. Absent from the last page, and from a whole list. */
  readonly next_cursor?: string
  /** The release of this body, or the state of all releases that it was made from. */
  readonly _meta: HistoryMeta
}

/** A dimension, a value, a base license or a rule of any release, and when it came and went. */
export interface Item extends Localized {
  /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
  readonly item: string
  /** The kind of the item. A newer service may send others. */
  readonly kind: "dimension" | "value" | "license" | "rule"
  /** The label, the name of a license, or the description of a rule, in the newest release that has the item. */
  readonly label: string
  /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
  readonly translations?: TranslatedTexts<"label" | "reason">
  /** The release that added the item, or that brought it back. */
  readonly added_in: string
  /** The release that deprecated it. Absent if the newest release that has it does not deprecate it. */
  readonly deprecated_in?: string
  /** The release that removed it. Absent if the newest line of releases that ever had it still does. */
  readonly removed_in?: string
  /** The day of that release. Absent if it is not removed. */
  readonly removed_on?: string
  /** The newest release that has it. Absent if that is the newest release of all. */
  readonly last_in?: string
  /** Its replacement; absent if nothing replaces it. */
  readonly replacement?: Replacement
  /** Inexact replacements, for people to choose from: dimensions, values (`dimension/value`) or base licenses. */
  readonly consider?: ReadonlyArray<string>
  /** Why it is deprecated or was removed, if the editors stated a reason. */
  readonly reason?: string
  /**
   * The deprecation in the newest release with the item that was not withdrawn, with its removal as of today:
   * `earliest_removal` of a removed item is the removal itself. Absent if that release does not deprecate it.
   */
  readonly deprecation?: Deprecation
}

/** Every item that the taxonomy ever had, the result of `items()`. */
export interface Items {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The items. */
  readonly items: ReadonlyArray<Item>
  /** Their number. */
  readonly count: number
  /** Send it as `cursor` for the entries that follow. Absent from the last page, and from a whole list. */
  readonly next_cursor?: string
  /** The release of this body, or the state of all releases that it was made from. */
  readonly _meta: HistoryMeta
}

/** A release that is compared with another. */
export interface ComparedRelease {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The full version, `1.0.0`. */
  readonly release: string
  /** The time of publication: ISO 8601, UTC. */
  readonly published_at: string
}

/** The texts of an item that change together. */
export interface TaxonomyTexts {
  /** The title, for people. */
  readonly title: string
  /** The description, one or two sentences. */
  readonly description: string
}

/** A deprecation as the editors stated it: replacements, a reason, or both. */
export interface StatedDeprecation {
  /** The codes or names of its replacements; empty if nothing replaces it. */
  readonly replaced_by: ReadonlyArray<string>
  /** `all_of`: the replacements replace it together. Absent if each of them does. */
  readonly replacement_mode?: "all_of"
  /** Inexact replacements, for people to choose from: dimensions, values (`dimension/value`) or base licenses. */
  readonly consider?: ReadonlyArray<string>
  /** The reason, for people. */
  readonly reason?: string
  /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
  readonly translations?: TranslatedTexts<"reason">
}

/** A value as the editors wrote it. */
export interface ValueSnapshot {
  /** The identifier in filters and addresses. */
  readonly code: string
  /** The short name, for people. */
  readonly label: string
  /** Other names of the value, which searches find. */
  readonly alt_labels?: ReadonlyArray<string>
  /** The description, one or two sentences. */
  readonly description: string
  /** Guidance for people who choose the value. It is not normative. */
  readonly notes?: string
  /** Cases that the value covers. They are not normative. */
  readonly examples?: ReadonlyArray<string>
  /** The normative meaning, if the description is not enough. */
  readonly definition?: string
  /** The roles of the value, if they are not that of the dimension. `description` gives and takes nothing. */
  readonly role?: ReadonlyArray<"scope" | "permission" | "limit" | "duty" | "exclusivity" | "description">
  /**
   * What the value reserves for the licensee: `everything` that the license grants, or what another exclusivity dimension
   * lists.
   */
  readonly reserves?: string
  /**
   * The kinds above the value, codes of this dimension: what is this value is one of each of them. They change no rule
   * and no filter.
   */
  readonly broader?: ReadonlyArray<string>
  /**
   * The smaller rights, codes of this dimension, that a right with this value includes. They change no rule and no
   * filter.
   */
  readonly includes?: ReadonlyArray<string>
  /** The exclusivity dimensions whose reservations do not bind a grant with this value, such as a group license. */
  readonly unbound_by?: ReadonlyArray<string>
  /** The laws, standards and documents that the value refers to, each with a title and an address. */
  readonly citations?: ReadonlyArray<Citation>
  /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
  readonly translations?: TranslatedTexts<"label" | "description" | "notes" | "definition">
  /** The lists of texts in other languages. They are apart from the single texts. */
  readonly list_translations?: ListTranslations
  /** Its deprecation; absent if it is not deprecated. */
  readonly deprecated?: StatedDeprecation
}

/** A dimension with its values, as the editors wrote it. */
export interface DimensionSnapshot {
  /** The name. */
  readonly name: string
  /** The short name, for people. */
  readonly label: string
  /** The description, one or two sentences. */
  readonly description: string
  /** The normative meaning, if the description is not enough. */
  readonly definition?: string
  /** How a config sets it. */
  readonly shape: Shape
  /** True if every config must set it; of the rules, the dimensions that every config must set. */
  readonly required: boolean
  /** The roles of the value, if they are not that of the dimension. `description` gives and takes nothing. */
  readonly role?: "scope" | "permission" | "limit" | "duty" | "exclusivity" | "description"
  /**
   * What a license says by leaving the dimension out, or a flag: `nothing`, `everything`, or `open`, which is the
   * default.
   */
  readonly unset?: "nothing" | "everything" | "open"
  /**
   * What the value reserves for the licensee: `everything` that the license grants, or what another exclusivity dimension
   * lists.
   */
  readonly reserves?: string
  /**
   * The scope dimensions in which a reservation reaches only as far as the license grants. Without it, all but the
   * reserved one.
   */
  readonly within?: ReadonlyArray<string>
  /** The dimension whose values are the values of this one. Entries of `values` override its texts or add values. */
  readonly values_of?: string
  /** The territory dimension whose countries the values are parts of, written like US-NY. */
  readonly refines?: string
  /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
  readonly translations?: TranslatedTexts<"label" | "description" | "definition">
  /** Its deprecation; absent if it is not deprecated. */
  readonly deprecated?: StatedDeprecation
  /** The values, in the editors' order. */
  readonly values: ReadonlyArray<ValueSnapshot>
}

/** The texts of an item that change together. */
export interface DimensionTexts {
  /** The short name, for people. */
  readonly label: string
  /** The description, one or two sentences. */
  readonly description: string
}

/** The texts of an item that change together. */
export interface ValueTexts {
  /** The short name, for people. */
  readonly label: string
  /** Other names of the value, which searches find. */
  readonly alt_labels?: ReadonlyArray<string>
  /** The description, one or two sentences. */
  readonly description: string
  /** Guidance for people who choose the value. It is not normative. */
  readonly notes?: string
  /** Cases that the value covers. They are not normative. */
  readonly examples?: ReadonlyArray<string>
  /** The laws, standards and documents that the value refers to, each with a title and an address. */
  readonly citations?: ReadonlyArray<Citation>
}

/** A base license as the editors wrote it. */
export interface LicenseSnapshot {
  /** The identifier in filters and addresses. */
  readonly code: string
  /** The name. */
  readonly name: string
  /** The description, one or two sentences. */
  readonly description: string
  /** The granted settings, by dimension. */
  readonly config: Config
  /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
  readonly translations?: TranslatedTexts<"name" | "description">
  /** Its deprecation; absent if it is not deprecated. */
  readonly deprecated?: StatedDeprecation
}

/** The texts of an item that change together. */
export interface LicenseTexts {
  /** The name. */
  readonly name: string
  /** The description, one or two sentences. */
  readonly description: string
}

/** A conflict rule as the editors wrote it. */
export interface RuleSnapshot {
  /** The id. */
  readonly id: string
  /** The short name, for people. */
  readonly label?: string
  /** The description, one or two sentences. */
  readonly description: string
  /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
  readonly translations?: TranslatedTexts<"label" | "description">
  /** True for a rule that is only reported. A config that breaks it stays valid. */
  readonly advice?: boolean
  /** A configuration that meets all of these conditions breaks the rule. Without `source`, no other one does. */
  readonly forbid: {
    /** By name. */
    readonly [name: string]: Condition
  }
  /**
   * The rule as the editors wrote it, if `forbid` is made from it. Judge by it: `forbid` cannot say that a list lacks a
   * code, or that a dimension is left out.
   */
  readonly source?: WrittenConditions
}

/**
 * One difference between two releases. `kind` says what changed, `before` and `after` how. A newer service may send
 * kinds that are not listed here, of which only `kind` and `bump` are certain.
 */
export type Change =
  | {
      /** What changed. */
      readonly kind: "namespace-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** In `from`. */
      readonly before: string
      /** In `to`. */
      readonly after: string
    }
  | {
      /** What changed. */
      readonly kind: "iri-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** In `from`. */
      readonly before?: string
      /** In `to`. */
      readonly after?: string
    }
  | {
      /** What changed. */
      readonly kind: "groups-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** In `from`. */
      readonly before?: ReadonlyArray<DimensionGroup>
      /** In `to`. */
      readonly after?: ReadonlyArray<DimensionGroup>
    }
  | {
      /** What changed. */
      readonly kind: "title-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** In `from`. */
      readonly before: TaxonomyTexts
      /** In `to`. */
      readonly after: TaxonomyTexts
    }
  | {
      /** What changed. */
      readonly kind: "taxonomy-translations-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly before?: TranslatedTexts<"title" | "description">
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly after?: TranslatedTexts<"title" | "description">
    }
  | (Localized & {
      /** What changed. */
      readonly kind: "dimension-added"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** In `to`. */
      readonly after: DimensionSnapshot
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "dimension-removed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** The release that removed it. Absent if `to` follows from no release that had it. */
      readonly removed_in?: string
      /** Its replacement; absent if nothing replaces it. */
      readonly replacement?: Replacement
      /** Why it was removed, if the editors stated a reason. */
      readonly reason?: string
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "dimension-shape-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** In `from`. */
      readonly before: Shape
      /** In `to`. */
      readonly after: Shape
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "dimension-requirement-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** In `from`. */
      readonly before: boolean
      /** In `to`. */
      readonly after: boolean
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "dimension-role-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** In `from`. */
      readonly before?: "scope" | "permission" | "limit" | "duty" | "exclusivity" | "description"
      /** In `to`. */
      readonly after?: "scope" | "permission" | "limit" | "duty" | "exclusivity" | "description"
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "dimension-unset-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** In `from`. */
      readonly before?: "nothing" | "everything" | "open"
      /** In `to`. */
      readonly after?: "nothing" | "everything" | "open"
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "dimension-reserves-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** In `from`. */
      readonly before?: string
      /** In `to`. */
      readonly after?: string
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "dimension-within-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** In `from`. */
      readonly before?: ReadonlyArray<string>
      /** In `to`. */
      readonly after?: ReadonlyArray<string>
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "dimension-source-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** In `from`. */
      readonly before?: string
      /** In `to`. */
      readonly after?: string
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "dimension-refined-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** In `from`. */
      readonly before?: string
      /** In `to`. */
      readonly after?: string
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "dimension-definition-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** In `from`. */
      readonly before?: string
      /** In `to`. */
      readonly after?: string
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "dimension-definition-corrected"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** In `from`. */
      readonly before?: string
      /** In `to`. */
      readonly after?: string
      /** Why the meaning stayed the same. */
      readonly reason: string
      /** The person or the group that approved it. */
      readonly approved_by: string
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "dimension-text-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** In `from`. */
      readonly before: DimensionTexts
      /** In `to`. */
      readonly after: DimensionTexts
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "dimension-translations-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly before?: TranslatedTexts<"label" | "description" | "definition">
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly after?: TranslatedTexts<"label" | "description" | "definition">
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "dimension-deprecated"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** In `to`. */
      readonly after: StatedDeprecation
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "dimension-undeprecated"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** In `from`. */
      readonly before: StatedDeprecation
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "dimension-deprecation-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** In `from`. */
      readonly before: StatedDeprecation
      /** In `to`. */
      readonly after: StatedDeprecation
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "value-added"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** The code of the value. */
      readonly value: string
      /** The position among the values of `to`, from 0. */
      readonly index: number
      /** In `to`. */
      readonly after: ValueSnapshot
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "value-removed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** The code of the value. */
      readonly value: string
      /** The release that removed it. Absent if `to` follows from no release that had it. */
      readonly removed_in?: string
      /** Its replacement; absent if nothing replaces it. */
      readonly replacement?: Replacement
      /** Why it was removed, if the editors stated a reason. */
      readonly reason?: string
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "value-role-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** The code of the value. */
      readonly value: string
      /** In `from`. */
      readonly before?: ReadonlyArray<"scope" | "permission" | "limit" | "duty" | "exclusivity" | "description">
      /** In `to`. */
      readonly after?: ReadonlyArray<"scope" | "permission" | "limit" | "duty" | "exclusivity" | "description">
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "value-reserves-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** The code of the value. */
      readonly value: string
      /** In `from`. */
      readonly before?: string
      /** In `to`. */
      readonly after?: string
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "value-broader-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** The code of the value. */
      readonly value: string
      /** In `from`. */
      readonly before?: ReadonlyArray<string>
      /** In `to`. */
      readonly after?: ReadonlyArray<string>
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "value-includes-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** The code of the value. */
      readonly value: string
      /** In `from`. */
      readonly before?: ReadonlyArray<string>
      /** In `to`. */
      readonly after?: ReadonlyArray<string>
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "value-unbound-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** The code of the value. */
      readonly value: string
      /** In `from`. */
      readonly before?: ReadonlyArray<string>
      /** In `to`. */
      readonly after?: ReadonlyArray<string>
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "value-definition-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** The code of the value. */
      readonly value: string
      /** In `from`. */
      readonly before?: string
      /** In `to`. */
      readonly after?: string
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "value-definition-corrected"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** The code of the value. */
      readonly value: string
      /** In `from`. */
      readonly before?: string
      /** In `to`. */
      readonly after?: string
      /** Why the meaning stayed the same. */
      readonly reason: string
      /** The person or the group that approved it. */
      readonly approved_by: string
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "value-text-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** The code of the value. */
      readonly value: string
      /** In `from`. */
      readonly before: ValueTexts
      /** In `to`. */
      readonly after: ValueTexts
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "value-translations-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** The code of the value. */
      readonly value: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly before?: TranslatedTexts<"label" | "description" | "notes" | "definition">
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly after?: TranslatedTexts<"label" | "description" | "notes" | "definition">
      /** The lists of texts, before and after. */
      readonly lists?: {
        /** The lists of texts in other languages. They are apart from the single texts. */
        readonly before?: ListTranslations
        /** The lists of texts in other languages. They are apart from the single texts. */
        readonly after?: ListTranslations
      }
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "value-deprecated"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** The code of the value. */
      readonly value: string
      /** In `to`. */
      readonly after: StatedDeprecation
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "value-undeprecated"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** The code of the value. */
      readonly value: string
      /** In `from`. */
      readonly before: StatedDeprecation
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "value-deprecation-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** The code of the value. */
      readonly value: string
      /** In `from`. */
      readonly before: StatedDeprecation
      /** In `to`. */
      readonly after: StatedDeprecation
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "values-reordered"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The name of the dimension. */
      readonly dimension: string
      /** The codes that both releases have, in their order. */
      readonly before: ReadonlyArray<string>
      /** The codes that both releases have, in their order. */
      readonly after: ReadonlyArray<string>
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "license-added"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The code of the license. */
      readonly license: string
      /** In `to`. */
      readonly after: LicenseSnapshot
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "license-removed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The code of the license. */
      readonly license: string
      /** The release that removed it. Absent if `to` follows from no release that had it. */
      readonly removed_in?: string
      /** Its replacement; absent if nothing replaces it. */
      readonly replacement?: Replacement
      /** Why it was removed, if the editors stated a reason. */
      readonly reason?: string
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "license-config-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The code of the license. */
      readonly license: string
      /** In `from`. */
      readonly before: Config
      /** In `to`. */
      readonly after: Config
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "license-text-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The code of the license. */
      readonly license: string
      /** In `from`. */
      readonly before: LicenseTexts
      /** In `to`. */
      readonly after: LicenseTexts
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "license-translations-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The code of the license. */
      readonly license: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly before?: TranslatedTexts<"name" | "description">
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly after?: TranslatedTexts<"name" | "description">
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "license-deprecated"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The code of the license. */
      readonly license: string
      /** In `to`. */
      readonly after: StatedDeprecation
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "license-undeprecated"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The code of the license. */
      readonly license: string
      /** In `from`. */
      readonly before: StatedDeprecation
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "license-deprecation-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The code of the license. */
      readonly license: string
      /** In `from`. */
      readonly before: StatedDeprecation
      /** In `to`. */
      readonly after: StatedDeprecation
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "rule-added"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The id of the rule. */
      readonly rule: string
      /** In `to`. */
      readonly after: RuleSnapshot
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "rule-removed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The id of the rule. */
      readonly rule: string
      /** The release that removed it. Absent if `to` follows from no release that had it. */
      readonly removed_in?: string
      /** Its replacement; absent if nothing replaces it. */
      readonly replacement?: Replacement
      /** Why it was removed, if the editors stated a reason. */
      readonly reason?: string
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "rule-advice-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The id of the rule. */
      readonly rule: string
      /** In `from`. */
      readonly before?: boolean
      /** In `to`. */
      readonly after?: boolean
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "rule-condition-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The id of the rule. */
      readonly rule: string
      /** In `from`. */
      readonly before?: {
        /** By name. */
        readonly [name: string]: Condition
      }
      /** In `to`. */
      readonly after?: {
        /** By name. */
        readonly [name: string]: Condition
      }
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "rule-case-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The id of the rule. */
      readonly rule: string
      /** In `from`. */
      readonly before?: {
        /** By name. */
        readonly [name: string]: Condition
      }
      /** In `to`. */
      readonly after?: {
        /** By name. */
        readonly [name: string]: Condition
      }
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "rule-demand-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The id of the rule. */
      readonly rule: string
      /** In `from`. */
      readonly before?: {
        /** By name. */
        readonly [name: string]: Condition
      }
      /** In `to`. */
      readonly after?: {
        /** By name. */
        readonly [name: string]: Condition
      }
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "rule-label-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The id of the rule. */
      readonly rule: string
      /** In `from`. */
      readonly before?: string
      /** In `to`. */
      readonly after?: string
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "rule-text-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The id of the rule. */
      readonly rule: string
      /** In `from`. */
      readonly before: string
      /** In `to`. */
      readonly after: string
    })
  | (Localized & {
      /** What changed. */
      readonly kind: "rule-translations-changed"
      /** The version bump that it requires. */
      readonly bump: ChangeBump
      /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
      readonly item: string
      /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
      readonly label: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly translations?: TranslatedTexts<"label" | "reason">
      /** Its deprecation; absent if it is not deprecated. */
      readonly deprecation?: Deprecation
      /** The id of the rule. */
      readonly rule: string
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly before?: TranslatedTexts<"label" | "description">
      /** The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one. */
      readonly after?: TranslatedTexts<"label" | "description">
    })

/** The net changes between two releases, the result of `changes({ from, to })`. */
export interface Changes {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The release that the changes lead from. */
  readonly from: ComparedRelease
  /** The release that the changes lead to. */
  readonly to: ComparedRelease
  /** The largest bump of all changes between the two releases, whatever the filter selects; `none` without changes. */
  readonly required_bump: "major" | "minor" | "patch" | "none"
  /** The changes. */
  readonly changes: ReadonlyArray<Change>
  /** Their number. */
  readonly count: number
  /** Send it as `cursor` for the entries that follow. Absent from the last page, and from a whole list. */
  readonly next_cursor?: string
  /** The release of this body, or the state of all releases that it was made from. */
  readonly _meta: ReleaseMeta
}

/** The health of the service, the result of `health()`. */
export interface Health {
  /** `degraded`: it serves, but could not load the newest release. `draining`: it is shutting down. */
  readonly status: "ok" | "degraded" | "draining"
  /** The version of the server. */
  readonly version: string
  /** The time of the response, ISO 8601 in UTC. */
  readonly timestamp: string
}

/** A message that a receiver has had. */
export interface WebhookPlace {
  /** The `webhook-id` of that message. */
  readonly id: string
  /** The number of its event in the ledger of releases. */
  readonly sequence: number
}

/** A change of an item. */
export interface WebhookItem {
  /** The item, such as `campaign_kind/retail_promotion` or the code of a license. */
  readonly item: string
  /** The kind of the change, as in `/{api_version}/changes`. */
  readonly change: string
  /** The address of the item in this release. */
  readonly href?: string
}

/** The proof that the signed log has the event. */
export interface WebhookProof {
  /** The leaf of the event, whose `event` equals `digest`. */
  readonly leaf: string
  /** Its place in the log, from 0. */
  readonly index: number
  /** The way from the leaf to the root (RFC 6962), in Base64. */
  readonly hashes: ReadonlyArray<string>
  /** The signed note with size and root (C2SP tlog-checkpoint). */
  readonly checkpoint: string
}

/** The event, and where to read it. */
export interface WebhookData {
  /** The number of the event in the ledger of releases, from 1. */
  readonly sequence: number
  /** The hash of the event. It covers all events before it. */
  readonly digest: string
  /** The message before this one to the same subscription. Another one than you had last shows a gap. */
  readonly previous: WebhookPlace | null
  /** The API version that serves the release, such as `v1`. */
  readonly api_version: string
  /** The full version of the release. */
  readonly release?: string
  /** Its taxonomy version, such as `v1.1`. */
  readonly version?: string
  /** The digest of the manifest of the release. */
  readonly manifest?: string
  /** Why the release was withdrawn, or the major ended. */
  readonly reason?: string
  /** The changes. */
  readonly items?: ReadonlyArray<WebhookItem>
  /** The number of changes. `items` lists at most 100 of them. */
  readonly count?: number
  /** Addresses to GET with your API key, by what they answer with. */
  readonly links: {
    /** By name. */
    readonly [name: string]: string
  }
  /** Absent if the log is not signed so far. */
  readonly proof?: WebhookProof
}

/** What happened, and where to read it. */
export interface WebhookMessage {
  /** What happened. `taxonomy.test` is a message that the operator sent to try the address. */
  readonly type:
    | "taxonomy.release"
    | "taxonomy.deprecation"
    | "taxonomy.license_changed"
    | "taxonomy.withdrawal"
    | "taxonomy.end_of_life"
    | "taxonomy.test"
  /** When the event happened. `webhook-timestamp` is of the attempt. */
  readonly timestamp: string
  /** The event, and where to read it. A message of the type `taxonomy.test` has none of these. */
  readonly data: WebhookData
}
