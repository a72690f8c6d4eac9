import { closest, distance } from "fastest-levenshtein"

/** `Did you mean "QSR"?`, where one of the candidates is near enough to be what was meant. */
export const didYouMean = (written: string, candidates: Iterable<string>): string | undefined => {
  const known = [...candidates]
  if (known.length === 0) return undefined
  const sameButForCase = known.find((candidate) => candidate.toLowerCase() === written.toLowerCase())
  const nearest = sameButForCase ?? closest(written, known)
  const near = distance(written.toLowerCase(), nearest.toLowerCase()) <= Math.max(1, Math.floor(written.length / 3))
  return near ? `Did you mean "${nearest}"?` : undefined
}
