import type { Setting } from "../../domain/taxonomy/Config.ts"
import { settingOf, formatSetting } from "../../domain/taxonomy/Settings.ts"
import type { Dimension, License, Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { valuesByCode } from "../../domain/vocabulary/Snapshot.ts"
import { settingKey, statementsOf } from "../model/Statements.ts"
import { translate, type Languages } from "../model/Translate.ts"
import { filterItems } from "../parts/TextFilter.tsx"
import { meetsFilters, type MatrixFilter, type MatrixSort, type MatrixState } from "./MatrixState.ts"

/** The rows and columns of the matrix. */
export interface MatrixContent {
  readonly licenses: ReadonlyArray<License>
  readonly dimensions: ReadonlyArray<Dimension>
}

/** The licenses and dimensions that a state shows, in its order. */
export const matrixContent = (
  { dimensions, licenses }: Taxonomy,
  {
    columns,
    filters,
    isDifferent,
    sort,
    text
  }: Pick<MatrixState, "columns" | "filters" | "isDifferent" | "sort" | "text">,
  languages: Languages
): MatrixContent => {
  const shown = filterItems(licenses, text).filter((license) => meetsFilters(license, filters))
  const chosen = columns === undefined ? dimensions : dimensions.filter(({ name }) => columns.includes(name))
  return {
    licenses: sortLicenses(shown, dimensions, sort, languages),
    dimensions: isDifferent ? chosen.filter(({ name }) => isDifferentIn(shown, name)) : chosen
  }
}

/** True if licenses set a dimension to different values. */
const isDifferentIn = ([first, ...others]: ReadonlyArray<License>, dimension: string): boolean => {
  if (first === undefined) return false
  const key = settingKey(settingOf(first.config, dimension))
  return others.some(({ config }) => settingKey(settingOf(config, dimension)) !== key)
}

/** Licenses that do not set the dimension that they are sorted by come last, in either direction. */
const sortLicenses = (
  licenses: ReadonlyArray<License>,
  dimensions: ReadonlyArray<Dimension>,
  { by, isDescending }: MatrixSort,
  languages: Languages
): ReadonlyArray<License> => {
  const textOf = makeTextOf(dimensions, by, languages)
  const direction = isDescending ? -1 : 1
  return licenses
    .map((license) => ({ license, text: textOf(license) }))
    .toSorted((left, right) => {
      if (left.text === "" || right.text === "") return Number(left.text === "") - Number(right.text === "")
      return direction * collator.compare(left.text, right.text)
    })
    .map(({ license }) => license)
}

const makeTextOf = (
  dimensions: ReadonlyArray<Dimension>,
  by: string,
  languages: Languages
): ((license: License) => string) => {
  if (by === "code") return ({ code }) => code
  const dimension = dimensions.find(({ name }) => `dimensions/${name}` === by)
  return dimension === undefined
    ? (license) => translate(license, "name", languages) ?? license.code
    : ({ config }) => settingWords(dimension, settingOf(config, dimension.name), languages)
}

const collator = new Intl.Collator("en", { numeric: true })

/** A setting in a few words, for a cell of the matrix; empty if the dimension is not set. */
export const settingWords = (dimension: Dimension, setting: Setting | undefined, languages: Languages): string => {
  if (setting === undefined) return ""
  const labelOf = (code: string): string => {
    const value = valuesByCode(dimension.values).get(code)
    return value === undefined ? code : (translate(value, "label", languages) ?? code)
  }
  const statements = statementsOf(setting)
  const answers = [
    { word: "Yes", wanted: true },
    { word: "No", wanted: false }
  ].flatMap(({ wanted, word }) => {
    const codes = statements.flatMap(({ code, flag }) => (flag === wanted && code !== undefined ? [code] : []))
    return codes.length === 0 ? [] : [`${word}: ${codes.map(labelOf).join(" · ")}`]
  })
  return answers.length === 0 ? formatSetting(setting, labelOf) : answers.join("\n")
}

/** What a filter asks of a dimension, in words. */
export const filterWords = (dimension: Dimension, filter: MatrixFilter, languages: Languages): string => {
  switch (filter._tag) {
    case "NotSet":
      return "not set"
    case "Worldwide":
      return "worldwide"
    case "Has":
    case "Refuses": {
      const value = valuesByCode(dimension.values).get(filter.code)
      const label = value === undefined ? filter.code : (translate(value, "label", languages) ?? filter.code)
      if (dimension.shape === "flags") return `${label}: ${filter._tag === "Has" ? "yes" : "no"}`
      return dimension.shape === "territory" ? `${label}, or worldwide` : label
    }
  }
}
