import * as Result from "effect/Result"
import type { Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import { columns } from "../../export/csv/CsvColumns.ts"
import { decodeTable } from "./DecodeTable.ts"
import { findColumns } from "./ImportColumns.ts"
import { commitsIn, mergeRows, type Bases, type MergedRows } from "./MergeRows.ts"
import { planImport, type DimensionImport } from "./PlanImport.ts"
import { readTable } from "./ReadTable.ts"
import type { TableProblem } from "./TableProblem.ts"

/** What a CSV file changes in the dimensions, and what it does not say by itself. */
export interface CsvImport extends Pick<MergedRows, "removed" | "trimmed"> {
  readonly imports: ReadonlyArray<DimensionImport>
}

/**
 * Reads what a CSV file changes in the dimensions, or in the only one that is named: what was edited in it since its export,
 * or without bases every cell that differs. Fails with all that is wrong.
 */
export const readCsv = (
  bytes: Uint8Array,
  dimensions: ReadonlyArray<Dimension>,
  only: string | undefined,
  bases?: Bases
): Result.Result<CsvImport, ReadonlyArray<TableProblem>> =>
  Result.flatMap(readCells(bytes), ({ found, table: read }) => {
    const { baseless, problems, removed, table, trimmed } = mergeRows(read, found, dimensions, only, bases)
    if (problems.length > 0) return Result.fail(problems)
    return Result.flatMap(planImport(table, found, dimensions, only), (imports) => {
      const unmerged = bases === undefined ? [] : baselessChanges(imports, baseless, found.indexes.has(columns.base))
      return unmerged.length > 0 ? Result.fail(unmerged) : Result.succeed({ imports, removed, trimmed })
    })
  })

/** The ids of the commits from which the rows of a CSV file were exported. */
export const commitsInCsv = (bytes: Uint8Array): ReadonlyArray<string> =>
  Result.match(readCells(bytes), { onSuccess: ({ found, table }) => [...commitsIn(table, found)], onFailure: () => [] })

const readCells = (bytes: Uint8Array) =>
  Result.flatMap(
    Result.mapError(Result.flatMap(decodeTable(bytes), readTable), (problem): ReadonlyArray<TableProblem> => [problem]),
    (table) => Result.map(findColumns(table.header), (found) => ({ found, table }))
  )

/** Changes of rows of which nobody can tell what was edited in them. A new value changes nothing that is there. */
const baselessChanges = (
  imports: ReadonlyArray<DimensionImport>,
  baseless: ReadonlyMap<string, number>,
  hasColumn: boolean
): ReadonlyArray<TableProblem> => {
  const values = imports.reduce((sum, { changes }) => sum + changes.length, 0)
  if (!hasColumn) return values === 0 ? [] : [{ problem: "no-base-column", values }]
  return imports.flatMap(({ changes, dimension }) =>
    changes.flatMap(({ after: { code }, before }): ReadonlyArray<TableProblem> => {
      const row = before && baseless.get(`${dimension}/${code}`)
      return row === undefined ? [] : [{ row, column: columns.base, problem: "no-base", code }]
    })
  )
}
