import type { Setting } from "../../domain/taxonomy/Config.ts"
import { formatSetting } from "../../domain/taxonomy/Settings.ts"
import type { Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import { valuesByCode } from "../../domain/vocabulary/Snapshot.ts"
import { statementsOf } from "../model/Statements.ts"
import { translate, type Languages } from "../model/Translate.ts"

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
