/** True if the language of a canonical BCP 47 tag has an English name, which codes of no language lack. */
export const isKnownLanguage = (tag: string): boolean => englishName(languageOf(tag)) !== undefined

/** The canonical form of a language tag; `undefined` for a text that is not a language tag. */
export const canonicalLanguageTag = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** The code of a language by its English name in any case, such as `fr` for `French`; two-letter codes only. */
export const languageByName = (name: string): string | undefined => {
  codesByName ??= indexNames()
  return codesByName.get(name.toLowerCase())
}

/** Made when it is needed: only mistakes need it. */
let codesByName: ReadonlyMap<string, string> | undefined

/** If several codes have the same name, the first one counts. */
const indexNames = (): ReadonlyMap<string, string> => {
  const codes = alphabet.flatMap((first) => alphabet.map((second) => first + second))
  return new Map(
    codes.toReversed().flatMap((code) => {
      const name = englishName(code)?.toLowerCase()
      return name === undefined ? [] : [[name, code]]
    })
  )
}

// Made on first use: it takes as long as many modules to load.
let displayNames: Intl.DisplayNames | undefined

const englishName = (code: string): string | undefined =>
  (displayNames ??= new Intl.DisplayNames(["en"], { type: "language", fallback: "none" })).of(code)

const languageOf = (tag: string): string => tag.split("-", 1)[0] ?? tag

const alphabet = "abcdefghijklmnopqrstuvwxyz".split("")
