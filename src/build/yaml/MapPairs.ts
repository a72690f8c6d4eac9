import { isScalar, type Pair, type YAMLMap } from "yaml"

/** The pair of a map with a key. Large maps are indexed once, since each of their keys can have a finding. */
export const findPair = (map: YAMLMap, key: unknown): Pair | undefined => {
  if (map.items.length <= maxSearched) return map.items.find((pair) => isScalar(pair.key) && pair.key.value === key)
  const known = indexes.get(map) ?? indexPairs(map)
  indexes.set(map, known)
  return known.get(key)
}

const maxSearched = 12

const indexes = new WeakMap<YAMLMap, ReadonlyMap<unknown, Pair>>()

const indexPairs = ({ items }: YAMLMap): ReadonlyMap<unknown, Pair> =>
  new Map(items.toReversed().flatMap((pair) => (isScalar(pair.key) ? [[pair.key.value, pair]] : [])))
