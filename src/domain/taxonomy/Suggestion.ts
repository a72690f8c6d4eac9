import { distance } from "fastest-levenshtein"
import { countryAliases } from "./CountryAliases.ts"
import { maxEditsOf } from "./MaxEdits.ts"

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
  const { edits, name } = findClosest(written, comparable)
  if (withNeighborsSwapped !== undefined && edits > 1) return withNeighborsSwapped
  return edits <= maxEdits ? name : undefined
}

/** The first of the closest names. Case counts only among names that are equally close without it. */
const findClosest = (written: string, names: ReadonlyArray<string>) => {
  const lowerCase = written.toLowerCase()
  return names.reduce<{ readonly name: string | undefined; readonly edits: number; readonly exactEdits: number }>(
    (best, name) => {
      const edits = distance(lowerCase, name.toLowerCase())
      if (edits > best.edits) return best
      const exactEdits = distance(written, name)
      return edits < best.edits || exactEdits < best.exactEdits ? { name, edits, exactEdits } : best
    },
    { name: undefined, edits: Infinity, exactEdits: Infinity }
  )
}

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
