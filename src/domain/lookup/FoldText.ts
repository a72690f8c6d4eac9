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
