import type { Change, ChangeKind } from "../../../domain/change/Change.ts"
import { changedItem } from "../../../domain/change/ChangedItems.ts"
import { kindOrder } from "../../../report/changes/ChangeKinds.ts"

/** What a list of changes is limited to, as addresses write it. */
export interface ChangeFilter {
  /** A kind of change, such as `value-removed`. */
  readonly kind?: string | undefined
  /** A part of the taxonomy: `dimensions/NAME`, `licenses`, `rules` or `taxonomy`. */
  readonly part?: string | undefined
}

/** A choice of a filter, and how many changes it leaves. */
export interface FilterChoice {
  readonly value: string
  readonly count: number
}

export const filterChanges = (changes: ReadonlyArray<Change>, { kind, part }: ChangeFilter): ReadonlyArray<Change> =>
  changes.filter(
    (change) => (kind === undefined || change.kind === kind) && (part === undefined || partOf(change) === part)
  )

/** The kinds of changes, in the order in which a reader needs them. */
export const kindChoices = (changes: ReadonlyArray<Change>): ReadonlyArray<FilterChoice & { kind: ChangeKind }> => {
  const counts = countBy(changes, ({ kind }) => kind)
  return kindOrder.flatMap((kind) => {
    const count = counts.get(kind)
    return count === undefined ? [] : [{ kind, value: kind, count }]
  })
}

/** The parts of the taxonomy: dimensions by name, then licenses, rules and the taxonomy's own texts. */
export const partChoices = (changes: ReadonlyArray<Change>): ReadonlyArray<FilterChoice> =>
  [...countBy(changes, partOf)]
    .map(([value, count]) => ({ value, count }))
    .toSorted((left, right) => (left.value < right.value ? -1 : 1))

/** The dimension of a part; `undefined` for the other parts. */
export const dimensionOfPart = (part: string): string | undefined =>
  part.startsWith(dimensionPrefix) ? part.slice(dimensionPrefix.length) : undefined

/** The part of the taxonomy that a change concerns. */
const partOf = (change: Change): string => {
  const item = changedItem(change)
  if (item === undefined) return "taxonomy"
  switch (item._tag) {
    case "License":
      return "licenses"
    case "ConflictRule":
      return "rules"
    default:
      return `${dimensionPrefix}${item.dimension}`
  }
}

const dimensionPrefix = "dimensions/"

const countBy = <A>(changes: ReadonlyArray<Change>, keyOf: (change: Change) => A): ReadonlyMap<A, number> => {
  const counts = new Map<A, number>()
  for (const change of changes) counts.set(keyOf(change), (counts.get(keyOf(change)) ?? 0) + 1)
  return counts
}
