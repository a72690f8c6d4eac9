import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { valueRef } from "../../domain/taxonomy/ItemRef.ts"
import { byCodeUnits } from "../../domain/taxonomy/Names.ts"
import type { Dimension, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import type { ExportContent, ExportedRemoval, ExportOptions } from "../ExportContent.ts"
import {
  columns,
  releaseColumns,
  textColumnName,
  stringifyTable,
  textColumnsOf,
  editableCells,
  formatRowBase,
  valueTexts,
  deprecationTexts
} from "./CsvColumns.ts"
import { renderItemTable } from "./ItemTables.ts"

/** Renders the table of some kind of items. */
export const renderTable = (
  content: Pick<ExportContent, "originOf" | "removalOf" | "taxonomy">,
  options: Pick<ExportOptions, "bom" | "separator" | "table">
): string =>
  options.table === "values" ? renderCsv(content, options) : renderItemTable(content, options.table, options)

/** Renders the values of all dimensions as one table (RFC 4180), in the taxonomy's order. A shared value has one row. */
export const renderCsv = (
  { originOf, removalOf, taxonomy }: Pick<ExportContent, "originOf" | "removalOf" | "taxonomy">,
  options: Pick<ExportOptions, "bom" | "separator">
): string => {
  const table = columnsFor(languagesOf(taxonomy.dimensions), originOf)
  const rows = snapshotOf(taxonomy)
    .valuesInOrder()
    .map(({ dimension, value }) => {
      const removal = value.deprecated && removalOf(valueRef(dimension, value.code))
      const row = { dimension, value, cells: editableCells(value), removal }
      return table.map(({ cellOf }) => cellOf(row) ?? "")
    })
  return stringifyTable(
    table.map(({ name }) => name),
    rows,
    options
  )
}

interface Row {
  readonly dimension: string
  readonly value: Value
  readonly cells: ReadonlyMap<string, string>
  readonly removal: ExportedRemoval | undefined
}

interface Column {
  readonly name: string
  readonly cellOf: (row: Row) => string | undefined
}

const columnsFor = (languages: ReadonlyArray<string>, originOf: ExportContent["originOf"]): ReadonlyArray<Column> => {
  const columnsOf = (texts: ReadonlyArray<string>) => textColumnsOf(texts, languages).map(textColumnName)
  const edited = [
    ...columnsOf(valueTexts),
    columns.deprecated,
    columns.replacedBy,
    columns.replacementMode,
    columns.consider,
    ...columnsOf(deprecationTexts)
  ]
  return [
    {
      name: columns.base,
      cellOf: ({ dimension, value }) => formatRowBase(originOf(valueRef(dimension, value.code), value), value)
    },
    { name: columns.dimension, cellOf: ({ dimension }) => dimension },
    { name: columns.code, cellOf: ({ value }) => value.code },
    ...edited.map((name): Column => ({ name, cellOf: ({ cells }) => cells.get(name) })),
    { name: releaseColumns.since, cellOf: ({ removal }) => removal?.since.version },
    { name: releaseColumns.sinceDate, cellOf: ({ removal }) => removal && dayOf(removal.since.date) },
    { name: releaseColumns.removal, cellOf: ({ removal }) => removal?.forecast.version },
    { name: releaseColumns.removalAfter, cellOf: ({ removal }) => removal?.forecast.after.join(", ") },
    { name: releaseColumns.removalDate, cellOf: ({ removal }) => removal?.forecast.date }
  ]
}

const languagesOf = (dimensions: ReadonlyArray<Dimension>): ReadonlyArray<string> => {
  const languages = dimensions.flatMap(({ values }) =>
    values.flatMap(({ deprecated, translations }) => [
      ...Object.keys(translations ?? {}),
      ...Object.keys(deprecated?.translations ?? {})
    ])
  )
  return [...new Set(languages)].sort(byCodeUnits)
}
