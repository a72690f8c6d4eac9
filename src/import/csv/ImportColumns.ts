import * as Result from "effect/Result"
import { canonicalLanguageTag, languageByName } from "../../domain/taxonomy/Languages.ts"
import { nearest } from "../../domain/taxonomy/Suggestion.ts"
import { columns, parseTextColumn, releaseColumns, textNames, type TextColumn } from "../../export/csv/CsvColumns.ts"
import type { TableProblem } from "./TableProblem.ts"

/** Where a table has its cells. What it has no column for stays as it is. */
export interface ImportColumns {
  /** The index of each column that is not a text, by its name. */
  readonly indexes: ReadonlyMap<string, number>
  readonly texts: ReadonlyArray<{ readonly column: TextColumn; readonly name: string; readonly index: number }>
}

/** Finds the columns of a header. Names may be in any order and case. Those of facts of the releases are ignored. */
export const findColumns = (
  header: ReadonlyArray<string>
): Result.Result<ImportColumns, ReadonlyArray<TableProblem>> => {
  const indexes = new Map<string, number>()
  const texts = new Map<string, ImportColumns["texts"][number]>()
  const problems: Array<TableProblem> = []
  for (const [index, column] of header.entries()) {
    const name = column.toLowerCase()
    const text = parseTextColumn(name)
    const language = text?.language === undefined ? undefined : canonicalTag(text.language)
    if (text?.language !== undefined && language === undefined) {
      const named = languageByName(text.language)
      problems.push({
        problem: "not-a-language",
        column,
        suggestion: named === undefined ? null : `${text.text}:${named}`
      })
    } else if (text !== undefined) {
      const key = `${text.text}:${language ?? ""}`
      if (texts.has(key)) problems.push({ problem: "repeated-column", column })
      texts.set(key, {
        column: { text: text.text, ...(language === undefined ? {} : { language }) },
        name: column,
        index
      })
    } else if (names.includes(name)) {
      if (indexes.has(name)) problems.push({ problem: "repeated-column", column })
      indexes.set(name, index)
    } else if (!ignored.has(name)) {
      problems.push({ problem: "unknown-column", column, suggestion: nearest(name, [...names, ...textNames]) ?? null })
    }
  }
  if (!indexes.has(columns.code)) problems.push({ problem: "missing-column", column: columns.code })
  return problems.length > 0 ? Result.fail(problems) : Result.succeed({ indexes, texts: [...texts.values()] })
}

const names: ReadonlyArray<string> = Object.values(columns)

/** A column without a name can only be empty, or its cells are of no importance. */
const ignored: ReadonlySet<string> = new Set([...Object.values(releaseColumns), ""])

/** Tags are compared in their canonical form, so that a spreadsheet may write `FR-ca`. */
const canonicalTag = (language: string): string | undefined =>
  /^[a-z]{2,3}(?:[-_]|$)/i.test(language) ? canonicalLanguageTag(language.replaceAll("_", "-")) : undefined
