import { isDeepStrictEqual } from "node:util"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { memberOf } from "../../domain/Json.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { formatItem, isSameItem, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import { caseless } from "../../domain/taxonomy/Names.ts"
import { Code, Text } from "../../domain/taxonomy/Scalars.ts"
import { nearest } from "../../domain/taxonomy/Suggestion.ts"
import type { Dimension, Taxonomy, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { fieldsWith } from "../../domain/vocabulary/ItemTypes.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { columns, deprecationTexts, valueTexts } from "../../export/csv/CsvColumns.ts"
import { type ImportColumns, type Table, rowCells, type RowCells } from "./ReadTable.ts"
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
  taxonomy: Taxonomy,
  only: string | undefined
): Result.Result<ReadonlyArray<DimensionImport>, ReadonlyArray<TableProblem>> => {
  if (only === undefined && !importColumns.indexes.has(columns.dimension)) {
    return Result.fail([{ problem: "missing-column", column: columns.dimension }])
  }
  const known = new Map(taxonomy.dimensions.map((dimension) => [dimension.name, indexDimension(dimension)]))
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
      const item = valueRef(dimension.name, value.success.code)
      const owner = snapshotOf(taxonomy).ownerOf(item)
      if (isSameItem(owner, item)) planned.push({ before, after: value.success })
      else problems.push({ row: cells.row, column: columns.dimension, problem: "shared", owner: formatItem(owner) })
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

/** Reads the deprecation of a row. What the table has no column for stays as it is. */
const readDeprecation = (
  cells: RowCells,
  current: Deprecation | undefined
): Result.Result<Deprecation | undefined, CellProblem> => {
  const fail = (column: string, problem: Simple) => Result.fail<CellProblem>({ row: cells.row, column, problem })
  const reason = cells.textIn({ text: "reason" }, current?.reason)
  const replaced_by = namesIn(cells.cellIn(columns.replacedBy)) ?? current?.replaced_by ?? []
  const consider = namesIn(cells.cellIn(columns.consider)) ?? current?.consider ?? []
  const flag = cells.cellIn(columns.deprecated)?.toLowerCase()
  if (flag !== undefined && !booleans.has(flag)) return fail(columns.deprecated, "not-a-boolean")
  const isDeprecated = flag === undefined ? reason !== undefined || replaced_by.length > 0 : booleans.get(flag) === true
  if (!isDeprecated) {
    const filled = [columns.replacedBy, columns.replacementMode, columns.consider].find(
      (name) => (cells.cellIn(name) ?? "") !== ""
    )
    const column = filled ?? cells.filledTexts("reason")[0]
    return column === undefined ? Result.succeed(undefined) : fail(column, "not-deprecated")
  }
  const mode = cells.cellIn(columns.replacementMode)?.toLowerCase()
  if (mode !== undefined && !modes.has(mode)) return fail(columns.replacementMode, "not-a-mode")
  const isSplit = mode === undefined ? current?.replacement_mode === "all_of" : mode === "all_of"
  if (isSplit && replaced_by.length < 2) return fail(columns.replacementMode, "too-few-for-all-of")
  if (replaced_by.length === 0 && reason === undefined) return fail(columns.deprecated, "no-replacement-or-reason")
  const translations = cells.translationsOf(deprecationTexts, current?.translations)
  return Result.succeed({
    replaced_by,
    ...(isSplit ? { replacement_mode: "all_of" } : {}),
    ...(consider.length === 0 ? {} : { consider }),
    ...(reason === undefined ? {} : { reason }),
    ...(translations === undefined ? {} : { translations })
  })
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
  const texts = valueTexts.map((text) => [text, cells.textIn({ text }, memberOf(before, text))] as const)
  const deprecated = readDeprecation(cells, before?.deprecated)
  const problems: ReadonlyArray<CellProblem> = [
    ...unprintable.map(({ name }) => ({ row: cells.row, column: name, problem: "control-character" as const })),
    ...texts.flatMap(([text, content]) =>
      content === undefined && requiredTexts.has(text)
        ? [{ row: cells.row, column: text, problem: "empty" as const }]
        : []
    ),
    ...(Result.isFailure(deprecated) ? [deprecated.failure] : [])
  ]
  if (Result.isFailure(deprecated) || problems.length > 0) return Result.fail(problems)
  const translations = cells.translationsOf(valueTexts, before?.translations)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the texts are those of the table, and none is missing
  return Result.succeed({
    ...Object.fromEntries(Object.entries(before ?? {}).filter(([key]) => !inTable.has(key))),
    code: cells.cellIn(columns.code) ?? "",
    ...Object.fromEntries(texts.filter(([, content]) => content !== undefined)),
    ...(translations === undefined ? {} : { translations }),
    ...(deprecated.success === undefined ? {} : { deprecated: deprecated.success })
  } as Value)
}

/** The members of a value that a row says whole. All others stay as they are. */
const inTable: ReadonlySet<string> = new Set([...valueTexts, "translations", "deprecated"])

const requiredTexts: ReadonlySet<string> = new Set(fieldsWith("value", ({ optional }) => optional !== true))

const replacementProblems = (
  { row }: RowCells,
  { code, deprecated }: Value,
  own: DimensionIndex,
  known: ReadonlyMap<string, DimensionIndex>
): ReadonlyArray<CellProblem> =>
  [
    ...(deprecated?.replaced_by ?? []).map((name) => ({ name, column: columns.replacedBy })),
    ...(deprecated?.consider ?? []).map((name) => ({ name, column: columns.consider }))
  ].flatMap(({ column, name }): ReadonlyArray<CellProblem> => {
    const place = { row, column }
    const [first = "", second] = name.split("/", 2)
    const [dimension, wanted] = second === undefined ? [own, first] : [known.get(first), second]
    if (dimension === own && wanted === code) return [{ ...place, problem: "replaces-itself", code }]
    if (dimension?.codes.get(caseless(wanted)) === wanted) return []
    const names = second === undefined ? [...own.codes.values()] : allNames(known)
    return [{ ...place, problem: "unknown-replacement", text: name, suggestion: nearest(name, names) ?? null }]
  })

const allNames = (known: ReadonlyMap<string, DimensionIndex>): ReadonlyArray<string> =>
  [...known.values()].flatMap(({ codes, name }) => [...codes.values()].map((code) => `${name}/${code}`))

type Simple = "not-a-boolean" | "not-a-mode" | "not-deprecated" | "too-few-for-all-of" | "no-replacement-or-reason"

/** As people and spreadsheets write it. An empty cell means no. */
export const booleans: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["true", true],
  ["no", false],
  ["false", false],
  ["", false]
])

const modes: ReadonlySet<string> = new Set(["", "one_of", "all_of"])

/** Codes contain none of these separators. */
const namesIn = (cell: string | undefined): ReadonlyArray<string> | undefined =>
  cell?.split(/[\s,;|]+/).filter((name) => name !== "")
