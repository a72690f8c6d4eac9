import type { Translations } from "../../domain/taxonomy/Translations.ts"
import type { TextColumn } from "../../export/csv/CsvColumns.ts"
import { unguardFormula } from "../../export/csv/FormulaGuard.ts"
import type { ImportColumns } from "./ImportColumns.ts"
import type { TableRow } from "./ReadTable.ts"

/** The cells of a row by column. */
export interface RowCells {
  readonly row: number
  /** A cell that is not a text, without spaces at its ends; `undefined` without the column. */
  readonly cellIn: (name: string) => string | undefined
  /** A text; `undefined` if the cell is empty. Without the column, what it was before. */
  readonly textIn: (column: TextColumn, before: string | undefined) => string | undefined
  /** The translations of some texts, with those before for which there is no column. */
  readonly translationsOf: <Texts extends Translations>(
    texts: ReadonlyArray<TextColumn["text"]>,
    before: Texts | undefined
  ) => Texts | undefined
  /** The names of the columns of a text, in any language, whose cell is not empty. */
  readonly filledTexts: (text: TextColumn["text"]) => ReadonlyArray<string>
  /** Every text of the row with its column. */
  readonly texts: ReadonlyArray<{ readonly name: string; readonly text: string }>
}

export const rowCells = ({ indexes, texts }: ImportColumns, { cells, row }: TableRow): RowCells => {
  const written = texts.flatMap(({ column, index, name }) => {
    const text = unguardFormula(cells[index] ?? "")
    return [{ column, name, text: text.trim() === "" ? undefined : text }]
  })
  return {
    row,
    cellIn: (name) => {
      const index = indexes.get(name)
      return index === undefined ? undefined : unguardFormula(cells[index] ?? "").trim()
    },
    textIn: (wanted, before) => {
      const known = written.find(({ column }) => column.text === wanted.text && column.language === wanted.language)
      return known === undefined ? before : known.text
    },
    translationsOf: (names, before) => {
      const merged = new Map(Object.entries(before ?? {}).map(([tag, all]) => [tag, { ...all }]))
      for (const { column, text } of written) {
        if (column.language === undefined || !names.includes(column.text)) continue
        const { [column.text]: _, ...others } = merged.get(column.language) ?? {}
        merged.set(column.language, text === undefined ? others : { ...others, [column.text]: text })
      }
      const languages = [...merged].filter(([, all]) => Object.keys(all).length > 0)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the texts
      return languages.length === 0 ? undefined : (Object.fromEntries(languages) as typeof before)
    },
    filledTexts: (text) =>
      written.flatMap((cell) => (cell.column.text === text && cell.text !== undefined ? [cell.name] : [])),
    texts: written.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }]))
  }
}
