import { distance } from "fastest-levenshtein"
import { codeOf, formatItem } from "../taxonomy/ItemRef.ts"
import { maxEditsOf } from "../taxonomy/Suggestion.ts"
import type { ItemEntry } from "./ItemUses.ts"
import {
  foldText,
  isName,
  rankItems,
  searchedTexts,
  searchedWords,
  stemOf,
  wordsOf,
  type RankedItems,
  type SearchedText
} from "./SearchItems.ts"

/** The items that contain the words of a query. */
export interface SearchAnswer<Entry = ItemEntry> extends RankedItems<Entry> {
  /** Similar words that exist, by the word that no item contains. */
  readonly suggestions: ReadonlyMap<string, string>
  /** The number of all items that do. `results` has the best of them. */
  readonly total: number
}

/**
 * Finds what `taxonomy find` finds and ranks it the same way. Words say which items to look at, since there may be 100,000
 * of them. Of very many, those with the words in their names are ranked, the first ones in the order of the taxonomy.
 */
export const makeSearchIndex = <Entry extends ItemEntry>(): SearchIndex<Entry> => {
  const all: Array<IndexedItem<Entry>> = []
  const knownWords = new Set<string>()
  const rank = (found: ReadonlyArray<IndexedItem<Entry>>, query: string): RankedItems<Entry> =>
    rankItems(
      found.slice(0, maxRanked).map(({ entry }) => entry),
      query
    )

  return {
    add: (entry) => {
      const texts = searchedTexts(entry)
      const nameWords = wordsIn(texts.filter(isName))
      const allWords = nameWords.union(wordsIn(texts))
      for (const word of allWords) knownWords.add(word)
      all.push({ entry, calls: namesOf(entry), names: toLine(nameWords), texts: toLine(allWords) })
    },
    search: (query, isWanted = () => true) => {
      const items = all.filter(({ entry }) => isWanted(entry))
      const words = searchedWords(query).slice(0, maxWords)
      if (words.length === 0) return { words, results: [], near: [], unknown: [], suggestions: new Map(), total: 0 }
      const prefixes = words.map((word) => ` ${stemOf(word)}`)
      const call = foldText(query.trim())
      const found = items.filter(({ texts }) => prefixes.every((prefix) => texts.includes(prefix)))
      const { elsewhere = [], inNames = [] } = Object.groupBy(found, ({ names }) =>
        prefixes.every((prefix) => names.includes(prefix)) ? "inNames" : "elsewhere"
      )
      const exact = items.filter(({ calls }) => calls.includes(call))
      const outcome = rank([...new Set([...exact, ...inNames.slice(0, maxRanked), ...elsewhere])], query)
      if (outcome.results.length > 0) return { ...outcome, suggestions: new Map(), total: found.length }
      const counts = items.map(({ texts }) => prefixes.filter((prefix) => texts.includes(prefix)).length)
      const most = counts.reduce((left, right) => Math.max(left, right), 1)
      const { near } = rank(
        items.filter((_, index) => counts[index] === most),
        query
      )
      const suggestions = words.flatMap((word, index) => {
        const prefix = prefixes[index] ?? word
        if (items.some(({ texts }) => texts.includes(prefix))) return []
        const similar = similarTo(word, knownWords)
        return similar === undefined ? [] : [[word, similar] as const]
      })
      return { ...outcome, near, suggestions: new Map(suggestions), total: 0 }
    }
  }
}

export interface SearchIndex<Entry> {
  readonly add: (entry: Entry) => void
  /** Searches the items that were added, or those of them that are wanted. */
  readonly search: (query: string, isWanted?: (entry: Entry) => boolean) => SearchAnswer<Entry>
}

/** An item with its folded texts. */
interface IndexedItem<Entry> {
  readonly entry: Entry
  /** What a person may call it. */
  readonly calls: ReadonlyArray<string>
  /** The words of its code and its label, in any language, each after a space. */
  readonly names: string
  /** The words of all its texts, each after a space. */
  readonly texts: string
}

const toLine = (words: Iterable<string>): string => ["", ...words].join(" ")

/** A word that differs in a letter or two. */
const similarTo = (word: string, knownWords: Iterable<string>): string | undefined => {
  let [nearest, edits]: [string | undefined, number] = [undefined, Math.min(maxEditsOf(word), maxSimilarEdits) + 1]
  for (const known of knownWords) {
    if (Math.abs(known.length - word.length) >= edits) continue
    const found = distance(word, known)
    if (found < edits) [nearest, edits] = [known, found]
  }
  return nearest
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
const namesOf = ({ item, label }: ItemEntry): ReadonlyArray<string> =>
  [codeOf(item), formatItem(item), ...(label === undefined ? [] : [label])].map(foldText)

const wordsIn = (texts: ReadonlyArray<SearchedText>): Set<string> =>
  new Set(wordsOf(foldText(texts.map(({ text }) => text.replaceAll("_", " ")).join(" "))))

const maxRanked = 300

const maxWords = 100

// More of them take too long among very many words.
const maxSimilarEdits = 2
