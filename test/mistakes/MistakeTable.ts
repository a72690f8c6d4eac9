import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as Schema from "effect/Schema"
import { isScalar, parse, parseDocument } from "yaml"
import { applyPatch } from "./Patch.ts"

/** The text of each file by its path. */
export type Files = ReadonlyMap<string, string>

/** For each file: null removes it, a patch changes it, and a text adds it. */
const Changes = Schema.Record(Schema.String, Schema.NullOr(Schema.String))

/** A row of a table. */
const Row = Schema.Struct({
  /** What was published before: changes of the base, each a release. */
  published: Schema.optionalKey(
    Schema.Array(Schema.Struct({ version: Schema.String, date: Schema.String, files: Schema.optionalKey(Changes) }))
  ),
  /** When the release is proposed. */
  date: Schema.optionalKey(Schema.String),
  /** What the person did to the files. */
  files: Changes,
  /** The place, rule, message and help of the one error. */
  finds: Schema.String,
  /** What following the help to the letter does to the files, if a person must do it. */
  repair: Schema.optionalKey(Changes),
  /** The rule of the next true finding, if the help leads to another mistake that was there from the start. */
  leads_to: Schema.optionalKey(Schema.String)
})

export type Row = typeof Row.Type

const folder = fileURLToPath(new URL("tables/", import.meta.url))

const decodeRows = Schema.decodeUnknownSync(Schema.Record(Schema.String, Row), { onExcessProperty: "error" })

/** The path of each table by its name. */
export const tables: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .toSorted()
    .map((file) => [file.replace(/\.yaml$/, ""), `${folder}${file}`])
)

/** The files that every mistake is made in. */
export const baseFiles: Files = new Map(
  Object.entries(
    Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.String))(
      parse(readFileSync(new URL("base.yaml", import.meta.url), "utf8"))
    )
  )
)

/** The rows of all tables by the names of table and row. */
export const rows: ReadonlyMap<string, Row> = new Map(
  [...tables].flatMap(([table, path]) =>
    Object.entries(decodeRows(parse(readFileSync(path, "utf8")))).map(([name, row]) => [`${table}/${name}`, row])
  )
)

/** The text of a table in which each row says what is found. */
export const withFindings = (text: string, findingsOf: (name: string) => string): string => {
  const document = parseDocument(text)
  return Object.keys(document.toJS())
    .toReversed()
    .reduce((all, name) => {
      const node = document.getIn([name, "finds"], true)
      const findings = findingsOf(name)
      if (!isScalar(node) || !node.range || node.value === findings) return all
      const [start, end] = node.range
      const block = `|\n${findings.replaceAll(/^(?=.)/gm, "    ")}`
      const isBlock = all.slice(start, end).endsWith("\n")
      return all.slice(0, start) + (isBlock ? block : block.replace(/\n$/, "")) + all.slice(end)
    }, text)
}

export const change = (files: Files, changes: typeof Changes.Type): Files => {
  const after = new Map(files)
  for (const [path, text] of Object.entries(changes)) {
    const before = after.get(path)
    if (text === null) after.delete(path)
    else after.set(path, before === undefined ? text : applyPatch(before, text))
  }
  return after
}
