import type { Value } from "../taxonomy/Taxonomy.ts"

/** The values of a dimension, and their changes. */
export interface DraftValues {
  readonly before: ReadonlyArray<Value>
  readonly positions: ReadonlyMap<string, number>
  /** By position. A removed value is `undefined`. */
  readonly changed: Map<number, Value | undefined>
  /** The codes that stay, if their order changes. */
  order: ReadonlyArray<string> | undefined
  /** By the position after all changes. */
  readonly added: Map<number, Value>
}

export const draftValuesOf = (before: ReadonlyArray<Value>): DraftValues => ({
  before,
  positions: positionsOf(before),
  changed: new Map(),
  order: undefined,
  added: new Map()
})

export const removeValue = (draft: DraftValues, code: string): void => {
  const position = draft.positions.get(code)
  if (position !== undefined) draft.changed.set(position, undefined)
}

export const updateValue = (draft: DraftValues, code: string, update: (value: Value) => Value): void => {
  const position = draft.positions.get(code)
  const value = position === undefined ? undefined : valueAt(draft, position)
  if (position !== undefined && value !== undefined) draft.changed.set(position, update(value))
}

/** The values that stay, in their order, with each added one at the index that its record names. */
export const valuesAfter = (draft: DraftValues): ReadonlyArray<Value> => {
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
