import { closest, distance } from "fastest-levenshtein"

/** `Did you mean "QSR"?`, where one of the candidates is near enough to be what was meant. */
export const didYouMean = (written: string, candidates: Iterable<string>): string | undefined => {
  const near = nearest(written, [...candidates])
  return near === undefined ? undefined : `Did you mean "${near}"?`
}

/** The candidate that was meant, where one is near enough. */
export const nearest = (written: string, candidates: ReadonlyArray<string>): string | undefined => {
  const lowerCase = written.toLowerCase()
  const nearEnough = Math.max(1, Math.floor(written.length / 3))
  const other = otherNames.get(lowerCase)
  if (other !== undefined && candidates.includes(other)) return other
  // A text whose length differs by more cannot be near, and most of a large vocabulary does.
  const known = candidates.filter(({ length }) => Math.abs(length - written.length) <= nearEnough)
  if (known.length === 0) return undefined
  const sameButForCase = known.find((candidate) => candidate.toLowerCase() === lowerCase)
  if (sameButForCase !== undefined) return sameButForCase
  const swapped = written.length < shortestSwapped ? undefined : withSwappedNeighbours(lowerCase)
  const sameButForOrder = known.find((candidate) => swapped?.has(candidate.toLowerCase()))
  // Any two short codes are near each other, and each means a thing of its own.
  const comparable = known.filter(({ length }) => Math.max(length, written.length) > longestShort)
  const closestOne = comparable.length === 0 ? undefined : closest(written, comparable)
  const edits = closestOne === undefined ? Infinity : distance(lowerCase, closestOne.toLowerCase())
  if (sameButForOrder !== undefined && edits > 1) return sameButForOrder
  return edits <= nearEnough ? closestOne : undefined
}

/** Names of countries that are not what ISO 3166-1 alpha-2 calls them. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["uk", "GB"],
  ["usa", "US"],
  ["el", "GR"]
])

const longestShort = 3

/** Codes of two characters are countries or languages, and both orders exist. */
const shortestSwapped = 3

/** Every text that comes of changing the places of two characters that stand side by side. */
const withSwappedNeighbours = (text: string): ReadonlySet<string> =>
  new Set(
    Array.from(
      { length: text.length - 1 },
      (_, at) => text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
    )
  )
