import type { Change, ChangeKind } from "../../domain/change/Change.ts"
import type { Bump } from "../../domain/taxonomy/Version.ts"

/** How a report names a kind of change, and why it requires its bump. */
export interface KindText {
  readonly one: string
  readonly many: string
  readonly why: string
  /** Why a change of this kind requires another bump than most. */
  readonly whyElse?: { readonly [B in Bump]?: string }
}

const stays = "existing configs stay valid"
const breaks = "configs that use it become invalid"
const meaning = "existing contracts would mean something else"
const first = "a first definition says what the item has always meant"
const wording = "the meaning stays"
const corrected = "a waiver states that the meaning stays"
const announced = "still valid, but announced to go"
const kept = "it is no longer announced to go"
const guidance = "another replacement or reason"
const translated = "translations are not normative"
const judged = "configs that were valid can become invalid"

/** Every kind of change in words, in the order in which a reader needs them. */
export const kindTexts = {
  "namespace-changed": {
    one: "Namespace changed",
    many: "Namespaces changed",
    why: "every code belongs to another taxonomy"
  },
  "iri-changed": {
    one: "IRI changed",
    many: "IRIs changed",
    why: "every item has another IRI",
    whyElse: { minor: "items get an IRI, and none changes" }
  },
  "dimension-removed": { one: "Dimension removed", many: "Dimensions removed", why: breaks },
  "value-removed": { one: "Value removed", many: "Values removed", why: breaks },
  "license-removed": {
    one: "Base license removed",
    many: "Base licenses removed",
    why: "contracts based on it lose it"
  },
  "dimension-definition-changed": {
    one: "Definition changed",
    many: "Definitions of dimensions changed",
    why: meaning,
    whyElse: { minor: first }
  },
  "value-definition-changed": {
    one: "Definition changed",
    many: "Definitions of values changed",
    why: meaning,
    whyElse: { minor: first }
  },
  "dimension-shape-changed": { one: "Shape changed", many: "Shapes changed", why: "configs set it in another way" },
  "dimension-requirement-changed": {
    one: "Requirement changed",
    many: "Requirements changed",
    why: "configs with or without it are judged otherwise"
  },
  "license-config-changed": {
    one: "Config changed",
    many: "Configs changed",
    why: "the license grants something else",
    whyElse: { minor: "it only sets dimensions that are new" }
  },
  "rule-added": {
    one: "Conflict rule added",
    many: "Conflict rules added",
    why: judged,
    whyElse: { minor: "it concerns a dimension that is new" }
  },
  "rule-condition-changed": { one: "Condition changed", many: "Conditions changed", why: judged },
  "dimension-deprecated": { one: "Dimension deprecated", many: "Dimensions deprecated", why: announced },
  "value-deprecated": { one: "Value deprecated", many: "Values deprecated", why: announced },
  "license-deprecated": { one: "Base license deprecated", many: "Base licenses deprecated", why: announced },
  "dimension-undeprecated": {
    one: "Dimension no longer deprecated",
    many: "Dimensions no longer deprecated",
    why: kept
  },
  "value-undeprecated": { one: "Value no longer deprecated", many: "Values no longer deprecated", why: kept },
  "license-undeprecated": {
    one: "Base license no longer deprecated",
    many: "Base licenses no longer deprecated",
    why: kept
  },
  "dimension-added": {
    one: "Dimension added",
    many: "Dimensions added",
    why: stays,
    whyElse: { major: "every config must set a required dimension" }
  },
  "value-added": { one: "Value added", many: "Values added", why: stays },
  "license-added": {
    one: "Base license added",
    many: "Base licenses added",
    why: "existing licenses stay as they are"
  },
  "rule-removed": { one: "Conflict rule removed", many: "Conflict rules removed", why: "more configs are valid" },
  "dimension-deprecation-changed": {
    one: "Deprecation changed",
    many: "Deprecations of dimensions changed",
    why: guidance
  },
  "value-deprecation-changed": { one: "Deprecation changed", many: "Deprecations of values changed", why: guidance },
  "license-deprecation-changed": {
    one: "Deprecation changed",
    many: "Deprecations of base licenses changed",
    why: guidance
  },
  "dimension-definition-corrected": {
    one: "Definition of a dimension corrected",
    many: "Definitions of dimensions corrected",
    why: corrected
  },
  "value-definition-corrected": {
    one: "Definition of a value corrected",
    many: "Definitions of values corrected",
    why: corrected
  },
  "title-changed": { one: "Title or description of the taxonomy changed", many: "Titles changed", why: wording },
  "dimension-text-changed": { one: "Text of a dimension changed", many: "Texts of dimensions changed", why: wording },
  "value-text-changed": { one: "Text of a value changed", many: "Texts of values changed", why: wording },
  "license-text-changed": {
    one: "Text of a base license changed",
    many: "Texts of base licenses changed",
    why: wording
  },
  "rule-text-changed": {
    one: "Text of a conflict rule changed",
    many: "Texts of conflict rules changed",
    why: wording
  },
  "taxonomy-translations-changed": {
    one: "Translation of the title changed",
    many: "Translations of titles changed",
    why: translated
  },
  "dimension-translations-changed": {
    one: "Translation of a dimension changed",
    many: "Translations of dimensions changed",
    why: translated
  },
  "value-translations-changed": {
    one: "Translation of a value changed",
    many: "Translations of values changed",
    why: translated
  },
  "license-translations-changed": {
    one: "Translation of a base license changed",
    many: "Translations of base licenses changed",
    why: translated
  },
  "rule-translations-changed": {
    one: "Translation of a conflict rule changed",
    many: "Translations of conflict rules changed",
    why: translated
  },
  "values-reordered": { one: "Values in another order", many: "Values in another order", why: "only the order changes" }
} as const satisfies Record<ChangeKind, KindText>

/** Why a change requires its bump. */
export const whyOf = ({ bump, kind }: Change): string => {
  // What a withdrawn release changed is undone without the bump that the change would require.
  if (bump === "patch" && requiresMore.test(kind)) return "only withdrawn releases differ"
  const { why, whyElse }: KindText = kindTexts[kind]
  return whyElse?.[bump] ?? why
}

const requiresMore = /-(?:added|removed|deprecated|(?:definition|shape|requirement|config|condition)-changed)$/

/** True for what becomes or ceases to be binding: a definition, a condition, a config, or an item that has one. */
export const isNormative = (change: Change): boolean =>
  /-(?:added|removed|(?:definition|config|condition)-(?:changed|corrected))$/.test(change.kind) &&
  (change.kind !== "value-added" || change.after.definition !== undefined)

export const isTranslation = ({ kind }: Change): boolean => kind.endsWith("-translations-changed")
