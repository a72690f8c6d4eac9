import { closest, distance } from "fastest-levenshtein"
import { codeOf } from "../taxonomy/ItemRef.ts"
import { maxEditsOf } from "../taxonomy/MaxEdits.ts"
import { foldText, wordsOf } from "./FoldText.ts"
import type { ItemEntry } from "./ItemEntries.ts"
import { rankItems, type RankedItems } from "./RankItems.ts"

export interface SearchOutcome<Entry> extends RankedItems<Entry> {
  /** Similar words that exist, by the word that no item contains. */
  readonly suggestions: ReadonlyMap<string, string>
}

/** Ranks the items that contain the words of a query, and suggests other words for those that none contains. */
export const searchItems = <Entry extends ItemEntry>(
  entries: ReadonlyArray<Entry>,
  query: string
): SearchOutcome<Entry> => {
  const ranked = rankItems(entries, query)
  const { unknown } = ranked
  return { ...ranked, suggestions: unknown.length === 0 ? new Map() : suggestWords(entries, unknown) }
}

/** For each word, the most similar word of codes and labels, if one is similar enough. */
const suggestWords = (entries: ReadonlyArray<ItemEntry>, words: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const vocabulary = [
    ...new Set(
      entries.flatMap(({ item, label }) => wordsOf(foldText(`${codeOf(item).replaceAll("_", " ")} ${label ?? ""}`)))
    )
  ]
  return new Map(
    words.flatMap((word) => {
      const near = vocabulary.length === 0 ? "" : closest(word, vocabulary)
      return near !== "" && distance(word, near) <= maxEditsOf(word) ? [[word, near] as const] : []
    })
  )
}
