import type { Config } from "./Config.ts"
import { grantsAny, settingOf } from "./Settings.ts"

/** The criteria that a license's config must meet, all of them. Sorted, so that equal filters have one form. */
export type LicenseCriteria = ReadonlyArray<{
  readonly dimension: string
  /** The config grants any of these in the dimension. */
  readonly values: ReadonlySet<string>
}>

export const makeLicenseFilter = (parameters: Iterable<readonly [dimension: string, value: string]>): LicenseCriteria =>
  [...Map.groupBy(parameters, ([dimension]) => dimension)]
    .map(([dimension, pairs]) => ({ dimension, values: new Set(pairs.map(([, value]) => value).sort()) }))
    .sort((left, right) => (left.dimension < right.dimension ? -1 : 1))

/** Formats a filter as the one query that stands for all equivalent queries. */
export const canonicalQuery = (filter: LicenseCriteria): string =>
  filter.flatMap(({ dimension, values }) => [...values].map((value) => `${dimension}=${value}`)).join("&")

/** True if a config meets every criterion. A global territory grants every country. */
export const matchesFilter = (filter: LicenseCriteria, config: Config): boolean =>
  filter.every(({ dimension, values }) => {
    const setting = settingOf(config, dimension)
    return setting !== undefined && grantsAny(setting, values)
  })
