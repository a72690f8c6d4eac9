import * as Schema from "effect/Schema"
import { structFields } from "../vocabulary/Field.ts"
import { vocabulary } from "../vocabulary/Vocabulary.ts"

export type Value = typeof Value.Type
export const Value = Schema.Struct(structFields(vocabulary.value))

/** One aspect of what is licensed, with its allowed values in the editors' order (service spec, 2.2). */
export type Dimension = typeof Dimension.Type
export const Dimension = Schema.Struct(structFields(vocabulary.dimension))

/** A base license template (service spec, 2.1). */
export type License = typeof License.Type
export const License = Schema.Struct(structFields(vocabulary.license))

/** Forbids every config that meets all of its conditions (service spec, 2.5). */
export type ConflictRule = typeof ConflictRule.Type
export const ConflictRule = Schema.Struct(structFields(vocabulary.rule))

/** The fields of the taxonomy itself. */
type Header = typeof Header.Type
export const Header = Schema.Struct(structFields(vocabulary.taxonomy))

/**
 * A snapshot of the vocabulary. Dimensions, licenses and rules are sorted by name, code and id, and so are the keys of
 * configs and conditions: a snapshot is the same whether it was read from sources or from the ledger. Values stand in
 * the editors' order.
 */
export interface Taxonomy extends Header {
  readonly dimensions: ReadonlyArray<Dimension>
  readonly licenses: ReadonlyArray<License>
  readonly rules: ReadonlyArray<ConflictRule>
}

/** The types of items, by the name of their kind; `taxonomy` is the header of the snapshot. */
export interface Items {
  readonly taxonomy: Taxonomy
  readonly dimension: Dimension
  readonly value: Value
  readonly license: License
  readonly rule: ConflictRule
}
