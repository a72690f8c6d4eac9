import type { Config, Setting } from "../../domain/taxonomy/Config.ts"

/** Sets a dimension, at its place if it was set before, otherwise at the end. `undefined` unsets it. */
export const withSetting = (config: Config, dimension: string, setting: Setting | undefined): Config => {
  const settings = new Map(Object.entries(config))
  if (setting === undefined) settings.delete(dimension)
  else settings.set(dimension, setting)
  return Object.fromEntries(settings)
}

/** Adds a code to a list, or removes it. */
export const withCode = (codes: ReadonlyArray<string>, code: string, isChosen: boolean): ReadonlyArray<string> => {
  const others = codes.filter((other) => other !== code)
  return isChosen ? [...others, code] : others
}

/** The codes of a list; none if the setting has another form. */
export const codesOfList = (setting: unknown): ReadonlyArray<string> =>
  Array.isArray(setting) ? setting.filter((code) => typeof code === "string") : []
