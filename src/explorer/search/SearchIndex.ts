import { distance } from "fastest-levenshtein"
import { itemEntries, type ItemEntry } from "../../domain/lookup/ItemUses.ts"
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
import { empty } from "../../domain/taxonomy/Normalize.ts"
import { maxEditsOf } from "../../domain/taxonomy/Suggestion.ts"
import type { Catalog } from "../model/Catalog.ts"
import { findTexts, refOf } from "../model/Item.ts"
import type { ShownRelease } from "../model/Release.ts"

/** The items that contain the words of a query. */
export interface SearchAnswer extends RankedItems<ItemEntry> {
  /** Similar words that exist, by the word that no item contains. */
  readonly suggestions: ReadonlyMap<string, string>
  /** The number of all items that do. `results` has the best of them. */
  readonly total: number
}

/**
 * Finds what `taxonomy find` finds and ranks it the same way. Words say which items to look at, since there may be 100,000
 * of them. Of very many, those with the words in their names are ranked, the first ones in the order of the taxonomy.
 */
export const makeSearchIndex = () => {
  const items: Array<IndexedItem> = []
  const knownWords = new Set<string>()
  const rank = (found: ReadonlyArray<IndexedItem>, query: string): RankedItems<ItemEntry> =>
    rankItems(
      found.slice(0, maxRanked).map(({ entry }) => entry),
      query
    )

  return {
    add: (entry: ItemEntry): void => {
      const texts = searchedTexts(entry)
      const nameWords = wordsIn(texts.filter(isName))
      const allWords = nameWords.union(wordsIn(texts))
      for (const word of allWords) knownWords.add(word)
      items.push({ entry, calls: namesOf(entry), names: toLine(nameWords), texts: toLine(allWords) })
    },
    search: (query: string): SearchAnswer => {
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

/** An item with its folded texts. */
interface IndexedItem {
  readonly entry: ItemEntry
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

/** The search of a release. It begins with codes, and finds texts as soon as they are indexed. */
export interface Searcher {
  /** From 0 to 1; all texts are found from 1 on. */
  readonly progress: () => number
  readonly search: (query: string) => SearchAnswer
  /** Calls a listener whenever more can be found. Returns the function that ends this. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Begins to index a release. The index before is given up, since one of many items takes much memory. */
export const searcherOf = (release: ShownRelease, catalog: Catalog): Searcher => {
  if (current?.release === release && current.catalog === catalog) return current.searcher
  current?.abort.abort()
  const abort = new AbortController()
  current = { release, catalog, abort, searcher: makeSearcher(findableItems(release, catalog), abort.signal) }
  return current.searcher
}

let current:
  | {
      readonly release: ShownRelease
      readonly catalog: Catalog
      readonly abort: AbortController
      readonly searcher: Searcher
    }
  | undefined

const makeSearcher = (items: Iterable<ItemEntry>, signal: AbortSignal): Searcher => {
  const listeners = new Set<() => void>()
  const entries: Array<ItemEntry> = []
  const index = makeSearchIndex()
  let indexed = 0
  let isComplete = false
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const build = async (): Promise<void> => {
    await inSlices(items, (entry) => entries.push(entry), tell, signal)
    await inSlices(
      entries,
      (entry) => {
        index.add(entry)
        indexed += 1
      },
      tell,
      signal
    )
    isComplete = !signal.aborted
    tell()
  }
  void build()
  return {
    progress: () => (isComplete ? 1 : indexed / Math.max(entries.length, 1) / 1.01),
    search: (query) => (isComplete ? index.search(query) : searchCodes(entries, query)),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
}

/** Does something with each member, and lets the browser react to a person in between. */
const inSlices = async <A>(
  members: Iterable<A>,
  use: (member: A) => void,
  onProgress: () => void,
  signal: AbortSignal
): Promise<void> => {
  let end = performance.now() + sliceMillis
  let told = performance.now()
  for (const member of members) {
    use(member)
    if (performance.now() < end) continue
    if (end > told + tellMillis) {
      told = end
      onProgress()
    }
    await new Promise((resolve) => setTimeout(resolve))
    if (signal.aborted) return
    end = performance.now() + sliceMillis
  }
}

const sliceMillis = 12

// To look for codes again takes longer than a slice.
const tellMillis = 300

/** The items of a release with all of their texts, then those that only other releases have, with their last ones. */
function* findableItems({ taxonomy }: ShownRelease, { items }: Catalog): Generator<ItemEntry> {
  // There may be many items, and whoever takes them may pause.
  for (const dimension of taxonomy.dimensions) yield* itemEntries({ ...empty, dimensions: [dimension] })
  yield* itemEntries({ ...taxonomy, dimensions: [] })
  for (const entry of items) {
    const item = refOf(entry)
    if (findTexts(taxonomy, item) !== undefined) continue
    const { label, reason, translations } = entry
    const texts = {
      // The description of a rule stands in the place of its label.
      ...(entry.kind === "rule" ? { description: label } : { label, description: "" }),
      ...(translations === undefined ? {} : { translations }),
      ...(reason === undefined ? {} : { deprecated: { replaced_by: [], reason } })
    }
    yield { item, label: entry.kind === "rule" ? undefined : label, texts }
  }
}
