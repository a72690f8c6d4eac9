import { foldText, stemOf, wordsOf } from "./FoldText.ts"
import type { ItemEntry } from "./ItemEntries.ts"
import { isName, searchedTexts, type SearchedText } from "./SearchedTexts.ts"
import { searchedWords } from "./SearchedWords.ts"

/** An item that contains the words of a search. */
export interface SearchResult<Entry> {
  readonly entry: Entry
  /** The texts that contain the words, the most telling first. */
  readonly matches: ReadonlyArray<SearchedText>
  /** The words of the search that no text of the item contains; empty for a full match. */
  readonly missing: ReadonlyArray<string>
}

/** The items that a search finds. */
export interface RankedItems<Entry> {
  /** The words that were searched for. */
  readonly words: ReadonlyArray<string>
  /** The items that contain every word, the best first. */
  readonly results: ReadonlyArray<SearchResult<Entry>>
  /** Without results: the items that contain most of the words. */
  readonly near: ReadonlyArray<SearchResult<Entry>>
  /** Without results: the words that no item contains. */
  readonly unknown: ReadonlyArray<string>
}

/**
 * Searches the texts of items for words, in any order and regardless of case, accents and plurals. A word also matches the
 * beginning of a longer one. Function words such as "for" are left out.
 */
export const rankItems = <Entry extends ItemEntry>(
  entries: ReadonlyArray<Entry>,
  query: string
): RankedItems<Entry> => {
  const words = searchedWords(query)
  const patterns = words.map(toPattern)
  if (words.length === 0) return { words, results: [], near: [], unknown: [] }
  const found = entries.flatMap((entry): ReadonlyArray<Ranked<Entry>> => {
    const fields = searchedTexts(entry).map((match): Field => ({
      match,
      folded: foldText(match.text.replaceAll("_", " "))
    }))
    const matches = fields.filter(({ folded }) => patterns.some((pattern) => pattern.test(folded)))
    if (matches.length === 0) return []
    const missing = words.filter((_, index) => !matches.some(({ folded }) => patterns[index]?.test(folded)))
    const shown = matches.map(({ match }) => match)
    return [{ entry, matches: shown, missing, rank: rankOf(matches, patterns, words) }]
  })
  const results = found.filter(({ missing }) => missing.length === 0).toSorted((left, right) => left.rank - right.rank)
  if (results.length > 0) return { words, results: results.map(withoutRank), near: [], unknown: [] }
  const near = found.toSorted((left, right) => left.missing.length - right.missing.length || left.rank - right.rank)
  const unknown = words.filter((word) => found.every(({ missing }) => missing.includes(word)))
  return {
    words,
    results: [],
    near: near
      .filter(({ missing }) => missing.length === near[0]?.missing.length)
      .slice(0, maxNear)
      .map(withoutRank),
    unknown
  }
}

interface Ranked<Entry> extends SearchResult<Entry> {
  readonly rank: number
}

const withoutRank = <Entry>({ entry, matches, missing }: Ranked<Entry>): SearchResult<Entry> => ({
  entry,
  matches,
  missing
})

const maxNear = 5

const toPattern = (word: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${stemOf(word)}`, "u")

interface Field {
  readonly match: SearchedText
  readonly folded: string
}

/** Lower for matches in the code, then in the label, then in other texts; lower for whole words than for prefixes. */
const rankOf = (
  matches: ReadonlyArray<Field>,
  patterns: ReadonlyArray<RegExp>,
  words: ReadonlyArray<string>
): number => {
  const query = words.join(" ")
  const ranks = matches.map(({ folded, match }) => {
    const isComplete = patterns.every((pattern) => pattern.test(folded))
    const kind = match.field === "code" ? 0 : isName(match) ? 1 : match.field === "description" ? 2 : 3
    const isExact = folded === query || wordsOf(folded).join(" ") === query
    return (isComplete ? 0 : 20) + kind * 4 + (isExact ? 0 : 2) + (match.language === undefined ? 0 : 1)
  })
  return Math.min(...ranks)
}
