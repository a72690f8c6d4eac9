import type { Items } from "../taxonomy/Taxonomy.ts"
import type { Bump } from "../taxonomy/Version.ts"
import type { Field, Fields, Noun, Reasons } from "../vocabulary/Field.ts"
import { itemTypes } from "../vocabulary/ItemTypes.ts"
import { vocabulary } from "../vocabulary/Vocabulary.ts"
import type { Change, ChangeKind } from "./Change.ts"

/** Fields of an item whose changes are recorded together. */
export interface Recording {
  readonly names: ReadonlyArray<string>
  /** True if a record holds its fields by name, since several share the kind. */
  readonly isShared: boolean
  /** The kind and the bump of a change. Those of a deprecation depend on which side has one. */
  readonly describe: (before: unknown, after: unknown) => KindAndBump
}

/** The recordings of the fields of an item, in the order in which a release lists their changes. */
export const recordingsOf = (type: keyof Items): ReadonlyArray<Recording> => recordings[type]

interface KindAndBump {
  readonly kind: string
  readonly bump: Bump
}

/** What breaks first. */
const order: ReadonlyArray<Field["kind"]> = ["structure", "meaning", "text", "translation", "deprecation"]

const toRecordings = (type: keyof Items): ReadonlyArray<Recording> => {
  const fields: Fields = vocabulary[type]
  const entries = Object.entries(fields).toSorted(
    ([, left], [, right]) => order.indexOf(left.kind) - order.indexOf(right.kind)
  )
  return entries.flatMap(([name, field]): ReadonlyArray<Recording> => {
    switch (field.kind) {
      case "identity":
      case "items":
      case "part":
        return []
      case "deprecation":
        return [{ names: [name], isShared: false, describe: describeDeprecation(deprecationKinds(type)) }]
      default: {
        const { bump, change: kind, first = bump, isShared = false } = field
        const names = entries.filter(([, other]) => "change" in other && other.change === kind).map(([other]) => other)
        const describe = (before: unknown): KindAndBump => ({ kind, bump: before === undefined ? first : bump })
        return name === names[0] ? [{ names, isShared, describe }] : []
      }
    }
  })
}

const deprecationKinds = (type: keyof Items) =>
  ({
    deprecated: { kind: `${type}-deprecated`, bump: "minor" },
    undeprecated: { kind: `${type}-undeprecated`, bump: "minor" },
    changed: { kind: `${type}-deprecation-changed`, bump: "patch" }
  }) as const

const describeDeprecation =
  (kinds: ReturnType<typeof deprecationKinds>) =>
  (before: unknown, after: unknown): KindAndBump =>
    before === undefined ? kinds.deprecated : after === undefined ? kinds.undeprecated : kinds.changed

const recordings = {
  taxonomy: toRecordings("taxonomy"),
  dimension: toRecordings("dimension"),
  value: toRecordings("value"),
  license: toRecordings("license"),
  rule: toRecordings("rule")
}

/** What a kind of change says: which fields of an item changed, or what happened to the item. */
export interface KindFacts {
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
  /** True if a record holds its fields by name, since several share the kind. */
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

type Entry = readonly [kind: string, facts: KindFacts]

const kindsOf = (type: keyof Items): ReadonlyArray<Entry> => [
  ...(type === "taxonomy" ? [] : kindsOfItem(type)),
  ...Object.entries<Field>(vocabulary[type]).flatMap(([name, { kind }]): ReadonlyArray<Entry> =>
    kind === "items"
      ? [[`${name}-reordered`, { type, aspect: "reordered", bump: "patch", noun: [name, name], ...wholeItem }]]
      : []
  ),
  ...recordings[type].flatMap((recording) => kindsOfFields(type, recording))
]

const wholeItem = { names: [], isShared: false }

const kindsOfItem = (type: keyof typeof itemTypes): ReadonlyArray<Entry> => {
  const { added, noun, removed } = itemTypes[type]
  return [
    [`${type}-added`, { type, aspect: "added", noun, ...added, ...wholeItem }],
    [`${type}-removed`, { type, aspect: "removed", noun, ...removed, ...wholeItem }]
  ]
}

const kindsOfFields = (type: keyof Items, { isShared, names }: Recording): ReadonlyArray<Entry> => {
  const fields: Fields = vocabulary[type]
  const [name = ""] = names
  const field = fields[name]
  switch (field?.kind) {
    case "structure":
    case "meaning":
    case "text":
    case "translation": {
      const { bump, change, kind: aspect, noun = nounOf(name), why } = field
      const facts = { type, aspect, bump, why, noun: isShared ? sharedNoun : noun, names, isShared }
      return [
        [change, facts],
        ...(aspect === "meaning"
          ? [[toCorrected(change), { ...facts, aspect: "corrected", bump: "patch", why: undefined }] as const]
          : [])
      ]
    }
    case "deprecation": {
      const { changed, deprecated, undeprecated } = deprecationKinds(type)
      const facts = { type, names, isShared }
      const item: Noun = type === "taxonomy" ? [type, type] : itemTypes[type].noun
      return [
        [deprecated.kind, { ...facts, noun: item, aspect: "deprecated", bump: deprecated.bump }],
        [undeprecated.kind, { ...facts, noun: item, aspect: "undeprecated", bump: undeprecated.bump }],
        [
          changed.kind,
          { ...facts, noun: field.noun ?? nounOf(name), aspect: "deprecation-changed", bump: changed.bump }
        ]
      ]
    }
    default:
      return []
  }
}

/** The kind of a changed meaning that a person approved as a correction. */
export const toCorrected = (change: string): string => change.replace(/changed$/, "corrected")

const sharedNoun: Noun = ["text", "texts"]

/** The key as a noun, which may be a plural. */
const nounOf = (name: string): Noun => {
  const words = name.replaceAll("_", " ")
  return words.endsWith("s") ? [words, words] : [words, `${words}s`]
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ChangeKind is derived from the same table
export const kindFacts = Object.fromEntries(
  (["taxonomy", "dimension", "value", "license", "rule"] as const).flatMap(kindsOf)
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

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
