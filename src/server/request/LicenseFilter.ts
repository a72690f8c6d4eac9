import { settingOf, type Config, type Setting } from "../../domain/taxonomy/Config.ts"

/** What a config must be set to: any of the values of each dimension. Sorted, so that equal filters are the same. */
export type Filter = ReadonlyArray<Wanted>

interface Wanted {
  readonly dimension: string
  readonly values: ReadonlySet<string>
}

export const makeFilter = (wanted: Iterable<readonly [dimension: string, value: string]>): Filter => {
  const values = new Map<string, Set<string>>()
  for (const [dimension, value] of wanted) values.set(dimension, (values.get(dimension) ?? new Set()).add(value))
  return [...values]
    .map(([dimension, named]) => ({ dimension, values: new Set([...named].sort()) }))
    .sort((left, right) => (left.dimension < right.dimension ? -1 : 1))
}

/** The filter as text: the same for all queries that mean the same. */
export const canonicalQuery = (filter: Filter): string =>
  filter.flatMap(({ dimension, values }) => [...values].map((value) => `${dimension}=${value}`)).join("&")

/** Whether a config grants one of the values in every dimension; a global territory grants every country. */
export const matches = (filter: Filter, config: Config): boolean =>
  filter.every(({ dimension, values }) => {
    const setting = settingOf(config, dimension)
    return setting !== undefined && grants(setting, values)
  })

/** Looks at each value of the setting once, however many are wanted. */
const grants = (setting: Setting, wanted: ReadonlySet<string>): boolean => {
  if (typeof setting === "string") return wanted.has(setting)
  if (isList(setting)) return setting.some((code) => wanted.has(code))
  if ("countries" in setting && isList(setting.countries)) {
    return setting.global || setting.countries.some((code) => wanted.has(code))
  }
  return Object.entries(setting).some(([member, granted]) => granted === true && wanted.has(member))
}

const isList = (setting: unknown): setting is ReadonlyArray<string> => Array.isArray(setting)
