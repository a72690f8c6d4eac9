import { isDeepStrictEqual } from "node:util"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { caseless } from "../../domain/taxonomy/Names.ts"
import { Code, Text } from "../../domain/taxonomy/Scalars.ts"
import { nearest } from "../../domain/taxonomy/Suggestion.ts"
import type { Dimension, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { columns } from "../../export/csv/CsvColumns.ts"
import type { ImportColumns } from "./ImportColumns.ts"
import { readDeprecation } from "./ReadDeprecation.ts"
import type { Table } from "./ReadTable.ts"
import { rowCells, type RowCells } from "./RowCells.ts"
import type { CellProblem, TableProblem } from "./TableProblem.ts"

/** What an import changes in one dimension. */
export interface DimensionImport {
  readonly dimension: string
  /** In the order of the table. Values that stay as they are are left out. */
  readonly changes: ReadonlyArray<ValueChange>
  /** The codes that the table does not contain. They stay. */
  readonly missing: ReadonlyArray<string>
}

/** A value before and after the import; `before` is missing if the import adds it. */
export interface ValueChange {
  readonly before: Value | undefined
  readonly after: Value
}

/** Compares the rows of a table with the values. Fails with what is wrong with the rows, in their order. */
export const planImport = (
  { rows }: Table,
  importColumns: ImportColumns,
  dimensions: ReadonlyArray<Dimension>,
  only: string | undefined
): Result.Result<ReadonlyArray<DimensionImport>, ReadonlyArray<TableProblem>> => {
  if (only === undefined && !importColumns.indexes.has(columns.dimension)) {
    return Result.fail([{ problem: "missing-column", column: columns.dimension }])
  }
  const known = new Map(dimensions.map((dimension) => [dimension.name, indexDimension(dimension)]))
  const problems: Array<CellProblem> = []
  const assigned = rows.flatMap((row) => {
    const cells = rowCells(importColumns, row)
    const dimension = known.get(only ?? cells.cellIn(columns.dimension) ?? "")
    const problem = dimensionProblem(cells, dimension, only, known) ?? (dimension && addCode(cells, dimension))
    if (problem !== undefined) problems.push(problem)
    return problem === undefined && dimension !== undefined ? [{ cells, dimension }] : []
  })
  const changes = new Map<DimensionIndex, Array<ValueChange>>()
  for (const { cells, dimension } of assigned) {
    const before = dimension.values.get(cells.cellIn(columns.code) ?? "")
    const value = readValue(cells, before)
    const replacements = Result.isFailure(value) ? [] : replacementProblems(cells, value.success, dimension, known)
    problems.push(...(Result.isFailure(value) ? value.failure : replacements))
    const planned = changes.get(dimension) ?? []
    changes.set(dimension, planned)
    if (Result.isSuccess(value) && !isDeepStrictEqual(before, value.success)) {
      planned.push({ before, after: value.success })
    }
  }
  if (problems.length > 0) return Result.fail(problems.toSorted((left, right) => left.row - right.row))
  return Result.succeed(
    [...changes].map(([{ name, rows: imported, values }, list]) => ({
      dimension: name,
      changes: list,
      missing: [...values.keys()].filter((code) => !imported.has(code))
    }))
  )
}

interface DimensionIndex {
  readonly name: string
  readonly values: ReadonlyMap<string, Value>
  /** Every code, also that of a row, by its form without case. */
  readonly codes: Map<string, string>
  /** The row of each code in the table. */
  readonly rows: Map<string, number>
}

const indexDimension = ({ name, values }: Dimension): DimensionIndex => ({
  name,
  values: new Map(values.map((value) => [value.code, value])),
  codes: new Map(values.map(({ code }) => [caseless(code), code])),
  rows: new Map()
})

const dimensionProblem = (
  cells: RowCells,
  dimension: DimensionIndex | undefined,
  only: string | undefined,
  known: ReadonlyMap<string, DimensionIndex>
): CellProblem | undefined => {
  const place = { row: cells.row, column: columns.dimension }
  const text = cells.cellIn(columns.dimension)
  if (only !== undefined && text !== undefined && text !== "" && text !== only) {
    return { ...place, problem: "other-dimension", text, expected: only }
  }
  if (dimension !== undefined) return undefined
  if (text === undefined || text === "") return { ...place, problem: "empty" }
  return { ...place, problem: "unknown-dimension", text, suggestion: nearest(text, [...known.keys()]) ?? null }
}

const isCode = Schema.is(Code)

/** Adds the code of a row to those of its dimension. */
const addCode = (cells: RowCells, { codes, rows }: DimensionIndex): CellProblem | undefined => {
  const place = { row: cells.row, column: columns.code }
  const code = cells.cellIn(columns.code) ?? ""
  if (code === "") return { ...place, problem: "no-code" }
  if (!isCode(code)) return { ...place, problem: "not-a-code", text: code }
  const known = codes.get(caseless(code)) ?? code
  if (known !== code) return { ...place, problem: "other-case", code, known }
  const first = rows.get(code)
  if (first !== undefined) return { ...place, problem: "repeated-code", code, first }
  codes.set(caseless(code), code)
  rows.set(code, cells.row)
  return undefined
}

const isText = Schema.is(Text)

const readValue = (cells: RowCells, before: Value | undefined): Result.Result<Value, ReadonlyArray<CellProblem>> => {
  const unprintable = cells.texts.filter(({ text }) => !isText(text))
  const [label, description] = [
    cells.textIn({ text: "label" }, before?.label),
    cells.textIn({ text: "description" }, before?.description)
  ]
  const deprecated = readDeprecation(cells, before?.deprecated)
  const problems: ReadonlyArray<CellProblem> = [
    ...unprintable.map(({ name }) => ({ row: cells.row, column: name, problem: "control-character" as const })),
    ...(label === undefined ? [{ row: cells.row, column: "label", problem: "empty" as const }] : []),
    ...(description === undefined ? [{ row: cells.row, column: "description", problem: "empty" as const }] : []),
    ...(Result.isFailure(deprecated) ? [deprecated.failure] : [])
  ]
  if (label === undefined || description === undefined || Result.isFailure(deprecated) || problems.length > 0) {
    return Result.fail(problems)
  }
  const definition = cells.textIn({ text: "definition" }, before?.definition)
  const translations = cells.translationsOf(["label", "description", "definition"], before?.translations)
  return Result.succeed({
    code: cells.cellIn(columns.code) ?? "",
    label,
    description,
    ...(definition === undefined ? {} : { definition }),
    ...(translations === undefined ? {} : { translations }),
    ...(deprecated.success === undefined ? {} : { deprecated: deprecated.success })
  })
}

const replacementProblems = (
  { row }: RowCells,
  { code, deprecated }: Value,
  own: DimensionIndex,
  known: ReadonlyMap<string, DimensionIndex>
): ReadonlyArray<CellProblem> =>
  (deprecated?.replaced_by ?? []).flatMap((name): ReadonlyArray<CellProblem> => {
    const place = { row, column: columns.replacedBy }
    const [first = "", second] = name.split("/", 2)
    const [dimension, wanted] = second === undefined ? [own, first] : [known.get(first), second]
    if (dimension === own && wanted === code) return [{ ...place, problem: "replaces-itself", code }]
    if (dimension?.codes.get(caseless(wanted)) === wanted) return []
    const names = second === undefined ? [...own.codes.values()] : allNames(known)
    return [{ ...place, problem: "unknown-replacement", text: name, suggestion: nearest(name, names) ?? null }]
  })

const allNames = (known: ReadonlyMap<string, DimensionIndex>): ReadonlyArray<string> =>
  [...known.values()].flatMap(({ codes, name }) => [...codes.values()].map((code) => `${name}/${code}`))
