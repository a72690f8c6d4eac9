import { didYouMean } from "../domain/NearMatch.ts"

/** What is wrong with a query, in a sentence, where it holds a parameter that the endpoint does not know. */
export const unknownParameter = (query: string, known: ReadonlyArray<string>): string | undefined => {
  if (query === "") return undefined
  for (const name of new URLSearchParams(query).keys()) {
    if (known.includes(name)) continue
    const near = didYouMean(name.slice(0, longestShown), known)
    return `Unknown query parameter '${shortened(name)}'${near === undefined ? "" : `. ${near}`}`
  }
  return undefined
}

const longestShown = 64

const shortened = (name: string): string => (name.length > longestShown ? `${name.slice(0, longestShown)}…` : name)
