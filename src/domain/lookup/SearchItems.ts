import { closest, distance } from "fastest-levenshtein"
import type { Path } from "../Finding.ts"
import { countryAliases, looseCountryNames } from "../taxonomy/CountryAliases.ts"
import { codeOf, formatItem, toItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import { maxEditsOf, nearest } from "../taxonomy/Suggestion.ts"
import { fieldsWith, identityOf, textFieldsOf } from "../vocabulary/ItemTypes.ts"
import type { ItemEntry } from "./ItemUses.ts"

/** A text without the differences of case and accents that people ignore when they search. */
export const foldText = (text: string): string => {
  const lower = text.toLowerCase()
  // Few texts contain other characters, and there may be many texts.
  return hasOtherCharacters.test(lower) ? lower.normalize("NFKD").replaceAll(/\p{M}/gu, "") : lower
}

/** The words of a folded text: runs of letters and digits. */
export const wordsOf = (folded: string): ReadonlyArray<string> => folded.match(/[\p{L}\p{N}]+/gu) ?? []

/** A word without the ending of an English plural. */
export const stemOf = (word: string): string => {
  if (word.length > minPluralLength && word.endsWith("ies")) return word.slice(0, -"ies".length)
  if (word.length > minPluralLength && /(?:ss|x|z|ch|sh)es$/u.test(word)) return word.slice(0, -"es".length)
  // "Business" and "campus" are no plurals.
  return word.length >= minPluralLength && /[^su]s$/u.test(word) ? word.slice(0, -1) : word
}

const minPluralLength = 4

const hasOtherCharacters = /\P{ASCII}/u

/** The words of a query, without function words unless it has no others. */
export const searchedWords = (query: string): ReadonlyArray<string> => {
  const words = [...new Set(wordsOf(foldText(query.replaceAll("_", " "))))]
  const content = words.filter((word) => !functionWords.has(word))
  return content.length === 0 ? words : content
}

const functionWords: ReadonlySet<string> = new Set(
  "a an and any anything are can could did do does for from got has have how i in is it its of on one or our some something that the their there these this to us was we what where which who with you".split(
    " "
  )
)

/** A text of an item in which a search looks for words. */
export interface SearchedText {
  /** `code`, or the name of a field such as `label`. */
  readonly field: string
  /** The language tag of a translation. */
  readonly language?: string
  readonly text: string
  /** Leads from the item to the text. */
  readonly path: Path
}

/** The texts of an item, with its code. */
export const searchedTexts = ({ item, texts }: ItemEntry): ReadonlyArray<SearchedText> => [
  { field: "code", text: codeOf(item), path: [identityOf(item)] },
  ...textsOfItem(texts),
  ...(texts.deprecated === undefined ? [] : textsOfItem(texts.deprecated, ["deprecated"]))
]

/** True for the code and the names of an item. */
export const isName = ({ field }: SearchedText): boolean => field === "code" || names.includes(field)

const types = ["dimension", "value", "license", "rule", "deprecation"] as const

const names = types.flatMap((type) => fieldsWith(type, (field) => field.isName === true))

const textFields = [...new Set([...names, ...types.flatMap(textFieldsOf)])]

/** The texts of an item or a deprecation, with those of its translations. */
export const textsOfItem = (
  texts: { readonly translations?: Readonly<Record<string, object>> },
  path: Path = []
): ReadonlyArray<SearchedText> => [
  ...textsOf(texts, path),
  ...Object.entries(texts.translations ?? {}).flatMap(([language, translated]) =>
    textsOf(translated, [...path, "translations", language]).map((text) => ({ ...text, language }))
  )
]

const textsOf = (texts: object, path: Path): ReadonlyArray<SearchedText> =>
  textFields.flatMap((field) => textsIn(field, Reflect.get(texts, field), [...path, field]))

/** The texts of a field, which may be a list or have members. */
const textsIn = (field: string, content: unknown, path: Path): ReadonlyArray<SearchedText> => {
  if (typeof content === "string") return [{ field, text: content, path }]
  if (typeof content !== "object" || content === null) return []
  return Object.entries(content).flatMap(([key, member]) =>
    textsIn(field, member, [...path, Array.isArray(content) ? Number(key) : key])
  )
}

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

/**
 * Lower for a name that is the query, then for matches in the code, in other names, in other texts; lower for whole words
 * than for prefixes.
 */
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
    return (
      (isComplete ? 0 : 20) -
      (isExact && isName(match) ? 10 : 0) +
      kind * 4 +
      (isExact ? 0 : 2) +
      (match.language === undefined ? 0 : 1)
    )
  })
  return Math.min(...ranks)
}

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

/** What a text that a person typed names. */
type ItemLookup<Entry> =
  | { readonly _tag: "Found"; readonly entry: Entry }
  /** The text names each of them equally well. */
  | { readonly _tag: "Ambiguous"; readonly candidates: ReadonlyArray<Entry> }
  /** A similar name, code or label, if there is one. */
  | { readonly _tag: "Unknown"; readonly suggestion: string | undefined }

/**
 * Finds the item that a text names: by its item reference, by its bare code, or by its label, each of them first to the
 * letter and then without regard to case and accents. A value that several dimensions share is found where it is kept,
 * which `ownerOf` tells.
 */
export const findItem = <Entry extends Pick<ItemEntry, "item" | "label">>(
  entries: ReadonlyArray<Entry>,
  text: string,
  ownerOf: (item: ItemRef) => ItemRef = (item) => item
): ItemLookup<Entry> => {
  const wanted = text.trim()
  const folded = foldText(wanted)
  for (const namesOf of [referencesOf, codesOf, labelsOf]) {
    for (const isSame of [(name: string) => name === wanted, (name: string) => foldText(name) === folded]) {
      const named = entries.filter((entry) => namesOf(entry).some(isSame))
      const owners = new Set(named.map(({ item }) => toItemId(ownerOf(item))))
      const candidates =
        owners.size === 1 && named.length > 1 ? named.filter(({ item }) => owners.has(toItemId(item))) : named
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
