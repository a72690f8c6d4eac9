import type { Config } from "../../domain/taxonomy/Config.ts"
import { grantsAny, settingOf } from "../../domain/taxonomy/Settings.ts"

/** The criteria that a license's config must meet, all of them. Sorted, so that equal filters have one form. */
export type LicenseCriteria = ReadonlyArray<DimensionCriterion>

/** The config grants any of the values in the dimension. */
interface DimensionCriterion {
  readonly dimension: string
  readonly values: ReadonlySet<string>
}

export const makeLicenseFilter = (
  parameters: Iterable<readonly [dimension: string, value: string]>
): LicenseCriteria => {
  const byDimension = new Map<string, Set<string>>()
  for (const [dimension, value] of parameters) {
    byDimension.set(dimension, (byDimension.get(dimension) ?? new Set()).add(value))
  }
  return [...byDimension]
    .map(([dimension, values]) => ({ dimension, values: new Set([...values].sort()) }))
    .sort((left, right) => (left.dimension < right.dimension ? -1 : 1))
}

/** Formats a filter as the one query that stands for all equivalent queries. */
export const canonicalQuery = (filter: LicenseCriteria): string =>
  filter.flatMap(({ dimension, values }) => [...values].map((value) => `${dimension}=${value}`)).join("&")

/** True if a config meets every criterion. A global territory grants every country. */
export const matchesFilter = (filter: LicenseCriteria, config: Config): boolean =>
  filter.every(({ dimension, values }) => {
    const setting = settingOf(config, dimension)
    return setting !== undefined && grantsAny(setting, values)
  })
