import { memberOf } from "../Json.ts"
import type { Bump } from "../taxonomy/Scalars.ts"
import type { Items } from "../taxonomy/Taxonomy.ts"
import type { Field, Noun, Reasons } from "../vocabulary/Field.ts"
import { itemTypes } from "../vocabulary/ItemTypes.ts"
import { vocabulary } from "../vocabulary/Vocabulary.ts"
import type { Change, ChangeKind } from "./Change.ts"

/** Fields of an item whose changes are recorded together. */
export interface Recording {
  readonly names: ReadonlyArray<string>
  /** True if a record holds its fields by name, since several share the kind. */
  readonly isShared: boolean
  /** The kind and the bump of a change. Those of a deprecation depend on which side has one. */
  readonly describe: (before: unknown, after: unknown) => Pick<KindFacts, "kind" | "bump">
}

/** What a kind of change says: which fields of an item changed, or what happened to the item. */
export interface KindFacts {
  readonly kind: string
  readonly type: keyof Items
  readonly aspect: Aspect
  /** The bump that most changes of the kind require. */
  readonly bump: Bump
  /** Why they require it, if the vocabulary says so. */
  readonly why?: Reasons | undefined
  /** The item, or the fields that changed, in sentences. */
  readonly noun: Noun
  /** The fields that a record holds. Empty if it is about the item itself. */
  readonly names: ReadonlyArray<string>
  readonly isShared: boolean
}

/** What happened to an item, or the kind of the fields that changed. */
export type Aspect =
  | "removed"
  | "added"
  | "reordered"
  | "deprecated"
  | "undeprecated"
  | "deprecation-changed"
  | "corrected"
  | "structure"
  | "meaning"
  | "text"
  | "translation"

/** The recordings of the fields of an item, in the order in which a release lists their changes. */
export const recordingsOf = (type: keyof Items): ReadonlyArray<Recording> => recordings[type]

/** What breaks first. Fields of other kinds have no records of their own. */
const order: ReadonlyArray<Field["kind"]> = ["structure", "meaning", "text", "translation", "deprecation"]

interface KnownRecording extends Recording {
  readonly kinds: ReadonlyArray<KindFacts>
}

const toRecordings = (type: keyof Items): ReadonlyArray<KnownRecording> => {
  const entries = Object.entries<Field>(vocabulary[type])
  return order.flatMap((kind) =>
    entries.flatMap(([name, field]): ReadonlyArray<KnownRecording> => {
      if (field.kind !== kind) return []
      if (field.kind === "deprecation") {
        const facts = { type, names: [name], isShared: false }
        const item = {
          ...facts,
          bump: "minor",
          noun: type === "taxonomy" ? nounOf(type) : itemTypes[type].noun
        } as const
        const kinds = [
          { ...item, kind: `${type}-deprecated`, aspect: "deprecated" },
          { ...item, kind: `${type}-undeprecated`, aspect: "undeprecated" },
          {
            ...facts,
            kind: `${type}-deprecation-changed`,
            aspect: "deprecation-changed",
            bump: "patch",
            noun: nounOf("deprecation")
          }
        ] as const
        const describe = (before: unknown, after: unknown) =>
          kinds[before === undefined ? 0 : after === undefined ? 1 : 2]
        return [{ ...facts, kinds, describe }]
      }
      if (!("change" in field)) return []
      const { bump, change, first = bump, isShared = false, kind: aspect, more, noun = nounOf(name), why } = field
      const names = entries.filter(([, other]) => "change" in other && other.change === change).map(([other]) => other)
      if (name !== names[0]) return []
      const changed = { kind: change, type, aspect, bump, why, names, isShared, noun: isShared ? nounOf("text") : noun }
      const corrected = {
        ...changed,
        kind: toCorrected(change),
        aspect: "corrected",
        bump: "patch",
        why: undefined
      } as const
      return [
        {
          names,
          isShared,
          kinds: aspect === "meaning" ? [changed, corrected] : [changed],
          describe: (before: unknown, after: unknown) => ({
            kind: change,
            bump: before === undefined ? first : (bumpOfEntries(before, after, more) ?? bump)
          })
        }
      ]
    })
  )
}

/** The bump of a list that has all entries it had. If their order means nothing, another order is only text. */
const bumpOfEntries = (before: unknown, after: unknown, more: Bump | undefined): Bump | undefined => {
  if (more === undefined || !Array.isArray(before) || !Array.isArray(after)) return undefined
  if (!before.every((entry) => after.includes(entry))) return undefined
  return before.length === after.length ? "patch" : more
}

/** The kind of a changed meaning that a person approved as a correction. */
export const toCorrected = (change: string): string => change.replace(/changed$/, "corrected")

/** A key as a noun. */
const nounOf = (name: string): Noun => {
  const one = name.replaceAll("_", " ")
  return [one, one.endsWith("s") ? one : `${one}s`]
}

const recordings = {
  taxonomy: toRecordings("taxonomy"),
  dimension: toRecordings("dimension"),
  value: toRecordings("value"),
  license: toRecordings("license"),
  rule: toRecordings("rule")
}

const kindsOf = (type: keyof Items): ReadonlyArray<KindFacts> => {
  const item = { type, names: [], isShared: false }
  return [
    ...(type === "taxonomy"
      ? []
      : (["added", "removed"] as const).map((aspect) => {
          const { noun, [aspect]: requirement } = itemTypes[type]
          return { ...item, kind: `${type}-${aspect}`, aspect, noun, ...requirement }
        })),
    ...Object.entries<Field>(vocabulary[type]).flatMap(([name, { kind }]): ReadonlyArray<KindFacts> =>
      kind === "items"
        ? [{ ...item, kind: `${name}-reordered`, aspect: "reordered", bump: "patch", noun: nounOf(name) }]
        : []
    ),
    ...recordings[type].flatMap(({ kinds }) => kinds)
  ]
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ChangeKind is derived from the same table
export const kindFacts = Object.fromEntries(
  (["taxonomy", "dimension", "value", "license", "rule"] as const).flatMap(kindsOf).map((facts) => [facts.kind, facts])
) as Readonly<Record<ChangeKind, KindFacts>>

/** The sides of a change as data, whatever its kind: what it does not have is `undefined`. */
export const sidesOf = (change: Change): { readonly before: unknown; readonly after: unknown } => ({
  before: "before" in change ? change.before : undefined,
  after: "after" in change ? change.after : undefined
})

export interface ChangedField {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

/** The fields of a change, some of which may be equal. None if the change is about the item itself. */
export const changedFields = (change: Change): ReadonlyArray<ChangedField> => {
  const { isShared, names } = kindFacts[change.kind]
  const { after, before } = sidesOf(change)
  return names.map((name) =>
    isShared ? { name, before: memberOf(before, name), after: memberOf(after, name) } : { name, before, after }
  )
}
