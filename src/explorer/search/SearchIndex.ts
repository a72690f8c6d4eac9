import { distance } from "fastest-levenshtein"
import type { ItemEntry } from "../../domain/lookup/ItemUses.ts"
import {
  foldText,
  stemOf,
  wordsOf,
  rankItems,
  isName,
  searchedTexts,
  searchedWords,
  type RankedItems,
  type SearchedText
} from "../../domain/lookup/SearchItems.ts"
import { codeOf, formatItem } from "../../domain/taxonomy/ItemRef.ts"
import { maxEditsOf } from "../../domain/taxonomy/Suggestion.ts"

/** The items that contain the words of a query. */
export interface SearchAnswer extends RankedItems<ItemEntry> {
  /** Similar words that exist, by the word that no item contains. */
  readonly suggestions: ReadonlyMap<string, string>
  /** The number of all items that do. `results` has the best of them. */
  readonly total: number
}

/** Items that can be found. */
interface SearchIndex {
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

/** Which items contain which words, in their names or in other texts. Items are numbered from 0 on. */
interface WordIndex {
  /** Adds the next item. `textWords` has none of `nameWords`. */
  readonly add: (nameWords: Iterable<string>, textWords: Iterable<string>) => void
  /** The items with words that begin with each of the prefixes. */
  readonly find: (prefixes: ReadonlyArray<string>) => FoundItems
  /** The items with words that begin with the most of the prefixes. */
  readonly findMost: (prefixes: ReadonlyArray<string>) => ReadonlyArray<number>
  /** A word that begins like this, or else differs in a letter or two. */
  readonly similar: (word: string, maxEdits: number) => string | undefined
}

/** In the order in which items were added. */
interface FoundItems {
  readonly inNames: ReadonlyArray<number>
  readonly elsewhere: ReadonlyArray<number>
}

/** An index of words alone, which leaves the order of items to others. It looks at every word: among 100,000, in up to 20 ms. */
const makeWordIndex = (): WordIndex => {
  const postings = new Map<string, Postings>()
  let size = 0

  const postingsOf = (word: string): Postings => {
    const known = postings.get(word)
    if (known !== undefined) return known
    const added = { names: [], texts: [] }
    postings.set(word, added)
    return added
  }
  const itemsWith = (test: (item: number) => boolean): ReadonlyArray<number> =>
    Array.from({ length: size }, (_, item) => item).filter(test)
  /** The number of prefixes that each item has, in its names and in all texts. */
  const countPrefixes = (prefixes: ReadonlyArray<string>) => {
    const [inNames, anywhere] = [makeCounter(size), makeCounter(size)]
    prefixes.forEach((prefix, index) => {
      for (const [word, { names, texts }] of postings) {
        if (!word.startsWith(prefix)) continue
        for (const item of names) {
          inNames.count(item, index + 1)
          anywhere.count(item, index + 1)
        }
        for (const item of texts) anywhere.count(item, index + 1)
      }
    })
    return { inNames: inNames.counts, anywhere: anywhere.counts }
  }

  return {
    add: (nameWords, textWords) => {
      for (const word of nameWords) postingsOf(word).names.push(size)
      for (const word of textWords) postingsOf(word).texts.push(size)
      size += 1
    },
    find: (prefixes) => {
      const { anywhere, inNames } = countPrefixes(prefixes)
      const isInNames = (item: number): boolean => inNames[item] === prefixes.length
      return {
        inNames: itemsWith(isInNames),
        elsewhere: itemsWith((item) => anywhere[item] === prefixes.length && !isInNames(item))
      }
    },
    findMost: (prefixes) => {
      const { anywhere } = countPrefixes(prefixes)
      const most = anywhere.reduce((left, right) => Math.max(left, right), 1)
      return itemsWith((item) => anywhere[item] === most)
    },
    similar: (word, maxEdits) => {
      let [nearest, edits]: [string | undefined, number] = [undefined, maxEdits + 1]
      for (const known of postings.keys()) {
        if (Math.abs(known.length - word.length) >= edits) continue
        const found = distance(word, known)
        if (found < edits) [nearest, edits] = [known, found]
      }
      return nearest
    }
  }
}

/** Counts each item once for each number, which ascend. */
const makeCounter = (size: number) => {
  const counts = new Uint8Array(size)
  const lastNumbers = new Uint8Array(size)
  return {
    counts,
    count: (item: number, number: number): void => {
      if (lastNumbers[item] === number) return
      lastNumbers[item] = number
      counts[item] = (counts[item] ?? 0) + 1
    }
  }
}

interface Postings {
  /** In ascending order. */
  readonly names: Array<number>
  readonly texts: Array<number>
}
