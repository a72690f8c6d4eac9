import type { Dimension, LicenseEntry } from "./Model.generated.ts"

/** The references of dimensions and of their values. */
export const itemsOfDimensions = (dimensions: Readonly<Record<string, Dimension>>): ReadonlyArray<string> =>
  Object.entries(dimensions).flatMap(([name, { values }]) => [name, ...values.map((code) => `${name}/${code}`)])

/** The references of licenses, and of the dimensions and values that their configs name. */
export const itemsOfLicenses = (licenses: ReadonlyArray<LicenseEntry>): ReadonlyArray<string> =>
  licenses.flatMap(({ code, config }) => [
    code,
    ...Object.entries(config).flatMap(([name, setting]) => [name, ...codesIn(setting).map((code) => `${name}/${code}`)])
  ])

const codesIn = (setting: LicenseEntry["config"][string]): ReadonlyArray<string> => {
  if (typeof setting === "string") return [setting]
  if (isList(setting)) return setting
  const { countries } = setting
  return isList(countries) ? countries : Object.keys(setting)
}

const isList = (value: unknown): value is ReadonlyArray<string> => Array.isArray(value)
