import type { ConflictRule } from "../taxonomy/ConflictRule.ts"
import { normalize } from "../taxonomy/Normalize.ts"
import type { Dimension, License, Taxonomy, Value } from "../taxonomy/Taxonomy.ts"
import type { Change, FieldChange } from "./Change.ts"
import { findRecording } from "./Recording.ts"

/** The snapshot after the changes. They fit the normalized snapshot that they were made from, and no other. */
export const apply = (before: Taxonomy, changes: ReadonlyArray<Change>): Taxonomy => {
  const draft = draftOf(before)
  for (const change of changes) applyTo(draft, change)
  const after = {
    ...draft.header,
    dimensions: [...draft.dimensions].map(([name, dimension]) => {
      const values = draft.values.get(name)
      return values === undefined ? dimension : { ...dimension, values: finished(values) }
    }),
    licenses: [...draft.licenses.values()],
    rules: [...draft.rules.values()]
  }
  return normalize(after, before)
}

/** A snapshot indexed by name, so that n changes are applied in n steps however large a dimension is. */
interface Draft {
  header: Omit<Taxonomy, "dimensions" | "licenses" | "rules">
  readonly dimensions: Map<string, Dimension>
  /** Only of dimensions whose values change. */
  readonly values: Map<string, DraftValues>
  readonly licenses: Map<string, License>
  readonly rules: Map<string, ConflictRule>
}

interface DraftValues {
  readonly kept: Map<string, Value>
  order: ReadonlyArray<string> | undefined
  readonly added: Array<{ readonly index: number; readonly value: Value }>
}

const draftOf = ({ dimensions, licenses, rules, ...header }: Taxonomy): Draft => ({
  header,
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

/** The values that stay, in their order, with each added one at the index that its record names. */
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
    case "dimension-added":
      draft.dimensions.set(change.dimension, change.after)
      draft.values.delete(change.dimension)
      return
    case "dimension-removed":
      draft.dimensions.delete(change.dimension)
      draft.values.delete(change.dimension)
      return
    case "value-added":
      valuesOf(draft, change.dimension).added.push({ index: change.index, value: change.after })
      return
    case "value-removed":
      valuesOf(draft, change.dimension).kept.delete(change.value)
      return
    case "values-reordered":
      valuesOf(draft, change.dimension).order = change.after
      return
    case "license-added":
      draft.licenses.set(change.license, change.after)
      return
    case "license-removed":
      draft.licenses.delete(change.license)
      return
    case "rule-added":
      draft.rules.set(change.rule, change.after)
      return
    case "rule-removed":
      draft.rules.delete(change.rule)
      return
    default:
      return applyFields(draft, change)
  }
}

const applyFields = (draft: Draft, change: FieldChange): void => {
  if ("value" in change) update(valuesOf(draft, change.dimension).kept, change.value, change)
  else if ("dimension" in change) update(draft.dimensions, change.dimension, change)
  else if ("license" in change) update(draft.licenses, change.license, change)
  else if ("rule" in change) update(draft.rules, change.rule, change)
  else draft.header = withFields(draft.header, change)
}

const update = <A extends object>(items: Map<string, A>, name: string, change: FieldChange): void => {
  const item = items.get(name)
  if (item !== undefined) items.set(name, withFields(item, change))
}

/** The item with the fields as the change has them afterwards. A field without a value afterwards is left out. */
const withFields = <A extends object>(item: A, change: FieldChange): A => {
  const { isShared = false, names = [] } = findRecording(change.kind) ?? {}
  const after = "after" in change ? change.after : undefined
  const changed: A = Object.assign({}, item, isShared ? after : { [names[0] ?? ""]: after })
  for (const name of names) if (Reflect.get(changed, name) === undefined) Reflect.deleteProperty(changed, name)
  return changed
}
