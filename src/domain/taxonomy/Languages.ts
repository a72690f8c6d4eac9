/** True if the language of a canonical BCP 47 tag has an English name, which codes of no language lack. */
export const isKnownLanguage = (tag: string): boolean => englishNames.of(languageOf(tag)) !== undefined

/** The code of a language by its English name in any case, such as `fr` for `French`; two-letter codes only. */
export const languageByName = (name: string): string | undefined => {
  const lowerCase = name.toLowerCase()
  return twoLetterCodes.find((code) => englishNames.of(code)?.toLowerCase() === lowerCase)
}

const englishNames = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" })

const languageOf = (tag: string): string => tag.split("-", 1)[0] ?? tag

const alphabet = "abcdefghijklmnopqrstuvwxyz".split("")

const twoLetterCodes = alphabet.flatMap((first) => alphabet.map((second) => first + second))
