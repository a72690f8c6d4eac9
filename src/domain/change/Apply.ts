import type { ConflictRule } from "../taxonomy/ConflictRule.ts"
import {
  normalize,
  type Deprecation,
  type Dimension,
  type License,
  type Taxonomy,
  type Value
} from "../taxonomy/Taxonomy.ts"
import type { Change } from "./Change.ts"

/** The snapshot after the changes. They fit the snapshot that they were made from, and no other. */
export const apply = (before: Taxonomy, changes: ReadonlyArray<Change>): Taxonomy => {
  const draft = draftOf(before)
  for (const change of changes) applyTo(draft, change)
  return normalize({
    ...draft.header,
    dimensions: [...draft.dimensions].map(([name, dimension]) => {
      const values = draft.values.get(name)
      return values === undefined ? dimension : { ...dimension, values: finished(values) }
    }),
    licenses: [...draft.licenses.values()],
    rules: [...draft.rules.values()]
  })
}

/** Indexed by key, so that n changes are applied in n steps however large a dimension is. */
interface Draft {
  header: { namespace: string; title: string; description: string }
  readonly dimensions: Map<string, Dimension>
  /** Of the dimensions whose values change. */
  readonly values: Map<string, DraftValues>
  readonly licenses: Map<string, License>
  readonly rules: Map<string, ConflictRule>
}

interface DraftValues {
  readonly kept: Map<string, Value>
  order: ReadonlyArray<string> | undefined
  readonly added: Array<{ readonly index: number; readonly value: Value }>
}

const draftOf = ({ description, dimensions, licenses, namespace, rules, title }: Taxonomy): Draft => ({
  header: { namespace, title, description },
  dimensions: new Map(dimensions.map((dimension) => [dimension.name, dimension])),
  values: new Map(),
  licenses: new Map(licenses.map((license) => [license.code, license])),
  rules: new Map(rules.map((rule) => [rule.id, rule]))
})

const valuesOf = (draft: Draft, dimension: string): DraftValues => {
  const known = draft.values.get(dimension)
  if (known !== undefined) return known
  const values = draft.dimensions.get(dimension)?.values ?? []
  const fresh: DraftValues = { kept: new Map(values.map((value) => [value.code, value])), order: undefined, added: [] }
  draft.values.set(dimension, fresh)
  return fresh
}

/** The values that were kept, in their order, with each added one at the place that its record names. */
const finished = ({ added, kept, order }: DraftValues): ReadonlyArray<Value> => {
  const values = order === undefined ? [...kept.values()] : order.flatMap((code) => kept.get(code) ?? [])
  if (added.length === 0) return values
  const byIndex = new Map(added.map(({ index, value }) => [index, value]))
  const stayed = values.values()
  return Array.from(
    { length: values.length + added.length },
    (_, index) => byIndex.get(index) ?? stayed.next().value
  ).filter((value) => value !== undefined)
}

const applyTo = (draft: Draft, change: Change): void => {
  switch (change.kind) {
    case "namespace-changed":
      draft.header = { ...draft.header, namespace: change.after }
      return
    case "title-changed":
      draft.header = { ...draft.header, ...change.after }
      return
    case "dimension-added":
      draft.dimensions.set(change.dimension, change.after)
      draft.values.delete(change.dimension)
      return
    case "dimension-removed":
      draft.dimensions.delete(change.dimension)
      draft.values.delete(change.dimension)
      return
    case "dimension-shape-changed":
      return update(draft.dimensions, change.dimension, (dimension) => ({ ...dimension, shape: change.after }))
    case "dimension-requirement-changed":
      return update(draft.dimensions, change.dimension, (dimension) => ({ ...dimension, required: change.after }))
    case "dimension-definition-changed":
      return update(draft.dimensions, change.dimension, (dimension) => withDefinition(dimension, change.after))
    case "dimension-text-changed":
      return update(draft.dimensions, change.dimension, (dimension) => ({ ...dimension, ...change.after }))
    case "dimension-deprecated":
    case "dimension-deprecation-changed":
      return update(draft.dimensions, change.dimension, (dimension) => withDeprecation(dimension, change.after))
    case "dimension-undeprecated":
      return update(draft.dimensions, change.dimension, (dimension) => withDeprecation(dimension, undefined))
    case "value-added":
      valuesOf(draft, change.dimension).added.push({ index: change.index, value: change.after })
      return
    case "value-removed":
      valuesOf(draft, change.dimension).kept.delete(change.value)
      return
    case "values-reordered":
      valuesOf(draft, change.dimension).order = change.after
      return
    case "value-definition-changed":
      return updateValue(draft, change.dimension, change.value, (value) => withDefinition(value, change.after))
    case "value-text-changed":
      return updateValue(draft, change.dimension, change.value, (value) => ({ ...value, ...change.after }))
    case "value-deprecated":
    case "value-deprecation-changed":
      return updateValue(draft, change.dimension, change.value, (value) => withDeprecation(value, change.after))
    case "value-undeprecated":
      return updateValue(draft, change.dimension, change.value, (value) => withDeprecation(value, undefined))
    case "license-added":
      draft.licenses.set(change.license, change.after)
      return
    case "license-removed":
      draft.licenses.delete(change.license)
      return
    case "license-config-changed":
      return update(draft.licenses, change.license, (license) => ({ ...license, config: change.after }))
    case "license-text-changed":
      return update(draft.licenses, change.license, (license) => ({ ...license, ...change.after }))
    case "license-deprecated":
    case "license-deprecation-changed":
      return update(draft.licenses, change.license, (license) => withDeprecation(license, change.after))
    case "license-undeprecated":
      return update(draft.licenses, change.license, (license) => withDeprecation(license, undefined))
    case "rule-added":
      draft.rules.set(change.rule, change.after)
      return
    case "rule-removed":
      draft.rules.delete(change.rule)
      return
    case "rule-condition-changed":
      return update(draft.rules, change.rule, (rule) => ({ ...rule, forbid: change.after }))
    case "rule-text-changed":
      return update(draft.rules, change.rule, (rule) => ({ ...rule, description: change.after }))
  }
}

const update = <A>(items: Map<string, A>, key: string, change: (item: A) => A): void => {
  const item = items.get(key)
  if (item !== undefined) items.set(key, change(item))
}

const updateValue = (draft: Draft, dimension: string, code: string, change: (value: Value) => Value): void =>
  update(valuesOf(draft, dimension).kept, code, change)

const withDefinition = <A extends { readonly definition?: string }>(item: A, definition: string | undefined): A => {
  const { definition: _, ...rest } = item
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `definition` is optional in A, so what is left is one
  return (definition === undefined ? rest : { ...rest, definition }) as A
}

const withDeprecation = <A extends { readonly deprecated?: Deprecation }>(
  item: A,
  deprecated: Deprecation | undefined
): A => {
  const { deprecated: _, ...rest } = item
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `deprecated` is optional in A, so what is left is one
  return (deprecated === undefined ? rest : { ...rest, deprecated }) as A
}
