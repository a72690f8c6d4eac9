import type { Deprecation } from "../taxonomy/Deprecation.ts"
import { conflictRuleRef, dimensionRef, formatItem, licenseRef, valueRef, type ItemRef } from "../taxonomy/ItemRef.ts"
import type { Bump } from "../taxonomy/Scalars.ts"
import type { ConflictRule, Dimension, Items, License, Value, Taxonomy } from "../taxonomy/Taxonomy.ts"
import { snapshotOf } from "../vocabulary/Snapshot.ts"
import type { vocabulary } from "../vocabulary/Vocabulary.ts"
import { kindFacts, type Aspect, toCorrected } from "./Recording.ts"

/**
 * One record per item and kind, with the bump that it requires and the data to apply it to the snapshot before. The
 * record of an added or removed dimension includes its values.
 */
export type Change =
  | FieldChange
  | ChangeRecord<"dimension-added", ItemName["dimension"] & { readonly after: Dimension }>
  | ChangeRecord<"dimension-removed", ItemName["dimension"]>
  // `index` is the position in the new list, so that the order of the values is part of the record.
  | ChangeRecord<"value-added", ItemName["value"] & { readonly index: number; readonly after: Value }>
  | ChangeRecord<"value-removed", ItemName["value"]>
  // The codes that stay, in their old and their new order.
  | ChangeRecord<"values-reordered", ItemName["dimension"] & BeforeAfter<ReadonlyArray<string>>>
  | ChangeRecord<"license-added", ItemName["license"] & { readonly after: License }>
  | ChangeRecord<"license-removed", ItemName["license"]>
  | ChangeRecord<"rule-added", ItemName["rule"] & { readonly after: ConflictRule }>
  | ChangeRecord<"rule-removed", ItemName["rule"]>

export type ChangeKind = Change["kind"]

/** The fields that name the item of a change. */
export interface ItemName {
  readonly taxonomy: object
  readonly dimension: { readonly dimension: string }
  readonly value: { readonly dimension: string; readonly value: string }
  readonly license: { readonly license: string }
  readonly rule: { readonly rule: string }
}

type ChangeRecord<Kind extends string, Data> = Flat<{ readonly kind: Kind; readonly bump: Bump } & Data>

/** The same type as one object type, which is assignable to records, as an interface is not. */
export type Flat<A> = { readonly [Name in keyof A]: A[Name] }

type BeforeAfter<A> = { readonly before: A; readonly after: A }

type OptionalBeforeAfter<A> = { readonly before?: A; readonly after?: A }

type Table = typeof vocabulary

/** The changes of every field of the table. That of a meaning can be approved as a correction, which changes none. */
export type FieldChange = {
  [Type in keyof Items]: { [Name in keyof Table[Type] & keyof Items[Type]]: ChangeOf<Type, Name> }[keyof Table[Type] &
    keyof Items[Type]]
}[keyof Items]

type ChangeOf<
  Type extends keyof Items,
  Name extends keyof Table[Type] & keyof Items[Type]
> = Table[Type][Name] extends {
  readonly kind: "deprecation"
}
  ? DeprecationChange<Type>
  : Table[Type][Name] extends { readonly change: infer Kind extends string; readonly isShared: true }
    ? ChangeRecord<Kind, ItemName[Type] & BeforeAfter<Flat<Pick<Items[Type], NamesOf<Type, Kind>>>>>
    : Table[Type][Name] extends { readonly change: infer Kind extends string }
      ?
          | ChangeRecord<Kind, ItemName[Type] & FieldBeforeAfter<Items[Type], Name>>
          | (Table[Type][Name] extends { readonly kind: "meaning"; readonly change: `${infer Field}-changed` }
              ? ChangeRecord<`${Field}-corrected`, ItemName[Type] & FieldBeforeAfter<Items[Type], Name> & Correction>
              : never)
      : never

/** The names of the fields whose changes share a kind. */
type NamesOf<Type extends keyof Items, Kind extends string> = {
  [Name in keyof Table[Type] & keyof Items[Type]]: Table[Type][Name] extends { readonly change: Kind } ? Name : never
}[keyof Table[Type] & keyof Items[Type]]

type FieldBeforeAfter<Item, Name extends keyof Item> =
  object extends Pick<Item, Name> ? OptionalBeforeAfter<Required<Item>[Name]> : BeforeAfter<Item[Name]>

type DeprecationChange<Type extends keyof Items> =
  | ChangeRecord<`${Type}-deprecated`, ItemName[Type] & { readonly after: Deprecation }>
  | ChangeRecord<`${Type}-undeprecated`, ItemName[Type] & { readonly before: Deprecation }>
  | ChangeRecord<`${Type}-deprecation-changed`, ItemName[Type] & BeforeAfter<Deprecation>>

/** The item that a change concerns; `undefined` for a change of the taxonomy as a whole. */
export const changedItem = (change: Change): ItemRef | undefined => {
  if ("value" in change) return valueRef(change.dimension, change.value)
  if ("dimension" in change) return dimensionRef(change.dimension)
  if ("license" in change) return licenseRef(change.license)
  return "rule" in change ? conflictRuleRef(change.rule) : undefined
}

/** The name of the item that a change concerns; `undefined` for a change of the taxonomy as a whole. */
export const formatChangedItem = (change: Change): string | undefined => {
  const item = changedItem(change)
  return item === undefined ? undefined : formatItem(item)
}

/** True for a change that deprecates an item which was not deprecated. */
export const isDeprecation = (change: Change): change is Extract<Change, { readonly kind: `${string}-deprecated` }> =>
  kindFacts[change.kind].aspect === "deprecated"

/** The dimension, value or license that a change removes. */
export const removedItem = (change: Change): ItemRef | undefined => itemIf(change, "removed")

/** The dimension, value or license that a change adds. */
export const addedItem = (change: Change): ItemRef | undefined => itemIf(change, "added")

const itemIf = (change: Change, wanted: Aspect): ItemRef | undefined => {
  const { aspect, type } = kindFacts[change.kind]
  return aspect === wanted && type !== "rule" ? changedItem(change) : undefined
}

/** Every item that a change removes; a removed dimension takes its values with it. */
export const allRemovedItems = (before: Taxonomy, change: Change): ReadonlyArray<ItemRef> => {
  const item = removedItem(change)
  if (item === undefined) return []
  return item._tag === "Dimension"
    ? [item, ...valueRefs(item.dimension, snapshotOf(before).dimension(item.dimension)?.values ?? [])]
    : [item]
}

/** Every item that a change adds; an added dimension brings its values. */
export const allAddedItems = (change: Change): ReadonlyArray<ItemRef> => {
  const item = addedItem(change)
  if (item === undefined) return []
  return change.kind === "dimension-added" ? [item, ...valueRefs(change.dimension, change.after.values)] : [item]
}

const valueRefs = (dimension: string, values: ReadonlyArray<Value>): ReadonlyArray<ItemRef> =>
  values.map(({ code }) => valueRef(dimension, code))

/** The approval of a definition that was corrected without changing its meaning. */
export interface Correction {
  readonly reason: string
  readonly approved_by: string
}

/** Turns the changes of definitions that a person approved as corrections into such, by the name of the item. */
export const correctDefinitions = (
  changes: ReadonlyArray<Change>,
  corrections: ReadonlyMap<string, Correction>
): ReadonlyArray<Change> =>
  corrections.size === 0
    ? changes
    : changes.map((change) => {
        const correction = corrections.get(formatChangedItem(change) ?? "")
        if (correction === undefined) return change
        if (kindFacts[change.kind].aspect !== "meaning") return change
        const { approved_by, reason } = correction
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the two kinds differ in the approval alone
        return { ...change, kind: toCorrected(change.kind), bump: "patch", reason, approved_by } as Change
      })

/** True for a changed definition whose meaning stayed the same, as a person approved. */
export const isCorrection = (change: Change): change is Extract<Change, Correction> =>
  kindFacts[change.kind].aspect === "corrected"
