import { isWorldwide, regions } from "../../../taxonomy/CountryAliases.ts"
import { cleanText } from "../../../taxonomy/IntendedForm.ts"
import { nearest } from "../../../taxonomy/Suggestion.ts"
import { isBlankWord } from "./BlankWord.ts"
import { isMap, meantCode, meantCodes, type KnownDimension } from "./MeantCode.ts"
import { writeCode } from "./WrittenCode.ts"

/** What an editor means by a setting, as it is written; undefined if a part of it is unclear. */
export const meantSetting = (dimension: KnownDimension, written: unknown): string | undefined => {
  switch (dimension.shape) {
    case "single": {
      const { codes, unknown } = meantCodes(dimension, written)
      const [code, ...others] = codes
      return code === undefined || others.length > 0 || unknown.length > 0 ? undefined : writeCode(code)
    }
    case "multiple": {
      const { codes, unknown } = meantCodes(dimension, written)
      return unknown.length > 0 || (codes.length === 0 && !isNothing(written)) ? undefined : writeList(codes)
    }
    case "territory":
      return meantTerritory(dimension, written)
    case "flags":
      return meantFlags(dimension, written)
  }
}

export const writeList = (codes: ReadonlyArray<string>): string => `[${codes.map(writeCode).join(", ")}]`

const isNothing = (written: unknown): boolean =>
  (Array.isArray(written) && written.length === 0) || (isMap(written) && Object.keys(written).length === 0)

const meantTerritory = (dimension: KnownDimension, written: unknown): string | undefined => {
  if (!isMap(written)) {
    const countries = written === true ? "worldwide" : meantCountries(dimension, written)
    return countries && writeTerritory(countries)
  }
  let [global, countries]: [boolean | undefined, Countries | undefined] = [undefined, undefined]
  const stray: Array<string> = []
  for (const [key, value] of Object.entries(written)) {
    const name = territoryKey(key)
    // Without brackets, each country after the first is a key of its own.
    if (name === undefined && value === null) {
      stray.push(key)
      continue
    }
    if (name === undefined) return undefined
    if (name === "global") {
      global = meantBoolean(value)
      if (global === undefined) return undefined
    } else {
      countries = written["global"] === true && isBlankWord(value) ? [] : meantCountries(dimension, value)
      if (countries === undefined) return undefined
    }
  }
  if (countries === "worldwide") return writeTerritory("worldwide")
  if (stray.length > 0) {
    const others = meantCountries(dimension, stray)
    if (countries === undefined || others === undefined || others === "worldwide") return undefined
    countries = [...new Set([...countries, ...others])]
  }
  if (global === undefined && countries === undefined) return undefined
  return `{ global: ${global ?? false}, countries: ${writeList(countries ?? [])} }`
}

const territoryKey = (key: string): "global" | "countries" | undefined => {
  const word = key.toLowerCase()
  if (["worldwide", "world", "international", "all", "everywhere"].includes(word)) return "global"
  if (["country", "territories", "territory", "regions", "region", "nations", "states"].includes(word))
    return "countries"
  const near = nearest(word, ["global", "countries"])
  return near === "global" || near === "countries" ? near : undefined
}

type Countries = "worldwide" | ReadonlyArray<string>

/** The countries that texts mean, with the members of the regions among them. */
export const meantCountries = (dimension: KnownDimension, written: unknown): Countries | undefined => {
  const entries: ReadonlyArray<unknown> = Array.isArray(written)
    ? written
    : isMap(written)
      ? Object.keys(written)
      : typeof written === "string" || written === null
        ? [written]
        : [undefined]
  const codes: Array<string> = []
  for (const entry of entries) {
    if (entry === null) continue
    if (typeof entry !== "string") return undefined
    const text = cleanText(entry)
    if (isWorldwide(text) || isWorldwide(entry)) return "worldwide"
    const members = regions.get(text.toLowerCase())
    const meant = members === undefined || meantExactly(dimension, text) ? meantCodes(dimension, entry) : undefined
    const found = meant === undefined ? (members ?? []) : meant.unknown.length === 0 ? meant.codes : []
    if (found.length === 0 || !found.every((code) => dimension.codes.has(code))) return undefined
    codes.push(...found)
  }
  return [...new Set(codes)]
}

const meantExactly = ({ codes }: KnownDimension, text: string): boolean => codes.has(text)

const writeTerritory = (countries: Countries): string =>
  countries === "worldwide"
    ? "{ global: true, countries: [] }"
    : `{ global: false, countries: ${writeList(countries)} }`

/** The members that an editor means, as they are written. */
export const meantFlags = (dimension: KnownDimension, written: unknown): string | undefined => {
  const flags = flagsIn(dimension, written)
  return flags === undefined || flags.length === 0
    ? undefined
    : `{ ${flags.map(([code, value]) => `${writeCode(code)}: ${value}`).join(", ")} }`
}

/** The members that a map, a list or a text sets. A member without a value is true. */
const flagsIn = (
  dimension: KnownDimension,
  written: unknown
): ReadonlyArray<readonly [string, boolean]> | undefined => {
  const entries: ReadonlyArray<readonly [string, unknown]> | undefined = Array.isArray(written)
    ? written.flatMap(memberEntries)
    : isMap(written)
      ? Object.entries(written)
      : typeof written === "string"
        ? written.split(/\s*,\s*/).map((part) => [part, null] as const)
        : undefined
  const flags = entries?.map(([key, value]) => {
    // A sign in the place of the colon makes one key of both.
    const [, name = key, word] = /^(.*?)\s*(?:=>|:=|=|->|→|:|：)\s*(\S+)$/.exec(key) ?? []
    const code = meantCode(dimension, name)
    const flag = word === undefined ? (value === null ? true : meantBoolean(value)) : meantBoolean(word)
    return code === undefined || flag === undefined ? undefined : ([code, flag] as const)
  })
  return flags?.some((flag) => flag === undefined) === true ? undefined : flags?.filter((flag) => flag !== undefined)
}

/** What words and numbers mean as a truth value. */
export const meantBoolean = (written: unknown): boolean | undefined => {
  if (typeof written === "boolean") return written
  const word = typeof written === "string" ? cleanText(written) : typeof written === "number" ? String(written) : ""
  if (/^(?:true|y|yes|on|1|ja|oui|si|allowed|permitted|granted)$/i.test(word)) return true
  return /^(?:false|n|no|off|0|nein|non|none|forbidden|prohibited|denied|excluded|not (?:allowed|permitted|granted))$/i.test(
    word
  )
    ? false
    : undefined
}

const memberEntries = (entry: unknown): ReadonlyArray<readonly [string, unknown]> =>
  isMap(entry) ? Object.entries(entry) : typeof entry === "string" ? [[entry, null]] : [["", undefined]]
