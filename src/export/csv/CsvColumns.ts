import { stringify } from "csv-stringify/sync"
import { memberOf, parseJson } from "../../domain/Json.ts"
import { byCodeUnits } from "../../domain/taxonomy/Names.ts"
import type { Value } from "../../domain/taxonomy/Taxonomy.ts"
import { translatedFields } from "../../domain/vocabulary/Field.ts"
import { fieldsWith, textFieldsOf } from "../../domain/vocabulary/ItemTypes.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { sha256 } from "../../platform/Sha256.ts"

/** A field of a value that a column contains, and the language if it is a translation. */
export interface TextColumn {
  readonly text: string
  readonly language?: string | undefined
}

/** The fields of a value and of its deprecation have a column of their own, and one in each language if they are translated. */
export const valueTexts = fieldsWith(
  "value",
  ({ kind }) => kind === "structure" || kind === "meaning" || kind === "text"
)
export const deprecationTexts = textFieldsOf("deprecation")
export const textNames = [...valueTexts, ...deprecationTexts]

const translated: ReadonlySet<string> = new Set(
  [vocabulary.value, vocabulary.deprecation].flatMap((fields) => Object.keys(translatedFields(fields)))
)

/** The names of the columns of some fields: first their own, then those in each language. */
export const textColumnsOf = (
  texts: ReadonlyArray<string>,
  languages: ReadonlyArray<string>
): ReadonlyArray<TextColumn> =>
  [undefined, ...languages].flatMap((language) =>
    texts.filter((text) => language === undefined || translated.has(text)).map((text) => ({ text, language }))
  )

/** The columns of every table, in their order. Those of the translations follow the texts that they translate. */
export const columns = {
  base: "base",
  dimension: "dimension",
  code: "code",
  deprecated: "deprecated",
  replacedBy: "replaced_by",
  replacementMode: "replacement_mode",
  consider: "consider"
} as const

/** Facts of the releases. Nobody edits them, and an import ignores them. */
export const releaseColumns = {
  since: "deprecated_in",
  sinceDate: "deprecated_on",
  removal: "removal_version",
  removalAfter: "removal_after",
  removalDate: "removal_date"
} as const

/** The name of a column of texts: `label`, or `label:fr` for its translation. */
export const textColumnName = ({ language, text }: TextColumn): string =>
  language === undefined ? text : `${text}:${language}`

/** Parses the name of a column of texts; `undefined` if it is not one. The language is what follows the colon. */
export const parseTextColumn = (name: string): TextColumn | undefined => {
  const [word = "", ...rest] = name.split(":")
  const text = textNames.find((known) => known === word.trim())
  if (text === undefined || (rest.length > 0 && !translated.has(text))) return undefined
  return rest.length === 0 ? { text } : { text, language: rest.join(":").trim() }
}

/** The texts that are lists. */
export const lists: ReadonlySet<string> = new Set(fieldsWith("value", ({ schema }) => schema.ast._tag === "Arrays"))

/** A text, or the entries of a list, each on a line of its own. Those with a structure are JSON. */
export const formatCell = (content: unknown): unknown =>
  Array.isArray(content)
    ? content.map((entry) => (typeof entry === "string" ? entry : JSON.stringify(entry))).join("\n")
    : content

/** What a cell says of a text; `undefined` if it is empty. */
export const parseCell = (cell: string, isList: boolean) => {
  const lines = cell.split("\n").flatMap((line) => line.trim() || [])
  if (lines.length === 0) return undefined
  return isList ? lines.map((line) => (line.startsWith("{") ? (parseJson(line) ?? line) : line)) : cell
}

/** The cells of a value that a person may edit, by the names of their columns. Empty ones are left out. */
export const editableCells = (value: Value): ReadonlyMap<string, string> => {
  const { deprecated, translations } = value
  const languages = new Set([...Object.keys(translations ?? {}), ...Object.keys(deprecated?.translations ?? {})])
  const textOf = (text: string, language: string | undefined): unknown => {
    const item = deprecationTexts.includes(text) ? deprecated : value
    return memberOf(language === undefined ? item : item?.translations?.[language], text)
  }
  const cells = [
    ...textColumnsOf(textNames, [...languages].sort(byCodeUnits)).map(
      (column) => [textColumnName(column), formatCell(textOf(column.text, column.language))] as const
    ),
    [columns.deprecated, deprecated === undefined ? "no" : "yes"] as const,
    [columns.replacedBy, deprecated?.replaced_by.join(", ")] as const,
    // The mode matters only for several replacements.
    [
      columns.replacementMode,
      (deprecated?.replaced_by.length ?? 0) < 2 ? undefined : (deprecated?.replacement_mode ?? "one_of")
    ] as const,
    [columns.consider, deprecated?.consider?.join(", ")] as const
  ]
  return new Map(
    cells.flatMap(([name, cell]) => (typeof cell === "string" && cell !== "" ? [[name, cell] as const] : []))
  )
}

/** What a row was exported from: a release or a commit, and the digest of its cells, by which an import knows its texts. */
export const formatRowBase = (origin: string, value: Value): string => `${origin}:${digestOfRow(value)}`

export const digestOfRow = (value: Value): string => digestOfCells(editableCells(value))

export const digestOfCells = (cells: ReadonlyMap<string, string>): string =>
  sha256(JSON.stringify([...cells])).slice(0, 10)

/** Writes a table (RFC 4180) whose cells no spreadsheet runs. */
export const stringifyTable = (
  header: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  { bom, separator }: { readonly bom: boolean; readonly separator: string }
): string =>
  stringify([header, ...rows.map((cells) => cells.map(guardFormula))], {
    bom,
    delimiter: separator,
    record_delimiter: "windows",
    quote_record_delimiter: true,
    // Some programs remove spaces at the ends of cells without quotes.
    quoted_match: /^\s|\s$/u
  })

/** Parses the base of a row; `undefined` if it is none. A draft outside git has no commit. */
export const parseRowBase = (cell: string) => {
  const [, version, commit, digest] =
    /^(?:(\d+\.\d+\.\d+)|draft(?::([0-9a-f]{7,64}))?):([0-9a-f]{10})$/.exec(cell) ?? []
  return digest === undefined ? undefined : { version, commit, digest }
}

/**
 * Protects a cell from being run as a formula: spreadsheets run what begins with one of these characters, also after
 * spaces and in full width. An apostrophe in front makes it text. A text that would read like a protected one gets an
 * apostrophe too, so that `unguardFormula` restores every text exactly.
 */
export const guardFormula = (text: string): string => (guarded.test(text) ? `'${text}` : text)

/** Restores the text of a cell. A formula without an apostrophe, as a person may have written it, stays what it is. */
export const unguardFormula = (cell: string): string =>
  cell.startsWith("'") && guarded.test(cell) ? cell.slice(1) : cell

// OWASP, "CSV Injection". Spreadsheets ignore spaces in front of a formula.
const guarded = /^'*\s*[=+\-@＝＋－＠\t\r\n]/u
