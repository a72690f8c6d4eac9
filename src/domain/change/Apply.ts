import {
  normalizeDimension,
  normalizeLicense,
  normalizeRule,
  sortedBy,
  withSortedTranslations
} from "../taxonomy/Normalize.ts"
import type { ConflictRule, Dimension, License, Taxonomy, Value } from "../taxonomy/Taxonomy.ts"
import { valuesByCode } from "../vocabulary/Snapshot.ts"
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
  const known = draft.values.get(dimension) ?? {
    byCode: new Map(valuesByCode(draft.dimensions.get(dimension)?.values ?? [])),
    order: undefined,
    added: new Map()
  }
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
      valuesOf(draft, change.dimension).byCode.delete(change.value)
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
    update(valuesOf(draft, change.dimension).byCode, change.value, change, withSortedTranslations)
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
  /** The values that stay, as they are after the changes, in their old order. */
  readonly byCode: Map<string, Value>
  /** The codes that stay, if their order changes. */
  order: ReadonlyArray<string> | undefined
  /** By the position after all changes. */
  readonly added: Map<number, Value>
}

/** The values that stay, in their order, with each added one at the index that its record names. */
const valuesAfter = ({ added, byCode, order = [...byCode.keys()] }: DraftValues): ReadonlyArray<Value> => {
  const stayed = order.flatMap((code) => byCode.get(code) ?? [])
  if (added.size === 0) return stayed
  const rest = stayed.values()
  return Array.from({ length: stayed.length + added.size }, (_, index) => added.get(index) ?? rest.next().value).filter(
    (value) => value !== undefined
  )
}
