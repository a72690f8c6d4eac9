import type { ItemEntry } from "../../domain/lookup/ItemUses.ts"
import {
  foldText,
  stemOf,
  wordsOf,
  rankItems,
  type RankedItems,
  isName,
  searchedTexts,
  type SearchedText,
  searchedWords
} from "../../domain/lookup/SearchItems.ts"
import { codeOf, formatItem } from "../../domain/taxonomy/ItemRef.ts"
import { maxEditsOf } from "../../domain/taxonomy/Suggestion.ts"
import { makeWordIndex } from "./WordIndex.ts"

/** The items that contain the words of a query. */
export interface SearchAnswer extends RankedItems<ItemEntry> {
  /** Similar words that exist, by the word that no item contains. */
  readonly suggestions: ReadonlyMap<string, string>
  /** The number of all items that do. `results` has the best of them. */
  readonly total: number
}

/** Items that can be found. */
export interface SearchIndex {
  readonly add: (entry: ItemEntry) => void
  readonly search: (query: string) => SearchAnswer
}

/**
 * Finds what `taxonomy find` finds and ranks it the same way. An index says which items to look at, since there may be
 * 100,000 of them. Of very many, those with the words in their names are ranked, the first ones in the order of the
 * taxonomy.
 */
export const makeSearchIndex = (): SearchIndex => {
  const entries: Array<ItemEntry> = []
  const byName = new Map<string, Array<number>>()
  const index = makeWordIndex()
  const rank = (ids: Iterable<number>, query: string): RankedItems<ItemEntry> =>
    rankItems(
      [...ids].flatMap((id) => entries[id] ?? []),
      query
    )

  return {
    add: (entry) => {
      const id = entries.push(entry) - 1
      for (const name of namesOf(entry)) {
        const same = byName.get(name)
        if (same === undefined) byName.set(name, [id])
        else same.push(id)
      }
      const texts = searchedTexts(entry)
      const nameWords = wordsIn(texts.filter(isName))
      const textWords = wordsIn(texts.filter((text) => !isName(text)))
      index.add(nameWords, textWords.difference(nameWords))
    },
    search: (query) => {
      const words = searchedWords(query).slice(0, maxWords)
      if (words.length === 0) return { words, results: [], near: [], unknown: [], suggestions: new Map(), total: 0 }
      const stems = words.map((word) => stemOf(word))
      const { elsewhere, inNames } = index.find(stems)
      const exact = byName.get(foldText(query.trim())) ?? []
      const candidates = [...exact, ...inNames.slice(0, maxRanked), ...elsewhere.slice(0, maxRanked)]
      const outcome = rank(new Set(candidates.slice(0, maxRanked)), query)
      if (outcome.results.length > 0)
        return { ...outcome, suggestions: new Map(), total: inNames.length + elsewhere.length }
      const { near } = rank(index.findMost(stems).slice(0, maxRanked), query)
      const suggestions = words.flatMap((word, place) => {
        const isKnown = index.find([stems[place] ?? word])
        if (isKnown.inNames.length + isKnown.elsewhere.length > 0) return []
        const similar = index.similar(word, Math.min(maxEditsOf(word), maxSimilarEdits))
        return similar === undefined ? [] : [[word, similar] as const]
      })
      return { ...outcome, near, suggestions: new Map(suggestions), total: 0 }
    }
  }
}

/** Finds items by their code or its beginning alone, which needs no index. */
export const searchCodes = (entries: ReadonlyArray<ItemEntry>, query: string): SearchAnswer => {
  const wanted = foldText(query.trim())
  const found = wanted === "" ? [] : entries.filter(({ item }) => foldText(codeOf(item)).startsWith(wanted))
  const exact = found.filter(({ item }) => foldText(codeOf(item)) === wanted)
  const outcome = rankItems([...new Set([...exact, ...found])].slice(0, maxRanked), query)
  return { ...outcome, near: [], suggestions: new Map(), total: found.length }
}

/** What a person may call an item, folded. */
const namesOf = ({ item, label }: ItemEntry): ReadonlySet<string> =>
  new Set([codeOf(item), formatItem(item), ...(label === undefined ? [] : [label])].map(foldText))

/** True for the code of an item and its label, in any language. */
const wordsIn = (texts: ReadonlyArray<SearchedText>): Set<string> =>
  new Set(wordsOf(foldText(texts.map(({ text }) => text.replaceAll("_", " ")).join(" "))))

const maxRanked = 300

// Counted in a byte for each item.
const maxWords = 100

// More of them take too long among very many words.
const maxSimilarEdits = 2
