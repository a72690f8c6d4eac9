import { codeOf, formatItem } from "../taxonomy/ItemRef.ts"
import { nearest } from "../taxonomy/Suggestion.ts"
import { foldText } from "./FoldText.ts"
import type { ItemEntry } from "./ItemEntries.ts"

/** What a text that a person typed names. */
export type ItemLookup<Entry> =
  | { readonly _tag: "Found"; readonly entry: Entry }
  /** The text names each of them equally well. */
  | { readonly _tag: "Ambiguous"; readonly candidates: ReadonlyArray<Entry> }
  /** A similar name, code or label, if there is one. */
  | { readonly _tag: "Unknown"; readonly suggestion: string | undefined }

/**
 * Finds the item that a text names: by its item reference, by its bare code, or by its label, each of them first to the
 * letter and then without regard to case and accents.
 */
export const findItem = <Entry extends Pick<ItemEntry, "item" | "label">>(
  entries: ReadonlyArray<Entry>,
  text: string
): ItemLookup<Entry> => {
  const wanted = text.trim()
  const folded = foldText(wanted)
  for (const namesOf of [referencesOf, codesOf, labelsOf]) {
    for (const isSame of [(name: string) => name === wanted, (name: string) => foldText(name) === folded]) {
      const candidates = entries.filter((entry) => namesOf(entry).some(isSame))
      const [entry] = candidates
      if (entry !== undefined)
        return candidates.length === 1 ? { _tag: "Found", entry } : { _tag: "Ambiguous", candidates }
    }
  }
  return { _tag: "Unknown", suggestion: suggest(entries, wanted) }
}

type Names = (entry: Pick<ItemEntry, "item" | "label">) => ReadonlyArray<string>

const referencesOf: Names = ({ item }) => [formatItem(item)]

const codesOf: Names = ({ item }) => [codeOf(item)]

const labelsOf: Names = ({ label }) => (label === undefined ? [] : [label])

/** The item reference that the text most resembles, or whose code or label it most resembles. */
const suggest = (entries: ReadonlyArray<Pick<ItemEntry, "item" | "label">>, text: string): string | undefined => {
  for (const namesOf of [referencesOf, codesOf, labelsOf]) {
    const byName = new Map(entries.flatMap((entry) => namesOf(entry).map((name) => [name, entry] as const)))
    const near = nearest(text, [...byName.keys()])
    const entry = near === undefined ? undefined : byName.get(near)
    if (entry !== undefined) return formatItem(entry.item)
  }
  return undefined
}
