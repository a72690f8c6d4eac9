import { settingOf } from "../../domain/taxonomy/Settings.ts"
import type { Dimension, License, Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { filterItems } from "../model/FilterItems.ts"
import { translate, type Languages } from "../model/Translate.ts"
import { settingKey } from "./compare/Statements.ts"
import { meetsFilters } from "./controls/LicenseFilter.ts"
import type { MatrixSort, MatrixState } from "./MatrixState.ts"
import { settingWords } from "./SettingWords.ts"

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
export const isDifferentIn = ([first, ...others]: ReadonlyArray<License>, dimension: string): boolean => {
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
