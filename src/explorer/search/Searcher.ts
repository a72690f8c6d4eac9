import { itemEntries, type ItemEntry } from "../../domain/lookup/ItemUses.ts"
import { makeSearchIndex, searchCodes, type SearchAnswer } from "../../domain/lookup/SearchIndex.ts"
import { empty } from "../../domain/taxonomy/Normalize.ts"
import type { Catalog } from "../model/Catalog.ts"
import { findTexts, refOf } from "../model/Item.ts"
import type { ShownRelease } from "../model/Release.ts"

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
