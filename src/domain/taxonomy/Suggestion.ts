import { distance } from "fastest-levenshtein"

/** `Did you mean "QSR"?` if a candidate is similar enough, otherwise `undefined`. */
export const didYouMean = (written: string, candidates: Iterable<string>): string | undefined => {
  const near = nearest(written, candidates)
  return near === undefined ? undefined : `Did you mean "${near}"?`
}

/**
 * The most similar candidate, or `undefined` if none is similar enough. It is only ever a question to a person: two codes
 * that differ in a letter can mean different things.
 */
export const nearest = (written: string, candidates: Iterable<string>): string | undefined =>
  nearestNames(written, candidates)[0]

/** The candidates that are similar enough, the most similar first, at most three. */
export const nearestNames = (written: string, candidates: Iterable<string>): ReadonlyArray<string> => {
  const lowerCase = written.toLowerCase()
  const maxEdits = maxEditsOf(written)
  const swapped = swapNeighbors(lowerCase)
  const found: Array<{ readonly name: string; readonly edits: number }> = []
  for (const name of candidates) {
    // A difference in length needs as many edits, which excludes most of a large vocabulary.
    if (Math.abs(name.length - written.length) > maxEdits) continue
    const other = name.toLowerCase()
    if (other === lowerCase) found.push({ name, edits: 0 })
    else if (negation(other) !== negation(lowerCase)) continue
    else if (swapped.has(other)) found.push({ name, edits: 1 })
    else if (Math.max(name.length, written.length) >= (name === name.toUpperCase() ? minCodeLength : minWordLength)) {
      const edits = distance(lowerCase, other)
      if (edits <= maxEdits) found.push({ name, edits: edits + distance(written, name) / maxDistance })
    }
  }
  return found
    .sort((left, right) => left.edits - right.edits)
    .slice(0, maxNames)
    .map(({ name }) => name)
}

/** How many edits two similar texts are apart at most. */
export const maxEditsOf = (written: string): number => Math.max(1, Math.floor(written.length / 3))

/** Any two short codes are within a few edits, although they mean different things. Words are fewer. */
const minCodeLength = 5
const minWordLength = 4

/** Case counts only among names that are equally close without it. */
const maxDistance = 1e6

const maxNames = 3

/** The beginning that turns a word into its opposite, so that `semi_exclusive` is not taken for `non_exclusive`. */
const negation = (name: string): string =>
  /^(?:non?|not|un|dis|anti|semi|de|ex|re)(?=[_-]|[^_-]{4})/.exec(name)?.[0] ?? ""

/** Every text that swapping two neighboring characters gives; none for two letters, of which both orders may exist. */
const swapNeighbors = (text: string): ReadonlySet<string> =>
  new Set(
    Array.from(
      { length: text.length < 3 || text.length > maxSwappedLength ? 0 : text.length - 1 },
      (_, at) => text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
    )
  )

const maxSwappedLength = 64

/** Looks up suggestions by name: the first 20 different ones of a run, since nobody reads a thousand of them. */
export const makeSuggestions = (): ((name: string, find: () => string | undefined) => string | undefined) => {
  const known = new Map<string, string | undefined>()
  return (name, find) => {
    if (!known.has(name) && known.size < maxLookups) known.set(name, find())
    return known.get(name)
  }
}

const maxLookups = 20
