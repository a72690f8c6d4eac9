import type { Items } from "../taxonomy/Taxonomy.ts"
import type { Bump } from "../taxonomy/Version.ts"
import type { Field, Fields } from "../vocabulary/Field.ts"
import { vocabulary } from "../vocabulary/Vocabulary.ts"

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

/** The recording that produced a change of this kind; `undefined` for changes of lists of items. */
export const findRecording = (kind: string): Recording | undefined => byKind.get(kind)

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
        const { bump, change: kind, isShared = false } = field
        const names = entries.filter(([, other]) => "change" in other && other.change === kind).map(([other]) => other)
        // A first definition can say what an item has always meant.
        const describe = (before: unknown): KindAndBump =>
          field.kind === "meaning" && before === undefined ? { kind, bump: "minor" } : { kind, bump }
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

const byKind: ReadonlyMap<string, Recording> = new Map(
  Object.values(recordings)
    .flat()
    .flatMap((recording) =>
      // Which of the three a deprecation is depends on which side has it.
      [recording.describe(undefined, 1), recording.describe(1, undefined), recording.describe(1, 1)].map(
        ({ kind }) => [kind, recording] as const
      )
    )
)
