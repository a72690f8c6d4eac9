import countries from "i18n-iso-countries/index.js"
import english from "i18n-iso-countries/langs/en.json" with { type: "json" }
import { byCodeUnits } from "../domain/taxonomy/Names.ts"
import type { Value } from "../domain/taxonomy/Taxonomy.ts"
import { lazy } from "../platform/Lazy.ts"

countries.registerLocale(english)

/** The lists that `values_from` can name, sorted by code. */
export const valueLists = {
  /** ISO 3166-1: alpha-2 codes and English names, from the library at the version that the lock file pins. */
  "iso-3166-1-alpha-2": lazy((): ReadonlyArray<Value> =>
    Object.entries(countries.getNames("en", { select: "official" }))
      .map(([code, label]) => ({ code, label, description: describe(code) }))
      .sort((left, right) => byCodeUnits(left.code, right.code))
  )
} as const

/** Adds the editors' own values to a list. A value with a code of the list replaces that of the list. */
export const mergeValues = (list: ReadonlyArray<Value>, own: ReadonlyArray<Value>): ReadonlyArray<Value> => {
  const codes = new Set(own.map(({ code }) => code))
  return [...list.filter(({ code }) => !codes.has(code)), ...own].sort((left, right) =>
    byCodeUnits(left.code, right.code)
  )
}

const describe = (code: string): string => {
  const [alpha3, numeric] = [countries.alpha2ToAlpha3(code), countries.alpha2ToNumeric(code)]
  return `ISO 3166-1: alpha-2 ${code}, alpha-3 ${alpha3 ?? "none"}, numeric ${numeric ?? "none"}`
}
