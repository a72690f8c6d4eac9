import { byCodeUnits } from "./NameComparison.ts"

/**
 * Finds the names with the longest common beginning with a text, and those with the longest common end: a text with one
 * mistake has one of the two with the name that was meant. Returns their indexes, of which some may be equal.
 */
export const makeNeighborSearch = (names: ReadonlyArray<string>): ((text: string) => ReadonlyArray<number>) => {
  const [byBeginning, byEnd] = [sortNames(names), sortNames(names.map(reverse))]
  return (text) => [...neighborsOf(byBeginning, text), ...neighborsOf(byEnd, reverse(text))]
}

interface SortedName {
  readonly text: string
  readonly index: number
}

const sortNames = (names: ReadonlyArray<string>): ReadonlyArray<SortedName> =>
  names.map((text, index) => ({ text, index })).sort((left, right) => byCodeUnits(left.text, right.text))

const neighborsOf = (sorted: ReadonlyArray<SortedName>, text: string): ReadonlyArray<number> => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.text ?? "") < text) low = middle + 1
    else high = middle
  }
  return sorted.slice(Math.max(0, low - 1), low + 1).map(({ index }) => index)
}

/** By code units. The result is only compared with others like it. */
const reverse = (text: string): string => text.split("").toReversed().join("")
