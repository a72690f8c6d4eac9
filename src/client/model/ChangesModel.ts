import type { Config, Deprecation, Localized, ReleaseMeta, Replacement, Shape, TranslatedTexts } from "./Model.ts"
import type { Condition } from "./SchemaModel.ts"

/** A release that is compared with another. */
export interface ComparedRelease {
  /** The taxonomy version, `v1.0`. */
  readonly version: string
  /** The full version, `1.0.0`. */
  readonly release: string
  /** ISO 8601, UTC. */
  readonly published_at: string
}

/** The facts of every change of an item. */
export interface ChangeFacts extends Localized {
  /** `dimension`, `dimension/value`, the code of a license, or `rules/id`. */
  readonly item: string
  /** The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed. */
  readonly label: string
  /** Translations of label and reason; absent without translations. */
  readonly translations?: TranslatedTexts<"label" | "reason">
  /** Its deprecation in `to`; absent if it is not deprecated there. */
  readonly deprecation?: Deprecation
}

/** The facts of a removal. */
export interface RemovalFacts {
  /** The full version of the release that removed it; absent if `to` follows from no release that had it. */
  readonly removed_in?: string
  /** Its replacement; absent if nothing replaces it. */
  readonly replacement?: Replacement
  /** Why it was removed, for people. */
  readonly reason?: string
}

/** Who decided that a corrected definition means the same, and why. */
export interface Approval {
  /** The reason, for people. */
  readonly reason: string
  /** The person or the group that approved it. */
  readonly approved_by: string
}

/** A deprecation as the editors stated it. The dates are in `deprecation` of the change. */
export interface StatedDeprecation {
  /** Its replacements, in the words of the sources. */
  readonly replaced_by: ReadonlyArray<string>
  /** `all_of`: the replacements replace it together. Absent if each of them does. */
  readonly replacement_mode?: "all_of"
  /** The reason, for people. */
  readonly reason?: string
  /** Translations of the reason; absent without translations. */
  readonly translations?: TranslatedTexts<"reason">
}

/** A value as the editors wrote it. */
export interface ValueSnapshot {
  /** The code. */
  readonly code: string
  /** The short name, for people. */
  readonly label: string
  /** The description, one or two sentences. */
  readonly description: string
  /** The normative meaning, if the description is not enough. */
  readonly definition?: string
  /** Translations of the texts; absent without translations. */
  readonly translations?: TranslatedTexts<"label" | "description" | "definition">
  /** Its deprecation; absent if it is not deprecated. */
  readonly deprecated?: StatedDeprecation
}

/** A dimension with its values, as the editors wrote it. */
export interface DimensionSnapshot {
  /** The name in configs. */
  readonly name: string
  /** The name for people. */
  readonly label: string
  /** The description, one or two sentences. */
  readonly description: string
  /** The normative meaning, if the description is not enough. */
  readonly definition?: string
  /** How a config sets it. */
  readonly shape: Shape
  /** True if every config must set it. */
  readonly required: boolean
  /** Translations of the texts; absent without translations. */
  readonly translations?: TranslatedTexts<"label" | "description" | "definition">
  /** Its deprecation; absent if it is not deprecated. */
  readonly deprecated?: StatedDeprecation
  /** Its values. */
  readonly values: ReadonlyArray<ValueSnapshot>
}

/** A base license as the editors wrote it. */
export interface LicenseSnapshot {
  /** The identifier in filters and addresses. */
  readonly code: string
  /** The name, for people. */
  readonly name: string
  /** The description, one or two sentences. */
  readonly description: string
  /** The granted settings, by dimension. */
  readonly config: Config
  /** Translations of the texts; absent without translations. */
  readonly translations?: TranslatedTexts<"name" | "description">
  /** Its deprecation; absent if it is not deprecated. */
  readonly deprecated?: StatedDeprecation
}

/** A conflict rule as the editors wrote it. */
export interface RuleSnapshot {
  /** The id. */
  readonly id: string
  /** The description, one or two sentences. */
  readonly description: string
  /** The conditions, by dimension. */
  readonly forbid: Conditions
  /** Translations of the description; absent without translations. */
  readonly translations?: TranslatedTexts<"description">
}

/** The conditions of a rule. */
export interface Conditions {
  /** By dimension name. */
  readonly [dimension: string]: Condition
}

/** How much a version must rise. */
export type ChangeBump = "patch" | "minor" | "major"

/**
 * One difference between two releases. `kind` says what changed, `before` and `after` how. A newer service may send kinds that
 * are not listed here, of which only `kind` and `bump` are certain.
 */
export type Change =
  | ChangeRecord<"namespace-changed", BeforeAfter<string>>
  | ChangeRecord<"iri-changed", OptionalBeforeAfter<string>>
  | ChangeRecord<"title-changed", BeforeAfter<ChangedTexts<"title" | "description">>>
  | ChangeRecord<"taxonomy-translations-changed", OptionalBeforeAfter<TranslatedTexts<"title" | "description">>>
  | DimensionChange<"dimension-added", After<DimensionSnapshot>>
  | DimensionChange<"dimension-removed", RemovalFacts>
  | DimensionChange<"dimension-shape-changed", BeforeAfter<Shape>>
  | DimensionChange<"dimension-requirement-changed", BeforeAfter<boolean>>
  | DimensionChange<"dimension-definition-changed", OptionalBeforeAfter<string>>
  | DimensionChange<"dimension-definition-corrected", OptionalBeforeAfter<string> & Approval>
  | DimensionChange<"dimension-text-changed", BeforeAfter<ChangedTexts<"label" | "description">>>
  | DimensionChange<"dimension-translations-changed", OptionalBeforeAfter<ValueTranslations>>
  | DimensionChange<"dimension-deprecated", After<StatedDeprecation>>
  | DimensionChange<"dimension-undeprecated", Before<StatedDeprecation>>
  | DimensionChange<"dimension-deprecation-changed", BeforeAfter<StatedDeprecation>>
  | DimensionChange<"values-reordered", BeforeAfter<ReadonlyArray<string>>>
  | ValueChange<"value-added", After<ValueSnapshot> & ChangedPosition>
  | ValueChange<"value-removed", RemovalFacts>
  | ValueChange<"value-definition-changed", OptionalBeforeAfter<string>>
  | ValueChange<"value-definition-corrected", OptionalBeforeAfter<string> & Approval>
  | ValueChange<"value-text-changed", BeforeAfter<ChangedTexts<"label" | "description">>>
  | ValueChange<"value-translations-changed", OptionalBeforeAfter<ValueTranslations>>
  | ValueChange<"value-deprecated", After<StatedDeprecation>>
  | ValueChange<"value-undeprecated", Before<StatedDeprecation>>
  | ValueChange<"value-deprecation-changed", BeforeAfter<StatedDeprecation>>
  | LicenseChange<"license-added", After<LicenseSnapshot>>
  | LicenseChange<"license-removed", RemovalFacts>
  | LicenseChange<"license-config-changed", BeforeAfter<Config>>
  | LicenseChange<"license-text-changed", BeforeAfter<ChangedTexts<"name" | "description">>>
  | LicenseChange<"license-translations-changed", OptionalBeforeAfter<TranslatedTexts<"name" | "description">>>
  | LicenseChange<"license-deprecated", After<StatedDeprecation>>
  | LicenseChange<"license-undeprecated", Before<StatedDeprecation>>
  | LicenseChange<"license-deprecation-changed", BeforeAfter<StatedDeprecation>>
  | RuleChange<"rule-added", After<RuleSnapshot>>
  | RuleChange<"rule-removed", RemovalFacts>
  | RuleChange<"rule-condition-changed", BeforeAfter<Conditions>>
  | RuleChange<"rule-text-changed", BeforeAfter<string>>
  | RuleChange<"rule-translations-changed", OptionalBeforeAfter<TranslatedTexts<"description">>>

/** The net changes between two releases, the result of `changes({ from, to })`. */
export interface Changes {
  /** The taxonomy version of `to`, `v1.1`. */
  readonly version: string
  /** The release that the changes lead from. */
  readonly from: ComparedRelease
  /** The release that the changes lead to. */
  readonly to: ComparedRelease
  /** The largest bump of all changes between them, whatever the filter selects. */
  readonly required_bump: ChangeBump | "none"
  /** The changes. */
  readonly changes: ReadonlyArray<Change>
  /** Their number. */
  readonly count: number
  /** The release of this body. */
  readonly _meta: ReleaseMeta
}

/** Which changes to list. */
export interface ChangesQuery {
  /** The release that the changes lead from: `v1.0`, `v1.0.0`, `v1` or `latest`, of any major. */
  readonly from: string
  /** The release that they lead to, older or newer. Default: the newest release of the API version. */
  readonly to?: string | undefined
  /** The kinds of change, such as `value-removed`. Default: all. */
  readonly kind?: Change["kind"] | ReadonlyArray<Change["kind"]> | undefined
  /** The names of dimensions, which select changes of themselves and of their values. Default: all. */
  readonly dimension?: string | ReadonlyArray<string> | undefined
}

/** A record with its kind and the bump that it requires. */
export type ChangeRecord<Kind extends string, Fields> = Flat<
  {
    /** What changed. */
    readonly kind: Kind
    /** The version bump that it requires. */
    readonly bump: ChangeBump
  } & Fields
>

/** A change of a dimension. */
export type DimensionChange<Kind extends string, Fields> = ChangeRecord<Kind, ChangeFacts & OfDimension & Fields>

/** A change of a value. */
export type ValueChange<Kind extends string, Fields> = ChangeRecord<Kind, ChangeFacts & OfDimension & OfValue & Fields>

/** A change of a base license. */
export type LicenseChange<Kind extends string, Fields> = ChangeRecord<Kind, ChangeFacts & OfLicense & Fields>

/** A change of a conflict rule. */
export type RuleChange<Kind extends string, Fields> = ChangeRecord<Kind, ChangeFacts & OfRule & Fields>

/** The dimension that a change is about. */
export interface OfDimension {
  /** The name of the dimension. */
  readonly dimension: string
}

/** The value that a change is about. */
export interface OfValue {
  /** The code of the value. */
  readonly value: string
}

/** The license that a change is about. */
export interface OfLicense {
  /** The code of the license. */
  readonly license: string
}

/** The rule that a change is about. */
export interface OfRule {
  /** The id of the rule. */
  readonly rule: string
}

/** What was before. */
export interface Before<A> {
  /** In `from`. */
  readonly before: A
}

/** What is now. */
export interface After<A> {
  /** In `to`. */
  readonly after: A
}

/** What was before, and what is now. */
export type BeforeAfter<A> = Before<A> & After<A>

/** What was before, and what is now. Absent if there was or is none. */
export type OptionalBeforeAfter<A> = Partial<BeforeAfter<A>>

/** Where a value was added. */
export interface ChangedPosition {
  /** The position among the values of `to`, from 0. */
  readonly index: number
}

/** Texts by name. */
export type ChangedTexts<Name extends string> = { readonly [N in Name]: string }

/** Translations of the texts of a dimension or of a value. */
export type ValueTranslations = TranslatedTexts<"label" | "description" | "definition">

/** An object type with all members in one place. */
export type Flat<A> = { [Key in keyof A]: A[Key] }
