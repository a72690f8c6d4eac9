import { closest, distance } from "fastest-levenshtein"
import { countryAliases } from "./CountryAliases.ts"

/** `Did you mean "QSR"?` if a candidate is similar enough, otherwise `undefined`. */
export const didYouMean = (written: string, candidates: Iterable<string>): string | undefined => {
  const near = nearest(written, [...candidates])
  return near === undefined ? undefined : `Did you mean "${near}"?`
}

/** The most similar candidate, or `undefined` if none is similar enough. For many look-ups, `nearestIn` is faster. */
export const nearest = (written: string, candidates: ReadonlyArray<string>): string | undefined => {
  const lowerCase = written.toLowerCase()
  const maxEdits = maxEditsOf(written)
  const aliased = countryAliases.get(lowerCase)
  if (aliased !== undefined && candidates.includes(aliased)) return aliased
  // A difference in length needs as many edits, which excludes most of a large vocabulary.
  const similarLength = candidates.filter((candidate) => isSimilarLength(written, candidate))
  if (similarLength.length === 0) return undefined
  const ignoringCase = similarLength.find((candidate) => candidate.toLowerCase() === lowerCase)
  if (ignoringCase !== undefined) return ignoringCase
  const swapped = written.length < minSwappedLength ? undefined : swapNeighbors(lowerCase)
  const withNeighborsSwapped = similarLength.find((candidate) => swapped?.has(candidate.toLowerCase()))
  const comparable = similarLength.filter((candidate) => isComparable(written, candidate))
  const closestOne = comparable.length === 0 ? undefined : closest(written, comparable)
  const edits = closestOne === undefined ? Infinity : distance(lowerCase, closestOne.toLowerCase())
  if (withNeighborsSwapped !== undefined && edits > 1) return withNeighborsSwapped
  return edits <= maxEdits ? closestOne : undefined
}

/** How many edits two similar texts are apart at most. */
export const maxEditsOf = (written: string): number => Math.max(1, Math.floor(written.length / 3))

export const isSimilarLength = (written: string, { length }: string): boolean =>
  Math.abs(length - written.length) <= maxEditsOf(written)

/** Any two short codes are within a few edits, although they mean different things. */
export const isComparable = (written: string, candidate: string): boolean =>
  Math.max(candidate.length, written.length) > maxShortLength

const maxShortLength = 3

/** Two characters are codes of countries or languages, and both orders may exist. */
const minSwappedLength = 3

/** Every text that swapping two neighboring characters gives. */
export const swapNeighbors = (text: string): ReadonlySet<string> =>
  new Set(
    Array.from(
      { length: text.length - 1 },
      (_, at) => text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
    )
  )
