import * as Schema from "effect/Schema"
import { Config } from "./Config.ts"
import type { ConflictRule } from "./ConflictRule.ts"
import { Deprecation } from "./Deprecation.ts"
import { BaseIri, Code, DimensionName, Namespace } from "./Identifiers.ts"
import { Text } from "./Text.ts"
import { makeTranslations, translatedTexts } from "./Translations.ts"

/** How a config sets a dimension: a list of codes, one code, a territory, or an object of booleans. */
export type Shape = typeof Shape.Type
export const Shape = Schema.Literals(["single", "multiple", "territory", "flags"])

export type Value = typeof Value.Type
export const Value = Schema.Struct({
  code: Code,
  label: Text,
  description: Text,
  definition: Schema.optionalKey(Text),
  translations: Schema.optionalKey(makeTranslations(translatedTexts.value)),
  deprecated: Schema.optionalKey(Deprecation)
})

/** One aspect of what is licensed, with its allowed values in the editors' order (service spec, 2.2). */
export type Dimension = typeof Dimension.Type
export const Dimension = Schema.Struct({
  name: DimensionName,
  label: Text,
  description: Text,
  definition: Schema.optionalKey(Text),
  shape: Shape,
  required: Schema.Boolean,
  translations: Schema.optionalKey(makeTranslations(translatedTexts.dimension)),
  deprecated: Schema.optionalKey(Deprecation),
  values: Schema.Array(Value)
})

/** A base license template (service spec, 2.1). */
export type License = typeof License.Type
export const License = Schema.Struct({
  code: Code,
  name: Text,
  description: Text,
  config: Config,
  translations: Schema.optionalKey(makeTranslations(translatedTexts.license)),
  deprecated: Schema.optionalKey(Deprecation)
})

/** The fields of the taxonomy itself. */
export type Header = typeof Header.Type
export const Header = Schema.Struct({
  namespace: Namespace,
  iri: Schema.optionalKey(BaseIri),
  title: Text,
  description: Text,
  translations: Schema.optionalKey(makeTranslations(translatedTexts.taxonomy))
})

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
