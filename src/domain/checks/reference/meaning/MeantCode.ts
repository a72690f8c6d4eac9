import { countryAliases } from "../../../taxonomy/CountryAliases.ts"
import { cleanText } from "../../../taxonomy/IntendedForm.ts"
import { nearestIn } from "../../../taxonomy/SuggestionIndex.ts"
import type { Shape, Value } from "../../../taxonomy/Taxonomy.ts"

/** What a dimension takes. */
export interface KnownDimension {
  readonly shape: Shape
  readonly codes: ReadonlySet<string>
  readonly values?: ReadonlyArray<Value>
  readonly label?: string
  readonly isRequired?: boolean
}

/** The code that an editor means by a text: the code itself, its label, another word for it, or a similar one. */
export const meantCode = (dimension: KnownDimension, written: string): string | undefined => {
  if (dimension.codes.has(written)) return written
  const text = cleanText(written)
  if (dimension.codes.has(text)) return text
  const alias = countryAliases.get(text.toLowerCase())
  if (alias !== undefined && dimension.codes.has(alias)) return alias
  const named = namesOf(dimension).get(squash(text))
  if (named !== undefined) return named
  // Two letters are a code of another list rather than a misspelt one.
  const similar = text.length < 3 ? nearestIn(written, dimension.codes) : nearestIn(text, dimension.codes)
  return (
    similar ?? namesOf(dimension).get(squash(text.replace(/s$/i, ""))) ?? namesOf(dimension).get(`${squash(text)}s`)
  )
}

/** The codes by their labels and by themselves, without case, spaces and signs. A name of two codes is none. */
const namesOf = (dimension: KnownDimension): ReadonlyMap<string, string> => {
  const known = indexes.get(dimension.codes)
  if (known !== undefined) return known
  const names = new Map<string, string>()
  const doubled = new Set<string>()
  const add = (name: string, code: string): void => {
    if (name === "") return
    if (names.has(name) && names.get(name) !== code) doubled.add(name)
    names.set(name, code)
  }
  for (const { code, label } of dimension.values ?? []) {
    add(squash(label), code)
    add(squash(label.replace(/\s*[(,].*$/, "")), code)
  }
  for (const code of dimension.codes) {
    doubled.delete(squash(code))
    names.set(squash(code), code)
  }
  for (const name of doubled) names.delete(name)
  indexes.set(dimension.codes, names)
  return names
}

const indexes = new WeakMap<ReadonlySet<string>, ReadonlyMap<string, string>>()

const squash = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("&", "and")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")

/** The codes that an editor means by what stands where codes should: a text, a list or the keys of a map. */
export const meantCodes = (dimension: KnownDimension, written: unknown): MeantCodes => {
  if (typeof written === "string") return codesInText(dimension, written)
  const parts = Array.isArray(written)
    ? written.map((entry: unknown) => meantCodes(dimension, entry))
    : isMap(written)
      ? Object.entries(written).map(([key, value]) =>
          value === null || typeof value === "boolean" ? codesInText(dimension, key) : meantCodes(dimension, value)
        )
      : written === null
        ? []
        : [{ codes: [], unknown: [JSON.stringify(written)] }]
  return {
    codes: [...new Set(parts.flatMap(({ codes }) => codes))],
    unknown: parts.flatMap(({ unknown }) => unknown)
  }
}

export interface MeantCodes {
  readonly codes: ReadonlyArray<string>
  /** The texts that mean nothing in the dimension. */
  readonly unknown: ReadonlyArray<string>
}

/** One code, or several between signs or words. */
const codesInText = (dimension: KnownDimension, written: string): MeantCodes => {
  const whole = meantCode(dimension, written)
  if (whole !== undefined) return { codes: [whole], unknown: [] }
  for (const separator of [/\s*[,;，；、/|\n]\s*/, /\s*(?:[,;，；、/|+&\n]|\band\b|\bor\b)\s*/i, /[\s,;]+/]) {
    const parts = cleanText(written)
      .split(separator)
      .filter((part) => part !== "")
    const codes = parts.map((part) => meantCode(dimension, part))
    if (parts.length > 1 && codes.every((code) => code !== undefined)) {
      return { codes: [...new Set(codes.filter((code) => code !== undefined))], unknown: [] }
    }
  }
  return { codes: [], unknown: [written] }
}

export const isMap = (written: unknown): written is Readonly<Record<string, unknown>> =>
  typeof written === "object" && written !== null && !Array.isArray(written)
