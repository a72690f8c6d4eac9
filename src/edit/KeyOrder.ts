import { byCodeUnits, caseless } from "../domain/taxonomy/Names.ts"
import { vocabulary } from "../domain/vocabulary/Vocabulary.ts"

/** The keys of each kind of map in the order in which the documents show them. */
export const keyOrders = {
  taxonomy: [...Object.keys(vocabulary.taxonomy), "version"],
  dimension: Object.keys(vocabulary.dimension).flatMap((key) =>
    key === "values" ? ["values_from", "values_of", key] : key === "values_of" ? [] : [key]
  ),
  value: Object.keys(vocabulary.value),
  license: Object.keys(vocabulary.license),
  rule: Object.keys(vocabulary.rule),
  waiver: ["rule", "subject", "subjects", "version", "reason", "approved_by"],
  deprecation: Object.keys(vocabulary.deprecation)
} as const

/** The order for the keys of a map, if they are all of one kind. */
export const orderOfKeys = (keys: ReadonlyArray<string>): ReadonlyArray<string> | undefined =>
  kinds.find((order) => keys.every((key) => order.includes(key)))

const kinds: ReadonlyArray<ReadonlyArray<string>> = Object.values(keyOrders)

/** The index at which a new key goes: by the order of its kind, or of the alphabet if the keys are sorted. */
export const positionOfKey = (keys: ReadonlyArray<string>, added: string): number => {
  const order = orderOfKeys([...keys, added])
  return order === undefined
    ? positionInOrder(keys, added)
    : keys.findLastIndex((key) => order.indexOf(key) < order.indexOf(added)) + 1
}

/** The index at which a code goes: where the order wants it if there is one, otherwise the end. */
export const positionInOrder = (codes: ReadonlyArray<string>, added: string): number => {
  const order = orderOf(codes)
  return order === undefined ? codes.length : codes.findLastIndex((code) => order(code, added) <= 0) + 1
}

/** The order in which codes are sorted, with or without case; `undefined` if there is none. */
export const orderOf = (codes: ReadonlyArray<string>): Order<string> | undefined =>
  codes.length < minSorted
    ? undefined
    : orders.find((compare) => codes.every((code, index) => index === 0 || compare(codes[index - 1] ?? "", code) <= 0))

/** Two entries are in some order by chance, such as "low, medium". */
const minSorted = 3

type Order<A> = (left: A, right: A) => number

const orders: ReadonlyArray<Order<string>> = [
  byCodeUnits,
  (left, right) => byCodeUnits(caseless(left), caseless(right))
]
