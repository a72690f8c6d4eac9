import type { Config, Setting } from "./Config.ts"
import { dimensionRef, valueRef, type ItemRef } from "./ItemRef.ts"

/** A dimension or value that a config names. */
export interface ConfigReference {
  readonly item: ItemRef
  /** Leads to the name within the config. */
  readonly path: ReadonlyArray<string | number>
}

/** Every dimension and value that a config names, including flags that are false. */
export const configReferences = (config: Config): ReadonlyArray<ConfigReference> =>
  Object.entries(config).flatMap(([dimension, setting]) => [
    { item: dimensionRef(dimension), path: [dimension] },
    ...codesIn(setting).map(({ code, path }) => ({ item: valueRef(dimension, code), path: [dimension, ...path] }))
  ])

export interface SettingCode {
  readonly code: string
  readonly path: ReadonlyArray<string | number>
}

/** The codes that a setting names, with the paths to them. */
export const codesIn = (setting: Setting): ReadonlyArray<SettingCode> => {
  if (typeof setting === "string") return [{ code: setting, path: [] }]
  if (isList(setting)) return setting.map((code, index) => ({ code, path: [index] }))
  if ("countries" in setting && isList(setting.countries)) {
    return setting.countries.map((code, index) => ({ code, path: ["countries", index] }))
  }
  return Object.keys(setting).map((code) => ({ code, path: [code] }))
}

const isList = (setting: unknown): setting is ReadonlyArray<string> => Array.isArray(setting)
