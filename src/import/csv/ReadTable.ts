import { CsvError, parse } from "csv-parse/sync"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { canonicalLanguageTag, languageByName } from "../../domain/taxonomy/Languages.ts"
import { nearest } from "../../domain/taxonomy/Suggestion.ts"
import type { Translations } from "../../domain/taxonomy/Translations.ts"
import {
  columns,
  formatCell,
  lists,
  parseCell,
  parseTextColumn,
  releaseColumns,
  textNames,
  type TextColumn,
  unguardFormula
} from "../../export/csv/CsvColumns.ts"
import type { TableProblem } from "./TableProblem.ts"

/** A table of texts. */
export interface Table {
  readonly header: ReadonlyArray<string>
  readonly rows: ReadonlyArray<TableRow>
}

export interface TableRow {
  /** The number that a spreadsheet shows beside the row. The header is row 1. */
  readonly row: number
  readonly cells: ReadonlyArray<string>
}

/** Parses a table with commas, semicolons or tabs between its cells. Rows without content are left out. */
export const readTable = (text: string): Result.Result<Table, TableProblem> => {
  // Excel takes this line as the separator, and shows the next one as row 1.
  const [line = "", separator] = /^\uFEFF?sep=([,;\t])(?:\r\n?|\n)/i.exec(text) ?? []
  const records = parseRecords(text.slice(line.length), separator)
  if (Result.isFailure(records)) return Result.fail(records.failure)
  const [first = [], ...rest] = records.success
  const header = first.map((name) => name.trim())
  const rows = rest
    .map((cells, index) => ({ row: index + 2, cells: cells.map(normalizeLines) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""))
  // Excel leaves out empty cells at the end of a row, never others.
  const long = rows.find(({ cells }) => cells.slice(header.length).some((cell) => cell.trim() !== ""))
  return long === undefined
    ? Result.succeed({ header, rows })
    : Result.fail({ problem: "too-many-cells", row: long.row, columns: header.length })
}

/** Decodes the bytes of a table. Only UTF-8 is certain to keep every text; a byte order mark is accepted. */
export const decodeTable = (bytes: Uint8Array): Result.Result<string, TableProblem> => {
  if (startsWith(bytes, workbookSignature)) return Result.fail({ problem: "workbook" })
  if (isUtf16(bytes)) return Result.fail({ problem: "utf-16" })
  try {
    return Result.succeed(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch {
    return Result.fail({ problem: "not-utf-8" })
  }
}

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
      texts.set(key, { column: { text: text.text, language }, name: column, index })
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

/** The cells of a row by column. */
export interface RowCells {
  readonly row: number
  /** A cell that is not a text, without spaces at its ends; `undefined` without the column. */
  readonly cellIn: (name: string) => string | undefined
  /** A text, or a list of texts; `undefined` if the cell is empty. Without the column, what it was before. */
  readonly textIn: <Text>(column: TextColumn, before: Text | undefined) => Text | undefined
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
  const written = texts.map(({ column, index, name }) => {
    const text = unguardFormula(cells[index] ?? "")
    return { column, name, text, content: parseCell(text, lists.has(column.text)) }
  })
  return {
    row,
    cellIn: (name) => {
      const index = indexes.get(name)
      return index === undefined ? undefined : unguardFormula(cells[index] ?? "").trim()
    },
    textIn: (wanted, before) => {
      const known = written.find(({ column }) => column.text === wanted.text && column.language === wanted.language)
      // Not what an export would write and parsing would change: the line breaks and spaces of an entry.
      if (known === undefined || known.text === formatCell(before)) return before
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the cell is parsed as the field has it
      return known.content as typeof before
    },
    translationsOf: (names, before) => {
      const merged = new Map<string, Readonly<Record<string, unknown>>>(Object.entries(before ?? {}))
      for (const { column, content } of written) {
        if (column.language === undefined || !names.includes(column.text)) continue
        const { [column.text]: _, ...others } = merged.get(column.language) ?? {}
        merged.set(column.language, content === undefined ? others : { ...others, [column.text]: content })
      }
      const languages = [...merged].filter(([, all]) => Object.keys(all).length > 0)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the texts
      return languages.length === 0 ? undefined : (Object.fromEntries(languages) as typeof before)
    },
    filledTexts: (text) =>
      written.flatMap((cell) => (cell.column.text === text && cell.content !== undefined ? [cell.name] : [])),
    texts: written.flatMap(({ content, name, text }) => (content === undefined ? [] : [{ name, text }]))
  }
}

const Records = Schema.Array(Schema.Array(Schema.String))

const decodeRecords = Schema.decodeUnknownSync(Records)

const parseRecords = (
  text: string,
  delimiter = separatorOf(text)
): Result.Result<typeof Records.Type, TableProblem> => {
  try {
    const options = { bom: true, delimiter, relax_column_count: true, skip_empty_lines: false }
    return Result.succeed(decodeRecords(parse(text, options)))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return Result.fail({ problem: "quotes", row: typeof error.records === "number" ? error.records + 1 : null })
  }
}

/** The separator that the header contains most often. Names of columns contain none. */
const separatorOf = (text: string): string => {
  const [header = ""] = text.split(/[\r\n]/, 1)
  const count = (separator: string): number => header.split(separator).length
  return [",", ";", "\t"].reduce((best, other) => (count(other) > count(best) ? other : best))
}

/** Line breaks within a cell, as programs write them. A text of the sources has line feeds alone. */
const normalizeLines = (cell: string): string => cell.replaceAll(/\r\n?/g, "\n")

/** The workbooks of spreadsheet programs (.xlsx, .ods) are ZIP files. */
const workbookSignature = [0x50, 0x4b, 0x03, 0x04]

/** True for a byte order mark of UTF-16, and for a zero byte, which no text in UTF-8 contains. */
const isUtf16 = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff]) || bytes.subarray(0, 1000).includes(0)

const startsWith = (bytes: Uint8Array, signature: ReadonlyArray<number>): boolean =>
  signature.every((byte, index) => bytes[index] === byte)

const names: ReadonlyArray<string> = Object.values(columns)

/** A column without a name can only be empty, or its cells are of no importance. */
const ignored: ReadonlySet<string> = new Set([...Object.values(releaseColumns), ""])

/** Tags are compared in their canonical form, so that a spreadsheet may write `FR-ca`. */
const canonicalTag = (language: string): string | undefined =>
  /^[a-z]{2,3}(?:[-_]|$)/i.test(language) ? canonicalLanguageTag(language.replaceAll("_", "-")) : undefined
