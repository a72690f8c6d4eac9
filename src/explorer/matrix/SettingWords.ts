import type { Setting } from "../../domain/taxonomy/Config.ts"
import { isFlags, isTerritory } from "../../domain/taxonomy/ConfigGuards.ts"
import type { Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import { valuesByCode } from "../../domain/vocabulary/Snapshot.ts"
import { formatSetting } from "../../report/changes/SettingText.ts"
import { translate, type Languages } from "../model/Translate.ts"

/** A setting in a few words, for a cell of the matrix; empty if the dimension is not set. */
export const settingWords = (dimension: Dimension, setting: Setting | undefined, languages: Languages): string => {
  if (setting === undefined) return ""
  const labelOf = (code: string): string => {
    const value = valuesByCode(dimension.values).get(code)
    return value === undefined ? code : (translate(value, "label", languages) ?? code)
  }
  if (typeof setting === "string" || isList(setting) || isTerritory(setting) || !isFlags(setting)) {
    return formatSetting(setting, labelOf)
  }
  const having = (wanted: boolean) => Object.keys(setting).filter((code) => setting[code] === wanted)
  return [
    { word: "Yes", codes: having(true) },
    { word: "No", codes: having(false) }
  ]
    .filter(({ codes }) => codes.length > 0)
    .map(({ codes, word }) => `${word}: ${codes.map(labelOf).join(" · ")}`)
    .join("\n")
}

const isList = (setting: Setting): setting is ReadonlyArray<string> => Array.isArray(setting)
