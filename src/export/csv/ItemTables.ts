import { isObject, memberOf } from "../../domain/Json.ts"
import { codeOf, conflictRuleRef, dimensionRef, licenseRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { byCodeUnits } from "../../domain/taxonomy/Names.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import type { Field } from "../../domain/vocabulary/Field.ts"
import { fieldsWith, formatContent } from "../../domain/vocabulary/ItemTypes.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { plainContent } from "../../edit/draft/Draft.ts"
import { writeFlow } from "../../edit/WriteContent.ts"
import type { ExportContent, ExportOptions } from "../ExportContent.ts"
import { columns, digestOfCells, formatCell, stringifyTable } from "./CsvColumns.ts"

/** The tables of the items that have a file each, and how they refer to an item by its name. */
export const itemTables = {
  licenses: { type: "license", refOf: licenseRef },
  dimensions: { type: "dimension", refOf: dimensionRef },
  rules: { type: "rule", refOf: conflictRuleRef }
} as const

export type ItemTable = keyof typeof itemTables

type ItemType = (typeof itemTables)[ItemTable]["type"]

/** A column that a person may edit: a key of the file, a setting of its config, or a translated text. */
export interface ItemColumn {
  readonly name: string
  /** Leads to the content of the cell in the file of an item. */
  readonly path: ReadonlyArray<string>
  /** `yaml` is what the sources write, on one line. */
  readonly form: "text" | "list" | "boolean" | "yaml"
}

/** The items of a table, in its order. */
export const itemsOf = (table: ItemTable, taxonomy: Taxonomy): ReadonlyArray<readonly [ItemRef, object]> => {
  const { refOf, type } = itemTables[table]
  const items =
    type === "dimension" ? snapshotOf(taxonomy).dimensionsInOrder() : taxonomy[type === "rule" ? "rules" : "licenses"]
  const identity = identityName(type)
  return items.map((content) => [refOf(String(memberOf(content, identity))), content] as const)
}

/** The key that identifies the items of a table. */
export const identityName = (type: ItemType): string => fieldsWith(type, ({ kind }) => kind === "identity")[0] ?? ""

/** The column with a name; `undefined` if a table of these items has none. */
export const itemColumn = (type: ItemType, name: string): ItemColumn | undefined => {
  const fields: Readonly<Record<string, Field>> = vocabulary[type]
  const [, key = "", dimension, language] = /^(\w+)(?:\.(\w+)|:(.+))?$/.exec(name) ?? []
  const field = fields[key]
  if (field === undefined || !(field.kind === "structure" || field.kind === "meaning" || field.kind === "text"))
    return undefined
  if (language !== undefined) {
    return field.isTranslated === true ? { name, path: ["translations", language, key], form: "text" } : undefined
  }
  if ((field.form === "config") !== (dimension !== undefined)) return undefined
  if (dimension !== undefined) return { name, path: [key, dimension], form: "yaml" }
  const { _tag } = field.schema.ast
  const form =
    field.form === "conditions" ? "yaml" : _tag === "Arrays" ? "list" : _tag === "Boolean" ? "boolean" : "text"
  return { name, path: [key], form }
}

/** The names of the columns that some items of a type need, in their order. */
export const itemColumnNames = (type: ItemType, dimensions: ReadonlyArray<string>, items: ReadonlyArray<object>) => {
  const fields = Object.entries<Field>(vocabulary[type])
  const languages = new Set(items.flatMap((item) => keysIn(memberOf(item, "translations"))))
  const names = [
    ...fields.flatMap(([name, { form }]) =>
      form === "config" ? dimensions.map((dimension) => `${name}.${dimension}`) : [name]
    ),
    ...[...languages].sort(byCodeUnits).flatMap((language) => fields.map(([name]) => `${name}:${language}`))
  ]
  return names.flatMap((name) => itemColumn(type, name) ?? [])
}

/** The cells of an item that a person may edit, by the names of their columns. Empty ones are left out. */
export const itemCells = (type: ItemType, item: object): ReadonlyMap<string, string> => {
  const all = itemColumnNames(type, keysIn(memberOf(item, "config")).toSorted(byCodeUnits), [item])
  return new Map(
    all.flatMap(({ form, name, path }) => {
      const content = path.reduce<unknown>((outer, key) => memberOf(outer, key), item)
      return content === undefined ? [] : [[name, format(form, content)] as const]
    })
  )
}

const format = (form: ItemColumn["form"], content: unknown): string => {
  if (form === "yaml") return writeFlow(plainContent({ content })["content"] ?? "")
  return form === "list" ? String(formatCell(content)) : formatContent(content)
}

const keysIn = (map: unknown): ReadonlyArray<string> => (isObject(map) ? Object.keys(map) : [])

/** Renders the licenses, dimensions or rules as a table (RFC 4180). */
export const renderItemTable = (
  { originOf, taxonomy }: Pick<ExportContent, "originOf" | "taxonomy">,
  table: ItemTable,
  options: Pick<ExportOptions, "bom" | "separator">
): string => {
  const { type } = itemTables[table]
  const items = itemsOf(table, taxonomy)
  const names = itemColumnNames(
    type,
    snapshotOf(taxonomy)
      .dimensionsInOrder()
      .map(({ name }) => name),
    items.map(([, content]) => content)
  ).map(({ name }) => name)
  const rows = items.map(([item, content]) => {
    const cells = itemCells(type, content)
    const base = `${originOf(item, content)}:${digestOfCells(cells)}`
    return [base, codeOf(item), ...names.map((name) => cells.get(name) ?? "")]
  })
  return stringifyTable([columns.base, identityName(type), ...names], rows, options)
}
