import * as Result from "effect/Result"
import type { Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import { decodeTable } from "./DecodeTable.ts"
import { findColumns } from "./ImportColumns.ts"
import { planImport, type DimensionImport } from "./PlanImport.ts"
import { readTable } from "./ReadTable.ts"
import type { TableProblem } from "./TableProblem.ts"

/** Reads what a CSV file changes in the dimensions, or in the only one that is named. Fails with all that is wrong. */
export const readCsv = (
  bytes: Uint8Array,
  dimensions: ReadonlyArray<Dimension>,
  only: string | undefined
): Result.Result<ReadonlyArray<DimensionImport>, ReadonlyArray<TableProblem>> => {
  const table = Result.flatMap(decodeTable(bytes), readTable)
  if (Result.isFailure(table)) return Result.fail([table.failure])
  return Result.flatMap(findColumns(table.success.header), (columns) =>
    planImport(table.success, columns, dimensions, only)
  )
}
