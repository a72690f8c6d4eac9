import {
  normalizeDimension,
  normalizeLicense,
  normalizeRule,
  sortedBy,
  withSortedTranslations
} from "../taxonomy/Normalize.ts"
import type { ConflictRule, Dimension, License, Taxonomy } from "../taxonomy/Taxonomy.ts"
import type { Change, FieldChange } from "./Change.ts"
import { draftValuesOf, removeValue, updateValue, valuesAfter, type DraftValues } from "./DraftValues.ts"
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
