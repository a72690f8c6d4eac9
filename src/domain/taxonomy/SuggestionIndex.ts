import { distance } from "fastest-levenshtein"
import { countryAliases } from "./CountryAliases.ts"
import { maxEditsOf } from "./MaxEdits.ts"
import { signNames, visitSimilar } from "./NameSignatures.ts"
import { makeNeighborSearch } from "./NeighborNames.ts"
import { isComparable, isSimilarLength, nearest, swapNeighbors } from "./Suggestion.ts"

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
  const signed = signNames(lowerCase)
  const neighborsOf = makeNeighborSearch(lowerCase)

  /** The index of the name that `nearest` prefers, if any is similar enough. */
  const findClosest = (written: string): number | undefined => {
    const lower = written.toLowerCase()
    let [found, edits, exactEdits]: [number | undefined, number, number] = [undefined, maxEditsOf(written), Infinity]
    const visit = (index: number): void => {
      const name = names[index] ?? ""
      if (!canBeClosest(written, name)) return
      const own = distance(lower, lowerCase[index] ?? "")
      if (own > edits) return
      const exact = distance(written, name)
      if (own < edits || exact < exactEdits || (exact === exactEdits && index < (found ?? Infinity)))
        [found, edits, exactEdits] = [index, own, exact]
    }
    // A close name excludes most of the others.
    neighborsOf(lower).forEach(visit)
    visitSimilar(signed, lower, edits, (_, index) => {
      visit(index)
      return edits
    })
    return found
  }

  return (written) => {
    const lower = written.toLowerCase()
    const aliased = countryAliases.get(lower)
    if (aliased !== undefined && all.has(aliased)) return [aliased]
    if (!lengths.some((length) => Math.abs(length - written.length) <= maxEditsOf(written))) return []
    const equal = (byLowerCase.get(lower) ?? []).map((index) => names[index] ?? "")
    if (equal.some((name) => isSimilarLength(written, name))) return equal
    const closest = findClosest(written)
    const indexes = [
      ...swapNeighbors(lower)
        .values()
        .flatMap((swapped) => byLowerCase.get(swapped) ?? []),
      ...(closest === undefined ? [] : [closest])
    ]
    return [...new Set(indexes)].sort((left, right) => left - right).map((index) => names[index] ?? "")
  }
}

const canBeClosest = (written: string, name: string): boolean =>
  isSimilarLength(written, name) && isComparable(written, name)
