import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as Schema from "effect/Schema"
import { parse } from "yaml"
import { change, type Files } from "../mistakes/MistakeTable.ts"

/** For each file: null removes it, a patch changes it, and a text adds it. */
const Changes = Schema.Record(Schema.String, Schema.NullOr(Schema.String))

const EndOfMajor = Schema.Struct({ ends: Schema.Natural, date: Schema.String, reason: Schema.String })

/** A row of a table. */
const Row = Schema.Struct({
  /** What was published before. Each release changes the one above it, and the first one the base. */
  published: Schema.Array(
    Schema.Union([
      Schema.Struct({ version: Schema.String, date: Schema.String, files: Schema.optionalKey(Changes) }),
      EndOfMajor
    ])
  ),
  proposed: Schema.Struct({
    version: Schema.String,
    date: Schema.String,
    /** When the decision is made, if that is not the date of the release. */
    now: Schema.optionalKey(Schema.String),
    /** The release whose files the proposal changes, if that is not the last one. */
    from: Schema.optionalKey(Schema.String)
  }),
  /** What the proposal changes. */
  files: Changes,
  outcome: Schema.Literals(["Publish", "AlreadyReleased", "Refused"]),
  /** All findings, with their places and facts, and the waivers that the release records. */
  finds: Schema.String
})

/** The sources of a release, and when it is made. */
export interface ReleaseSources {
  readonly version: string
  readonly date: string
  readonly now?: string
  readonly files: Files
}

export interface ReleaseCase {
  readonly published: ReadonlyArray<ReleaseSources | typeof EndOfMajor.Type>
  readonly proposed: ReleaseSources
  readonly outcome: (typeof Row.Type)["outcome"]
}

const folder = fileURLToPath(new URL("release/", import.meta.url))

const readYaml = (path: string): unknown => parse(readFileSync(path, "utf8"))

/** The sources that the first release of every row changes. */
const base: Files = new Map(
  Object.entries(Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.String))(readYaml(`${folder}base.yaml`)))
)

const declare = (files: Files, version: string): Files =>
  new Map(files).set(
    "taxonomy.yaml",
    (files.get("taxonomy.yaml") ?? "").replace(/^version: .*$/m, `version: ${version}`)
  )

const toCase = ({ files, outcome, proposed: { from, ...proposed }, published }: typeof Row.Type): ReleaseCase => {
  const releases: Array<ReleaseSources> = []
  const steps = published.map((step) => {
    if ("ends" in step) return step
    const before = releases.at(-1)?.files ?? base
    const release = { ...step, files: declare(change(before, step.files ?? {}), step.version) }
    releases.push(release)
    return release
  })
  const source = from === undefined ? releases.at(-1) : releases.find(({ version }) => version === from)
  if (source === undefined) throw new Error(`No release ${from} was published`)
  return {
    published: steps,
    proposed: { ...proposed, files: declare(change(source.files, files), proposed.version) },
    outcome
  }
}

const decodeRows = Schema.decodeUnknownSync(Schema.Record(Schema.String, Row), { onExcessProperty: "error" })

/** The cases of each table, by its path and their names. */
export const releaseTables: ReadonlyMap<string, ReadonlyMap<string, ReleaseCase>> = new Map(
  readdirSync(`${folder}tables`).map((file) => {
    const path = `${folder}tables/${file}`
    return [path, new Map(Object.entries(decodeRows(readYaml(path))).map(([name, row]) => [name, toCase(row)]))]
  })
)
