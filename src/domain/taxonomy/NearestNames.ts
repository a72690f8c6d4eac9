import { distance } from "fastest-levenshtein"
import { maxEditsOf } from "./MaxEdits.ts"
import { isComparable, isSimilarLength, nearest } from "./Suggestion.ts"

/** The candidates that are similar enough, the one that `nearest` finds first, at most three. */
export const nearestNames = (written: string, candidates: ReadonlyArray<string>): ReadonlyArray<string> => {
  const first = nearest(written, candidates)
  if (first === undefined) return []
  const lowerCase = written.toLowerCase()
  const maxEdits = maxEditsOf(written)
  const others = candidates
    .filter((name) => name !== first && isSimilarLength(written, name) && isComparable(written, name))
    .map((name) => ({ name, edits: distance(lowerCase, name.toLowerCase()) }))
    .filter(({ edits }) => edits <= maxEdits)
    .sort((left, right) => left.edits - right.edits)
  return [first, ...others.slice(0, maxOthers).map(({ name }) => name)]
}

const maxOthers = 2
