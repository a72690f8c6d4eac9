import { fields, type Items } from "./Fields.ts"
import { recordingsOf, type Recording } from "./Recording.ts"

/** The recording that produced a change of this kind; `undefined` for changes of lists of items. */
export const findRecording = (kind: string): Recording | undefined => byKind.get(kind)

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The table has every type as its key
const types = Object.keys(fields) as ReadonlyArray<keyof Items>

const byKind: ReadonlyMap<string, Recording> = new Map(
  types.flatMap(recordingsOf).flatMap((recording) =>
    // Which of the three a deprecation is depends on which side has it.
    [recording.describe(undefined, 1), recording.describe(1, undefined), recording.describe(1, 1)].map(
      ({ kind }) => [kind, recording] as const
    )
  )
)
