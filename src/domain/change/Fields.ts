import type { ConflictRule } from "../taxonomy/ConflictRule.ts"
import type { Dimension, License, Taxonomy, Value } from "../taxonomy/Taxonomy.ts"
import type { Bump } from "../taxonomy/Version.ts"

/** The types of items that changes record, as their kinds begin; `taxonomy` is the header of the snapshot. */
export interface Items {
  readonly taxonomy: Taxonomy
  readonly dimension: Dimension
  readonly value: Value
  readonly license: License
  readonly rule: ConflictRule
}

/**
 * A field of an item, and how a change of it is recorded.
 *
 * - `identity`: never changes; another identity is another item.
 * - `items`: a list of items, with records of their own.
 * - `deprecation`: recorded as `…-deprecated`, `…-undeprecated` or `…-deprecation-changed`.
 * - all others: recorded as `change`, with the field before and after. Fields that share a `change` are recorded
 *   together, by name.
 */
export type Field =
  | { readonly kind: "identity" | "items" | "deprecation" }
  | {
      readonly kind: "structure" | "definition" | "text" | "translation"
      readonly change: string
      readonly bump: Bump
      readonly isShared?: true
    }

export type FieldTable = { readonly [Type in keyof Items]: { readonly [Name in keyof Items[Type]]-?: Field } }

/**
 * Every field of every item, in the order in which a release lists their changes. `Change`, `diff` and `apply` follow
 * from this table, and a field without an entry is a type error: no field is lost in silence.
 */
export const fields = {
  taxonomy: {
    namespace: { kind: "structure", change: "namespace-changed", bump: "major" },
    // `diff` lowers the bump if there was none: no IRI of an item changes.
    iri: { kind: "structure", change: "iri-changed", bump: "major" },
    title: { kind: "text", change: "title-changed", bump: "patch", isShared: true },
    description: { kind: "text", change: "title-changed", bump: "patch", isShared: true },
    translations: { kind: "translation", change: "taxonomy-translations-changed", bump: "patch" },
    dimensions: { kind: "items" },
    licenses: { kind: "items" },
    rules: { kind: "items" }
  },
  dimension: {
    name: { kind: "identity" },
    shape: { kind: "structure", change: "dimension-shape-changed", bump: "major" },
    required: { kind: "structure", change: "dimension-requirement-changed", bump: "major" },
    definition: { kind: "definition", change: "dimension-definition-changed", bump: "major" },
    label: { kind: "text", change: "dimension-text-changed", bump: "patch", isShared: true },
    description: { kind: "text", change: "dimension-text-changed", bump: "patch", isShared: true },
    translations: { kind: "translation", change: "dimension-translations-changed", bump: "patch" },
    deprecated: { kind: "deprecation" },
    values: { kind: "items" }
  },
  value: {
    code: { kind: "identity" },
    definition: { kind: "definition", change: "value-definition-changed", bump: "major" },
    label: { kind: "text", change: "value-text-changed", bump: "patch", isShared: true },
    description: { kind: "text", change: "value-text-changed", bump: "patch", isShared: true },
    translations: { kind: "translation", change: "value-translations-changed", bump: "patch" },
    deprecated: { kind: "deprecation" }
  },
  license: {
    code: { kind: "identity" },
    // `diff` lowers the bump if the config only sets dimensions that are added in the same release.
    config: { kind: "structure", change: "license-config-changed", bump: "major" },
    name: { kind: "text", change: "license-text-changed", bump: "patch", isShared: true },
    description: { kind: "text", change: "license-text-changed", bump: "patch", isShared: true },
    translations: { kind: "translation", change: "license-translations-changed", bump: "patch" },
    deprecated: { kind: "deprecation" }
  },
  rule: {
    id: { kind: "identity" },
    forbid: { kind: "structure", change: "rule-condition-changed", bump: "major" },
    description: { kind: "text", change: "rule-text-changed", bump: "patch" },
    translations: { kind: "translation", change: "rule-translations-changed", bump: "patch" }
  }
} as const satisfies FieldTable
