import {
  normalizeDimension,
  normalizeLicense,
  normalizeRule,
  sortedBy,
  withSortedTranslations
} from "../taxonomy/Normalize.ts"
import type { ConflictRule, Dimension, License, Taxonomy, Value } from "../taxonomy/Taxonomy.ts"
import type { Change, FieldChange } from "./Change.ts"
import { changedFields } from "./Recording.ts"

/** The snapshot after the changes. They fit the normalized snapshot that they were made from, and no other. */
export const apply = (before: Taxonomy, changes: ReadonlyArray<Change>): Taxonomy => {
  const draft = draftOf(before)
  for (const change of changes) applyTo(draft, change)
  for (const [name, values] of draft.values) {
    const dimension = draft.dimensions.get(name)
    if (dimension !== undefined) draft.dimensions.set(name, { ...dimension, values: valuesAfter(values) })
  }
  return {
    ...withSortedTranslations(draft.header),
    dimensions: sortedBy(draft.dimensions.values(), ({ name }) => name),
    licenses: sortedBy(draft.licenses.values(), ({ code }) => code),
    rules: sortedBy(draft.rules.values(), ({ id }) => id)
  }
}

/**
 * A snapshot indexed by name, so that n changes are applied in n steps however large a dimension is. Its items are
 * normalized: a ledger replays many releases that change little.
 */
interface Draft {
  header: Omit<Taxonomy, "dimensions" | "licenses" | "rules">
  readonly dimensions: Map<string, Dimension>
  /** Only of dimensions whose values change. */
  readonly values: Map<string, DraftValues>
  readonly licenses: Map<string, License>
  readonly rules: Map<string, ConflictRule>
}

const draftOf = ({ dimensions, licenses, rules, ...header }: Taxonomy): Draft => ({
  header,
  dimensions: new Map(dimensions.map((dimension) => [dimension.name, dimension])),
  values: new Map(),
  licenses: new Map(licenses.map((license) => [license.code, license])),
  rules: new Map(rules.map((rule) => [rule.id, rule]))
})

const valuesOf = (draft: Draft, dimension: string): DraftValues => {
  const known = draft.values.get(dimension) ?? draftValuesOf(draft.dimensions.get(dimension)?.values ?? [])
  draft.values.set(dimension, known)
  return known
}

const applyTo = (draft: Draft, change: Change): void => {
  switch (change.kind) {
    case "dimension-added":
      draft.dimensions.set(change.dimension, normalizeDimension(change.after))
      draft.values.delete(change.dimension)
      return
    case "dimension-removed":
      draft.dimensions.delete(change.dimension)
      draft.values.delete(change.dimension)
      return
    case "value-added":
      valuesOf(draft, change.dimension).added.set(change.index, withSortedTranslations(change.after))
      return
    case "value-removed":
      removeValue(valuesOf(draft, change.dimension), change.value)
      return
    case "values-reordered":
      valuesOf(draft, change.dimension).order = change.after
      return
    case "license-added":
      draft.licenses.set(change.license, normalizeLicense(change.after))
      return
    case "license-removed":
      draft.licenses.delete(change.license)
      return
    case "rule-added":
      draft.rules.set(change.rule, normalizeRule(change.after))
      return
    case "rule-removed":
      draft.rules.delete(change.rule)
      return
    default:
      return applyFields(draft, change)
  }
}

const applyFields = (draft: Draft, change: FieldChange): void => {
  if ("value" in change) {
    updateValue(valuesOf(draft, change.dimension), change.value, (value) =>
      withSortedTranslations(withFields(value, change))
    )
  } else if ("dimension" in change) update(draft.dimensions, change.dimension, change, withSortedTranslations)
  else if ("license" in change) update(draft.licenses, change.license, change, normalizeLicense)
  else if ("rule" in change) update(draft.rules, change.rule, change, normalizeRule)
  else draft.header = withFields(draft.header, change)
}

const update = <A extends object>(
  items: Map<string, A>,
  name: string,
  change: FieldChange,
  normalize: (item: A) => A
): void => {
  const item = items.get(name)
  if (item !== undefined) items.set(name, normalize(withFields(item, change)))
}

/** The item with the fields as the change has them afterwards. A field without a value afterwards is left out. */
const withFields = <A extends object>(item: A, change: FieldChange): A => {
  const changed: A = { ...item }
  for (const { after, name } of changedFields(change)) {
    if (after === undefined) Reflect.deleteProperty(changed, name)
    else Reflect.set(changed, name, after)
  }
  return changed
}

/** The values of a dimension, and their changes. */
interface DraftValues {
  readonly before: ReadonlyArray<Value>
  readonly positions: ReadonlyMap<string, number>
  /** By position. A removed value is `undefined`. */
  readonly changed: Map<number, Value | undefined>
  /** The codes that stay, if their order changes. */
  order: ReadonlyArray<string> | undefined
  /** By the position after all changes. */
  readonly added: Map<number, Value>
}

const draftValuesOf = (before: ReadonlyArray<Value>): DraftValues => ({
  before,
  positions: positionsOf(before),
  changed: new Map(),
  order: undefined,
  added: new Map()
})

const removeValue = (draft: DraftValues, code: string): void => {
  const position = draft.positions.get(code)
  if (position !== undefined) draft.changed.set(position, undefined)
}

const updateValue = (draft: DraftValues, code: string, update: (value: Value) => Value): void => {
  const position = draft.positions.get(code)
  const value = position === undefined ? undefined : valueAt(draft, position)
  if (position !== undefined && value !== undefined) draft.changed.set(position, update(value))
}

/** The values that stay, in their order, with each added one at the index that its record names. */
const valuesAfter = (draft: DraftValues): ReadonlyArray<Value> => {
  const { added, before, changed, order, positions } = draft
  const after = [...before]
  for (const [position, value] of changed) if (value !== undefined) after[position] = value
  const isRemoval = changed.values().some((value) => value === undefined)
  if (!isRemoval && order === undefined && added.size === 0) {
    knownPositions.set(after, positions)
    return after
  }
  const stayed =
    order === undefined
      ? after.filter((_, position) => !isRemoved(draft, position))
      : order.flatMap((code) => valueAt(draft, positions.get(code) ?? -1) ?? [])
  if (added.size === 0) return stayed
  const rest = stayed.values()
  return Array.from({ length: stayed.length + added.size }, (_, index) => added.get(index) ?? rest.next().value).filter(
    (value) => value !== undefined
  )
}

const isRemoved = ({ changed }: DraftValues, position: number): boolean =>
  changed.has(position) && changed.get(position) === undefined

const valueAt = ({ before, changed }: DraftValues, position: number): Value | undefined =>
  changed.has(position) ? changed.get(position) : before[position]

const positionsOf = (values: ReadonlyArray<Value>): ReadonlyMap<string, number> => {
  const known = knownPositions.get(values) ?? new Map(values.map(({ code }, position) => [code, position]))
  knownPositions.set(values, known)
  return known
}

/** Many releases change some texts of a large dimension, and its codes stay where they are. */
const knownPositions = new WeakMap<ReadonlyArray<Value>, ReadonlyMap<string, number>>()
