import { itemKey } from "../release/DeprecationClock.ts"
import type { Config, Setting } from "./Config.ts"

/** A dimension or value that a config names. */
export interface Use {
  /** As `itemKey` makes it. */
  readonly key: string
  /** Where in the config. */
  readonly path: ReadonlyArray<string | number>
}

/** Every dimension and value that a config names, a flag that is false too. */
export const usesOf = (config: Config): ReadonlyArray<Use> =>
  Object.entries(config).flatMap(([dimension, setting]) => [
    { key: itemKey.dimension(dimension), path: [dimension] },
    ...codesIn(setting).map(({ code, path }) => ({ key: itemKey.value(dimension, code), path: [dimension, ...path] }))
  ])

const codesIn = (setting: Setting): ReadonlyArray<{ code: string; path: ReadonlyArray<string | number> }> => {
  if (typeof setting === "string") return [{ code: setting, path: [] }]
  if (isList(setting)) return setting.map((code, index) => ({ code, path: [index] }))
  if ("countries" in setting && isList(setting.countries)) {
    return setting.countries.map((code, index) => ({ code, path: ["countries", index] }))
  }
  return Object.keys(setting).map((code) => ({ code, path: [code] }))
}

const isList = (setting: unknown): setting is ReadonlyArray<string> => Array.isArray(setting)
