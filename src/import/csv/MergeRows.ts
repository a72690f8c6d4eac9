import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import type { Taxonomy, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import {
  columns,
  textColumnName,
  guardFormula,
  unguardFormula,
  digestOfRow,
  editableCells,
  parseRowBase
} from "../../export/csv/CsvColumns.ts"
import { type ImportColumns, type Table, type TableRow, rowCells } from "./ReadTable.ts"
import type { CellProblem } from "./TableProblem.ts"

/** Where the texts are from which tables were exported. */
export interface Bases {
  readonly history: ReleaseHistory
  /** The taxonomies of commits, by their ids as the tables write them. */
  readonly drafts: ReadonlyMap<string, Taxonomy>
}

/** The rows with what was edited in them, and with the texts of the sources in all other cells. */
export interface MergedRows {
  readonly table: Table
  readonly problems: ReadonlyArray<CellProblem>
  /** The rows without a base, by `dimension/CODE`. */
  readonly baseless: ReadonlyMap<string, number>
  /** The codes of rows that were not edited, and whose values the sources no longer contain. */
  readonly removed: ReadonlyArray<string>
  /** The number of cells from whose ends spaces were removed. */
  readonly trimmed: number
}

/** Merges a table with the sources since its export, cell by cell. Without bases, every cell of the table is taken. */
export const mergeRows = (
  table: Table,
  importColumns: ImportColumns,
  taxonomy: Taxonomy,
  only: string | undefined,
  bases: Bases | undefined
): MergedRows => {
  const problems: Array<CellProblem> = []
  const baseless = new Map<string, number>()
  const removed: Array<string> = []
  let trimmed = 0
  const places = placesOf(importColumns)

  const merge = (tableRow: TableRow): ReadonlyArray<TableRow> => {
    const { row } = tableRow
    const { cellIn } = rowCells(importColumns, tableRow)
    const dimension = cellIn(columns.dimension) ?? ""
    // What is wrong with such a row is its dimension.
    if (only !== undefined && dimension !== "" && dimension !== only) return [tableRow]
    const item = `${only ?? dimension}/${cellIn(columns.code) ?? ""}`
    const written = cellIn(columns.base) ?? ""
    const current = findValue(taxonomy, item)
    const base = bases === undefined || written === "" ? undefined : baseOf(written, item, current, bases)
    if (base === undefined) baseless.set(item, row)
    if (base !== undefined && "problem" in base) {
      problems.push(
        base.problem === "other-code"
          ? { row, column: columns.code, problem: base.problem, was: base.was, code: cellIn(columns.code) ?? "" }
          : { row, column: columns.base, problem: base.problem, base: written }
      )
      return []
    }
    const [was, is] = [base, current].map((value) => value && editableCells(value))
    const sheet = places.map(({ index }) => unguardFormula(tableRow.cells[index] ?? ""))
    const isEdited = (at: number) => {
      const old = was?.get(places[at]?.key ?? "") ?? ""
      return sheet[at] !== old && sheet[at]?.trim() !== old
    }
    if (was !== undefined && is === undefined) {
      if (sheet.some((_, at) => isEdited(at))) problems.push({ row, column: columns.code, problem: "removed", item })
      else removed.push(item)
      return []
    }
    const cells = [...tableRow.cells]
    for (const [at, { index, key, name }] of places.entries()) {
      const [text, source] = [sheet[at] ?? "", is?.get(key) ?? ""]
      if (was !== undefined && !isEdited(at)) {
        cells[index] = guardFormula(source)
      } else if (text !== source) {
        const taken = text.trim()
        cells[index] = guardFormula(taken)
        if (taken !== text) trimmed += 1
        if (was !== undefined && source !== (was.get(key) ?? "") && source !== taken) {
          problems.push({ row, column: name, problem: "changed-twice", table: taken, sources: source })
        }
      }
    }
    return [{ row, cells }]
  }
  return { table: { ...table, rows: table.rows.flatMap(merge) }, problems, baseless, removed, trimmed }

  /** The texts from which a row was exported. If they are those of the sources, nothing else is asked. */
  function baseOf(written: string, item: string, current: Value | undefined, { drafts, history }: Bases) {
    const base = parseRowBase(written)
    if (base === undefined) return { problem: "not-a-base" as const }
    if (current !== undefined && digestOfRow(current) === base.digest) return current
    const origin =
      base.version === undefined
        ? drafts.get(base.commit ?? "")
        : history.releases.values().find(({ version }) => version === base.version)?.taxonomy
    if (origin === undefined) return { problem: "unknown-base" as const }
    const value = findValue(origin, item)
    if (value !== undefined && digestOfRow(value) === base.digest) return value
    const [name = ""] = item.split("/", 1)
    const siblings = value === undefined ? snapshotOf(origin).dimension(name)?.values : undefined
    const was = siblings?.find((other) => digestOfRow(other) === base.digest)
    return was === undefined ? { problem: "other-base" as const } : { problem: "other-code" as const, was: was.code }
  }
}

/** The columns of a table that a person may edit. `name` is as the table writes it. */
const placesOf = ({ indexes, texts }: ImportColumns) => [
  ...texts.map(({ column, index, name }) => ({ key: textColumnName(column), name, index })),
  ...[columns.deprecated, columns.replacedBy, columns.replacementMode, columns.consider].flatMap((name) => {
    const index = indexes.get(name)
    return index === undefined ? [] : [{ key: name, name, index }]
  })
]

const findValue = (taxonomy: Taxonomy, item: string): Value | undefined => {
  const [dimension = "", code = ""] = item.split("/")
  return snapshotOf(taxonomy).value(dimension, code)
}
