import * as Schema from "effect/Schema"
import { Config } from "./Config.ts"
import type { ConflictRule } from "./ConflictRule.ts"
import { byCodeUnits, Code, DimensionName, Namespace } from "./Identifiers.ts"
import { Text } from "./Text.ts"

/** How a config sets a dimension: a list of codes, one code, a territory, or an object of booleans. */
export type Shape = typeof Shape.Type
export const Shape = Schema.Literals(["single", "multiple", "territory", "flags"])

/** A deprecation that names no replacement gives a reason. */
export const replacementOrReason = Schema.makeFilter(
  ({ reason, replaced_by }: { readonly reason?: string; readonly replaced_by: ReadonlyArray<string> }) =>
    reason !== undefined || replaced_by.length > 0,
  {
    expected: "a replacement or a reason",
    hint: "Name what takes its place in replaced_by, or say why it goes in reason.",
    toJsonSchema: () => ({
      anyOf: [{ required: ["reason"] }, { required: ["replaced_by"], properties: { replaced_by: { minItems: 1 } } }]
    })
  }
)

/** Why an item goes, and what takes its place. Since when is not written down: the ledger knows it. */
export type Deprecation = typeof Deprecation.Type
export const Deprecation = Schema.Struct({
  replaced_by: Schema.Array(Code),
  reason: Schema.optionalKey(Text)
}).check(replacementOrReason)

export type Value = typeof Value.Type
export const Value = Schema.Struct({
  code: Code,
  label: Text,
  description: Text,
  definition: Schema.optionalKey(Text),
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
  deprecated: Schema.optionalKey(Deprecation)
})

/**
 * A snapshot of the vocabulary. Dimensions, licenses and rules are sorted by name, code and id, and so are the keys of
 * configs and conditions: a snapshot is the same whether it was read from sources or from the ledger. Values stand in
 * the editors' order.
 */
export interface Taxonomy {
  readonly namespace: string
  readonly title: string
  readonly description: string
  readonly dimensions: ReadonlyArray<Dimension>
  readonly licenses: ReadonlyArray<License>
  readonly rules: ReadonlyArray<ConflictRule>
}

export const findDimension = ({ dimensions }: Taxonomy, name: string): Dimension | undefined =>
  dimensions.find((dimension) => dimension.name === name)

export const Header = Schema.Struct({ namespace: Namespace, title: Text, description: Text })

/** What the first release changes. */
export const empty: Taxonomy = { namespace: "", title: "", description: "", dimensions: [], licenses: [], rules: [] }

/** Puts everything into the order that a snapshot has. */
export const normalize = (taxonomy: Taxonomy): Taxonomy => ({
  ...taxonomy,
  dimensions: sortedBy(taxonomy.dimensions, ({ name }) => name),
  licenses: sortedBy(taxonomy.licenses, ({ code }) => code).map((license) => ({
    ...license,
    config: sortKeys(license.config)
  })),
  rules: sortedBy(taxonomy.rules, ({ id }) => id).map((rule) => ({ ...rule, forbid: sortKeys(rule.forbid) }))
})

const sortedBy = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> =>
  items.toSorted((left, right) => byCodeUnits(key(left), key(right)))

/** The same object with its keys sorted, and those of the objects in it. Lists keep their order. */
const sortKeys = <A extends object>(value: A): A => {
  const sorted = Object.entries(value)
    .sort(([left], [right]) => byCodeUnits(left, right))
    .map(([key, member]) => [key, isNestedObject(member) ? sortKeys(member) : member])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the members are the same, in another order
  return Object.fromEntries(sorted) as A
}

const isNestedObject = (member: unknown): member is object =>
  typeof member === "object" && member !== null && !Array.isArray(member)
