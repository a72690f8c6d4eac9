import { closest, distance } from "fastest-levenshtein"
import { countryAliases } from "./CountryAliases.ts"
import { signNames, visitSimilar } from "./NameSignatures.ts"
import { makeNeighborSearch } from "./NeighborNames.ts"
import { isComparable, isSimilarLength, maxEditsOf, nearest, swapNeighbors } from "./Suggestion.ts"

/** A set of names, or a map by name. It does not change once names were looked up in it. */
type Names = ReadonlySet<string> | ReadonlyMap<string, unknown>

/**
 * Returns what `nearest` returns, for names among which many are looked up: a release with a thousand mistakes would
 * otherwise compare each with each of thousands of codes.
 */
export const nearestIn = (written: string, names: Names): string | undefined => {
  const known = indexes.get(names) ?? makeIndex([...names.keys()])
  indexes.set(names, known)
  return known(written)
}

type Index = (written: string) => string | undefined

const indexes = new WeakMap<Names, Index>()

/** Fewer names are compared one by one in less time than it takes to index them. */
const minIndexedSize = 32

const makeIndex = (names: ReadonlyArray<string>): Index => {
  const narrow = names.length < minIndexedSize ? () => names : makeNarrowing(names)
  const known = new Map<string, string | undefined>()
  return (written) => {
    if (!known.has(written)) known.set(written, nearest(written, narrow(written)))
    return known.get(written)
  }
}

/** The names, in their order, on which the result of `nearest` depends. */
const makeNarrowing = (names: ReadonlyArray<string>): ((written: string) => ReadonlyArray<string>) => {
  const all = new Set(names)
  const lengths = [...new Set(names.map(({ length }) => length))]
  const lowerCase = names.map((name) => name.toLowerCase())
  const byLowerCase = Map.groupBy(names.keys(), (index) => lowerCase[index] ?? "")
  const [asWritten, ignoringCase] = [signNames(names), signNames(lowerCase)]
  const neighborsOf = makeNeighborSearch(lowerCase)

  const isSimilar = (written: string, index: number): boolean =>
    canBeClosest(written, names[index] ?? "") &&
    distance(written.toLowerCase(), lowerCase[index] ?? "") <= maxEditsOf(written)

  /** One of the names that are similar enough ignoring case, preferably a close one. */
  const findSimilar = (written: string): string | undefined => {
    const lower = written.toLowerCase()
    const near = neighborsOf(lower).filter((index) => isSimilar(written, index))
    if (near.length > 0)
      return closest(
        written,
        near.map((index) => names[index] ?? "")
      )
    const maxEdits = maxEditsOf(written)
    let found: string | undefined
    visitSimilar(ignoringCase, lower, maxEdits, (_, index) => {
      if (!isSimilar(written, index)) return maxEdits
      found = names[index]
      return -1
    })
    return found
  }

  /** The index of the first of the closest names, none of which is farther than another. */
  const findClosest = (written: string, other: string): number => {
    let [first, least] = [Infinity, distance(written, other)]
    visitSimilar(asWritten, written, least, (name, index) => {
      const edits = canBeClosest(written, name) ? distance(written, name) : Infinity
      if (edits < least) [first, least] = [index, edits]
      else if (edits === least) first = Math.min(first, index)
      return least
    })
    return first
  }

  return (written) => {
    const lower = written.toLowerCase()
    const aliased = countryAliases.get(lower)
    if (aliased !== undefined && all.has(aliased)) return [aliased]
    if (!lengths.some((length) => Math.abs(length - written.length) <= maxEditsOf(written))) return []
    const equal = (byLowerCase.get(lower) ?? []).map((index) => names[index] ?? "")
    if (equal.some((name) => isSimilarLength(written, name))) return equal
    const similar = findSimilar(written)
    const indexes = [
      ...swapNeighbors(lower)
        .values()
        .flatMap((swapped) => byLowerCase.get(swapped) ?? []),
      ...(similar === undefined ? [] : [findClosest(written, similar)])
    ]
    return [...new Set(indexes)].sort((left, right) => left - right).map((index) => names[index] ?? "")
  }
}

const canBeClosest = (written: string, name: string): boolean =>
  isSimilarLength(written, name) && isComparable(written, name)
