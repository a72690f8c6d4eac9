import { stringify } from "csv-stringify/sync"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { valueRef } from "../../domain/taxonomy/ItemRef.ts"
import { byCodeUnits } from "../../domain/taxonomy/NameComparison.ts"
import type { Dimension, Value } from "../../domain/taxonomy/Taxonomy.ts"
import type { ExportContent, ExportedRemoval, ExportOptions } from "../ExportContent.ts"
import { columns, releaseColumns, textColumnName, textNames, type TextColumn } from "./CsvColumns.ts"
import { guardFormula } from "./FormulaGuard.ts"

/** Renders the values of all dimensions as one table (RFC 4180), in the taxonomy's order. */
export const renderCsv = (
  { removalOf, taxonomy: { dimensions } }: Pick<ExportContent, "removalOf" | "taxonomy">,
  { bom, separator }: Pick<ExportOptions, "bom" | "separator">
): string => {
  const table = columnsFor(languagesOf(dimensions))
  const rows = dimensions.flatMap(({ name, values }) =>
    values.map((value) => {
      const removal = value.deprecated && removalOf(valueRef(name, value.code))
      return table.map(({ cellOf }) => guardFormula(cellOf(value, name, removal) ?? ""))
    })
  )
  return stringify([table.map(({ name }) => name), ...rows], {
    bom,
    delimiter: separator,
    record_delimiter: "windows",
    quote_record_delimiter: true,
    // Some programs remove spaces at the ends of cells without quotes.
    quoted_match: /^\s|\s$/u
  })
}

interface Column {
  readonly name: string
  readonly cellOf: (value: Value, dimension: string, removal: ExportedRemoval | undefined) => string | undefined
}

const columnsFor = (languages: ReadonlyArray<string>): ReadonlyArray<Column> => {
  const texts = textNames.filter((text) => text !== "reason")
  return [
    { name: columns.dimension, cellOf: (_, dimension) => dimension },
    { name: columns.code, cellOf: ({ code }) => code },
    ...texts.map((text) => textColumn({ text })),
    ...languages.flatMap((language) => texts.map((text) => textColumn({ text, language }))),
    { name: columns.deprecated, cellOf: ({ deprecated }) => (deprecated === undefined ? "no" : "yes") },
    { name: columns.replacedBy, cellOf: ({ deprecated }) => deprecated?.replaced_by.join(", ") },
    { name: columns.replacementMode, cellOf: replacementMode },
    textColumn({ text: "reason" }),
    ...languages.map((language) => textColumn({ text: "reason", language })),
    { name: releaseColumns.since, cellOf: (_, __, removal) => removal?.since.version },
    { name: releaseColumns.sinceDate, cellOf: (_, __, removal) => removal && dayOf(removal.since.date) },
    { name: releaseColumns.removal, cellOf: (_, __, removal) => removal?.forecast.version },
    { name: releaseColumns.removalAfter, cellOf: (_, __, removal) => removal?.forecast.after.join(", ") },
    { name: releaseColumns.removalDate, cellOf: (_, __, removal) => removal?.forecast.date }
  ]
}

const textColumn = (column: TextColumn): Column => ({
  name: textColumnName(column),
  cellOf: (value) => textOf(value, column)
})

/** The text of a value in a column; `undefined` if the value has none. */
export const textOf = (value: Value, { language, text }: TextColumn): string | undefined => {
  const { deprecated } = value
  if (language === undefined) return text === "reason" ? deprecated?.reason : value[text]
  return text === "reason" ? deprecated?.translations?.[language]?.reason : value.translations?.[language]?.[text]
}

/** The mode matters only for several replacements. */
const replacementMode = ({ deprecated }: Value): string | undefined =>
  deprecated === undefined || deprecated.replaced_by.length < 2 ? undefined : (deprecated.replacement_mode ?? "one_of")

const languagesOf = (dimensions: ReadonlyArray<Dimension>): ReadonlyArray<string> => {
  const languages = dimensions.flatMap(({ values }) =>
    values.flatMap(({ deprecated, translations }) => [
      ...Object.keys(translations ?? {}),
      ...Object.keys(deprecated?.translations ?? {})
    ])
  )
  return [...new Set(languages)].sort(byCodeUnits)
}
