import { isDeepStrictEqual } from "node:util"
import * as Result from "effect/Result"
import { listSome } from "../../domain/Sentence.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { dimensionRef, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Value, Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import {
  editFile,
  hasOwnEntry,
  plainContent,
  valueContent,
  type Draft,
  type DraftChange
} from "../../edit/draft/Draft.ts"
import { insertAt, removeAt, setAt, type ContentMap, type Edit, isContentMap } from "../../edit/Edit.ts"
import { columns } from "../../export/csv/CsvColumns.ts"
import { mergeRows, type Bases, type MergedRows } from "./MergeRows.ts"
import { type DimensionImport, type ValueChange, planImport } from "./PlanImport.ts"
import { decodeTable, findColumns, readTable } from "./ReadTable.ts"
import { formatTableProblem, type TableProblem } from "./TableProblem.ts"

/** What an import changes, and what it leaves as it is, in sentences. */
export interface ImportPlan {
  readonly changes: ReadonlyArray<DraftChange>
  readonly summary: ReadonlyArray<string>
}

interface ImportOptions {
  /** The only dimension to import into, if one is named. */
  readonly dimension?: string | undefined
  /** The taxonomies of the commits that the file names, as far as they are known. `undefined`: it overwrites what differs. */
  readonly drafts?: ReadonlyMap<string, Taxonomy> | undefined
}

/** Plans the import of a CSV file. Fails with all that is wrong. */
export const planCsvImport = (
  bytes: Uint8Array,
  draft: Draft,
  { dimension, drafts }: ImportOptions
): Result.Result<ImportPlan, ReadonlyArray<string>> =>
  Result.mapBoth(readCsv(bytes, draft.taxonomy, dimension, drafts && { history: draft.history, drafts }), {
    onSuccess: ({ imports, removed, trimmed }) => ({
      changes: toDraftChanges(draft, imports),
      summary: [
        ...imports.flatMap(summarize),
        ...removed.map((item) => `${item} was removed from the sources. It stays removed.`),
        ...(trimmed === 0
          ? []
          : [`Spaces at the ends of ${trimmed} ${trimmed === 1 ? "cell are" : "cells are"} left out.`])
      ]
    }),
    onFailure: (problems) => problems.map(formatTableProblem)
  })

/** The changes of the sources that an import means. Only what differs is written. */
const toDraftChanges = (draft: Draft, imports: ReadonlyArray<DimensionImport>): ReadonlyArray<DraftChange> =>
  imports
    .filter(({ changes }) => changes.length > 0)
    .map(({ changes, dimension }) =>
      editFile(
        dimensionRef(dimension),
        ...changes.flatMap((change) => editsOf(change, hasOwnEntry(draft, valueRef(dimension, change.after.code))))
      )
    )

/** What a CSV file changes in the dimensions, and what it does not say by itself. */
interface CsvImport extends Pick<MergedRows, "removed" | "trimmed"> {
  readonly imports: ReadonlyArray<DimensionImport>
}

/**
 * Reads what a CSV file changes in the dimensions, or in the only one that is named: what was edited in it since its export,
 * or without bases every cell that differs. Fails with all that is wrong.
 */
export const readCsv = (
  bytes: Uint8Array,
  taxonomy: Taxonomy,
  only: string | undefined,
  bases?: Bases
): Result.Result<CsvImport, ReadonlyArray<TableProblem>> =>
  Result.flatMap(readCells(bytes), ({ found, table: read }) => {
    const { baseless, problems, removed, table, trimmed } = mergeRows(read, found, taxonomy, only, bases)
    if (problems.length > 0) return Result.fail(problems)
    return Result.flatMap(planImport(table, found, taxonomy, only), (imports) => {
      const unmerged = bases === undefined ? [] : baselessChanges(imports, baseless, found.indexes.has(columns.base))
      return unmerged.length > 0 ? Result.fail(unmerged) : Result.succeed({ imports, removed, trimmed })
    })
  })

const summarize = ({ changes, dimension, missing }: DimensionImport): ReadonlyArray<string> => {
  const added = changes.filter(({ before }) => before === undefined).length
  const changed = changes.length - added
  return [
    ...(changes.length === 0 ? [] : [`${dimension}: ${added} added, ${changed} changed.`]),
    ...(missing.length === 0 ? [] : [`${dimension}: ${keepSentence(missing)}`])
  ]
}

const keepSentence = (codes: ReadonlyArray<string>): string =>
  codes.length === 1
    ? `${codes[0]} is not in the file. It stays as it is.`
    : `${codes.length} values are not in the file. They stay as they are: ${listSome(codes, maxShown)}.`

const maxShown = 5

/** A value of `values_from` gets an entry of its own, which overrides it. */
const editsOf = ({ after, before }: ValueChange, isInFile: boolean): ReadonlyArray<Edit> =>
  before === undefined || !isInFile
    ? [insertAt(["values"], entryOf(after))]
    : editsBetween(["values", after.code], entryOf(before), entryOf(after))

const entryOf = ({ deprecated, ...value }: Value): ContentMap => ({
  ...valueContent(value),
  ...(deprecated === undefined ? {} : { deprecated: deprecationOf(deprecated) })
})

/** A deprecation as sources write it. */
const deprecationOf = ({ replaced_by: names, replacement_mode, ...texts }: Deprecation): ContentMap => {
  const replaced_by = replacement_mode === undefined ? names : { all_of: names }
  return plainContent({ ...(names.length === 0 ? {} : { replaced_by }), ...texts })
}

/** The edits that make one map of another. */
export const editsBetween = (
  path: ReadonlyArray<string>,
  before: ContentMap,
  after: ContentMap
): ReadonlyArray<Edit> => {
  const isText = (key: string) => typeof (before[key] ?? after[key]) === "string"
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  // A reason comes first if it takes the place of the replacements, so that one of the two is always there.
  return [...keys.filter(isText), ...keys.filter((key) => !isText(key))].flatMap((key): ReadonlyArray<Edit> => {
    const [was, is, at] = [before[key], after[key], [...path, key]]
    if (is === undefined) return [removeAt(at)]
    if (isDeepStrictEqual(was, is)) return []
    const isParted = isContentMap(was) && isContentMap(is) && key !== columns.replacedBy
    return isParted ? editsBetween(at, was, is) : [setAt(at, is)]
  })
}

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
