import * as Result from "effect/Result"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { columns } from "../../export/csv/CsvColumns.ts"
import type { RowCells } from "./RowCells.ts"
import type { CellProblem } from "./TableProblem.ts"

/** Reads the deprecation of a row. What the table has no column for stays as it is. */
export const readDeprecation = (
  cells: RowCells,
  current: Deprecation | undefined
): Result.Result<Deprecation | undefined, CellProblem> => {
  const fail = (column: string, problem: Simple) => Result.fail<CellProblem>({ row: cells.row, column, problem })
  const reason = cells.textIn({ text: "reason" }, current?.reason)
  const replaced_by = namesIn(cells.cellIn(columns.replacedBy)) ?? current?.replaced_by ?? []
  const flag = cells.cellIn(columns.deprecated)?.toLowerCase()
  if (flag !== undefined && !booleans.has(flag)) return fail(columns.deprecated, "not-a-boolean")
  const isDeprecated = flag === undefined ? reason !== undefined || replaced_by.length > 0 : booleans.get(flag) === true
  if (!isDeprecated) {
    const filled = [columns.replacedBy, columns.replacementMode].find((name) => (cells.cellIn(name) ?? "") !== "")
    const column = filled ?? cells.filledTexts("reason")[0]
    return column === undefined ? Result.succeed(undefined) : fail(column, "not-deprecated")
  }
  const mode = cells.cellIn(columns.replacementMode)?.toLowerCase()
  if (mode !== undefined && !modes.has(mode)) return fail(columns.replacementMode, "not-a-mode")
  const isSplit = mode === undefined ? current?.replacement_mode === "all_of" : mode === "all_of"
  if (isSplit && replaced_by.length < 2) return fail(columns.replacementMode, "too-few-for-all-of")
  if (replaced_by.length === 0 && reason === undefined) return fail(columns.deprecated, "no-replacement-or-reason")
  const translations = cells.translationsOf(["reason"], current?.translations)
  return Result.succeed({
    replaced_by,
    ...(isSplit ? { replacement_mode: "all_of" } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(translations === undefined ? {} : { translations })
  })
}

type Simple = "not-a-boolean" | "not-a-mode" | "not-deprecated" | "too-few-for-all-of" | "no-replacement-or-reason"

/** As people and spreadsheets write it. An empty cell means no. */
const booleans: ReadonlyMap<string, boolean> = new Map([
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
