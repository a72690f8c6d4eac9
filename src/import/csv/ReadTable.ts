import { CsvError, parse } from "csv-parse/sync"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
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
