import type { Deprecation } from "../taxonomy/Deprecation.ts"
import type { ConflictRule, Dimension, Items, License, Value } from "../taxonomy/Taxonomy.ts"
import type { Bump } from "../taxonomy/Version.ts"
import type { vocabulary } from "../vocabulary/Vocabulary.ts"
import type { Correction } from "./CorrectedDefinitions.ts"

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
