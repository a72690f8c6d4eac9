import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as Schema from "effect/Schema"
import { parse } from "yaml"
import { change, type Files } from "../mistakes/MistakeTable.ts"

/** What is in the place of a text: a link to another path, or a text that is not UTF-8. */
const Special = Schema.Union([Schema.Struct({ link: Schema.String }), Schema.Struct({ latin1: Schema.String })])

/** A row of a table. */
const Row = Schema.Struct({
  /** For each file: null removes it, a patch changes it, and a text adds it. */
  files: Schema.Record(Schema.String, Schema.NullOr(Schema.Union([Schema.String, Special]))),
  /** All findings, with their places and facts. */
  finds: Schema.String
})

export interface CheckCase {
  readonly texts: Files
  readonly special: ReadonlyMap<string, typeof Special.Type>
}

const folder = fileURLToPath(new URL("check/", import.meta.url))

const readYaml = (path: string): unknown => parse(readFileSync(path, "utf8"))

/** The sound sources that every row changes. */
export const checkBase: Files = new Map(
  Object.entries(Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.String))(readYaml(`${folder}base.yaml`)))
)

const toCase = ({ files }: typeof Row.Type): CheckCase => {
  const special = new Map<string, typeof Special.Type>()
  const texts: Record<string, string | null> = {}
  for (const [path, content] of Object.entries(files)) {
    if (typeof content === "string" || content === null) texts[path] = content
    else special.set(path, content)
  }
  const isReplaced = (path: string) => [...special.keys()].some((each) => path === each || path.startsWith(`${each}/`))
  return { texts: new Map([...change(checkBase, texts)].filter(([path]) => !isReplaced(path))), special }
}

const decodeRows = Schema.decodeUnknownSync(Schema.Record(Schema.String, Row), { onExcessProperty: "error" })

/** The cases of each table, by its path and their names. */
export const checkTables: ReadonlyMap<string, ReadonlyMap<string, CheckCase>> = new Map(
  readdirSync(`${folder}tables`).map((file) => {
    const path = `${folder}tables/${file}`
    return [path, new Map(Object.entries(decodeRows(readYaml(path))).map(([name, row]) => [name, toCase(row)]))]
  })
)
