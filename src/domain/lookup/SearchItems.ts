import { closest, distance } from "fastest-levenshtein"
import { countryAliases, looseCountryNames } from "../taxonomy/CountryAliases.ts"
import { codeOf } from "../taxonomy/ItemRef.ts"
import { maxEditsOf } from "../taxonomy/Suggestion.ts"
import { foldText, wordsOf } from "./FoldText.ts"
import type { ItemEntry } from "./ItemEntries.ts"
import { rankItems, type RankedItems, type SearchResult } from "./RankItems.ts"
import { searchedTexts } from "./SearchedTexts.ts"

export interface SearchOutcome<Entry> extends RankedItems<Entry> {
  /** Similar words that exist, by the word that no item contains. */
  readonly suggestions: ReadonlyMap<string, string>
}

/**
 * Ranks the items that contain the words of a query, and suggests other words for those that none contains. A country is
 * found by its other names, too, before all others.
 */
export const searchItems = <Entry extends ItemEntry>(
  entries: ReadonlyArray<Entry>,
  query: string
): SearchOutcome<Entry> => {
  const ranked = rankItems(entries, query)
  const countries = countriesNamed(entries, query)
  if (countries.length > 0) {
    const others = ranked.results.filter(({ entry }) => countries.every((country) => country.entry !== entry))
    return { words: ranked.words, results: [...countries, ...others], near: [], unknown: [], suggestions: new Map() }
  }
  const { unknown } = ranked
  return { ...ranked, suggestions: unknown.length === 0 ? new Map() : suggestWords(entries, unknown) }
}

/** The values whose country has the query as another name. */
const countriesNamed = <Entry extends ItemEntry>(
  entries: ReadonlyArray<Entry>,
  query: string
): ReadonlyArray<SearchResult<Entry>> => {
  const name = query.trim().toLowerCase()
  const code = countryAliases.get(name) ?? looseCountryNames.get(name)
  return entries
    .filter(({ item }) => item._tag === "Value" && item.value === code)
    .map((entry) => ({ entry, matches: searchedTexts(entry).slice(0, 1), missing: [] }))
}

/**
 * For each word, the most similar word of codes and labels, if one is similar enough. Countries are told apart by few
 * letters, so a name that differs in more than one is another country.
 */
const suggestWords = (entries: ReadonlyArray<ItemEntry>, words: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const wordsOfEntry = ({ item, label }: ItemEntry) =>
    wordsOf(foldText(`${codeOf(item).replaceAll("_", " ")} ${label ?? ""}`))
  const vocabulary = [...new Set(entries.flatMap(wordsOfEntry))]
  const countryWords = new Set(entries.filter(({ item }) => /^[A-Z]{2}$/.test(codeOf(item))).flatMap(wordsOfEntry))
  return new Map(
    words.flatMap((word) => {
      const near = vocabulary.length === 0 ? "" : closest(word, vocabulary)
      const maxEdits = countryWords.has(near) ? 1 : maxEditsOf(word)
      return near !== "" && distance(word, near) <= maxEdits ? [[word, near] as const] : []
    })
  )
}
