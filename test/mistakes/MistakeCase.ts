import { existsSync, readdirSync, readFileSync } from "node:fs"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { parse } from "yaml"
import { indexLines, locate, type LocatedFinding } from "../../src/build/diagnostics/SourceLocation.ts"
import { applyFixes } from "../../src/build/fix/ApplyFixes.ts"
import { decideFromSources } from "../../src/build/Pipeline.ts"
import type { SourceTree } from "../../src/build/sources/SourceTree.ts"
import { isError, type Finding } from "../../src/domain/diagnostic/Finding.ts"
import { Timestamp } from "../../src/domain/ledger/Timestamp.ts"
import { emptyHistory, evolve, type ReleaseHistory } from "../../src/domain/release/ReleaseHistory.ts"
import { helpOf, messageOf } from "../../src/report/FindingText.ts"
import { makeCachingReader } from "../support/CachingReader.ts"
import { publishedEvent, timeOf } from "../support/domain/ReleaseScenario.ts"

/** What `case.yaml` says. */
const Case = Schema.Struct({
  /** The rule, file and line of the one error. */
  rule: Schema.String,
  file: Schema.String,
  line: Schema.Natural,
  /** Files of the base that the person removed. */
  removes: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Files that following the help removes or renames away. */
  repair_removes: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The rule of the next true finding, if the help leads to another mistake that was there from the start. */
  leads_to: Schema.optionalKey(Schema.String),
  /** What was published before: changes of the base, each a release. Files that are null are removed. */
  published: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        version: Schema.String,
        date: Schema.String,
        files: Schema.optionalKey(Schema.Record(Schema.String, Schema.NullOr(Schema.String)))
      })
    )
  ),
  /** When the release is proposed. */
  date: Schema.optionalKey(Schema.String)
})

type Files = ReadonlyMap<string, string>

export interface MistakeCase extends Omit<typeof Case.Type, "published" | "date"> {
  readonly files: Files
  readonly history: ReleaseHistory
  readonly date: string
  /** What following the help to the letter leads to, if a person must do it. */
  readonly repaired: Files | undefined
}

/** The folders of cases, as `area/name`. */
export const caseNames = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /^[^/]+\/[^/]+\/case\.yaml$/.test(path))
    .map((path) => path.slice(0, -"/case.yaml".length))
    .sort()

export const readCase = (folder: string, name: string): MistakeCase => {
  const base = readBase(folder)
  if (name === "base") return { rule: "", file: "", line: 0, ...startOf(base, [], "2026-01-01"), repaired: undefined }
  const text = readFileSync(`${folder}${name}/case.yaml`, "utf8")
  const { date, published = [], removes = [], ...facts } = decodeCase(parse(text))
  const start = startOf(base, published, date ?? "2027-01-01")
  const files = change(start.files, {
    ...toRecord(removes),
    ...Object.fromEntries(readFiles(`${folder}${name}/sources`))
  })
  const overlay = readFiles(`${folder}${name}/repaired`)
  const removed = toRecord(facts.repair_removes ?? [])
  const isManual = overlay.size > 0 || facts.repair_removes !== undefined
  const repaired = isManual ? change(files, { ...removed, ...Object.fromEntries(overlay) }) : undefined
  return { ...facts, ...start, files, repaired }
}

/** The errors of a case with their places, and those that remain if the help is followed. */
export const examine = (mistake: MistakeCase) => {
  const errors = errorsIn(mistake, mistake.files)
  const located = locate(treeOf(mistake.files), { sources: "", releases: "releases" }, errors)
  const repaired = (): ReadonlyArray<string> => {
    const { fixed, texts } = applyFixes(mistake.files, errors)
    const remaining = [
      ...(fixed.length === 0 ? [] : errorsIn(mistake, texts)),
      ...(mistake.repaired === undefined ? [] : errorsIn(mistake, mistake.repaired))
    ]
    return remaining
      .filter(({ rule }) => rule !== mistake.leads_to)
      .map((finding) => `${finding.rule}: ${messageOf(finding)}`)
  }
  return { errors, located, repaired, mended: applyFixes(mistake.files, errors).texts }
}

/** The files with the edits that reports show of a finding. */
export const withShownEdits = (files: Files, { locateFix }: LocatedFinding): Files => {
  const edits = locateFix?.() ?? []
  const names = new Map(edits.flatMap((edit) => ("rename_to" in edit ? [[edit.file, edit.rename_to] as const] : [])))
  return new Map(
    [...files].map(([path, text]) => {
      const starts = indexLines(text).lineStarts
      const offsetOf = (line: number, column: number) => (starts[line - 1] ?? 0) + column - 1
      const changes = edits
        .flatMap((edit) => (edit.file === path && "text" in edit ? [edit] : []))
        .map((edit) => ({
          start: offsetOf(edit.line, edit.column),
          end: offsetOf(edit.end_line, edit.end_column),
          text: edit.text
        }))
        .toSorted((left, right) => right.start - left.start)
      const edited = changes.reduce(
        (all, change) => all.slice(0, change.start) + change.text + all.slice(change.end),
        text
      )
      return [names.get(path) ?? path, edited]
    })
  )
}

/** The sentences of findings, as `said.txt` keeps them. */
export const sayings = (findings: ReadonlyArray<Finding>): string =>
  findings
    .map(
      (finding) => `${messageOf(finding)}\nhelp: ${helpOf(finding)}\n${finding.fix === undefined ? "" : "(fixable)\n"}`
    )
    .join("\n")

const decodeCase = Schema.decodeUnknownSync(Case, { onExcessProperty: "error" })

const time = Schema.decodeUnknownSync(Timestamp)

/** All findings of sources in the situation of a case. */
export const findingsIn = ({ date, history }: MistakeCase, tree: SourceTree): ReadonlyArray<Finding> =>
  decideTree(history, tree, date).findings

const errorsIn = ({ date, history }: MistakeCase, files: Files): ReadonlyArray<Finding> =>
  decide(history, files, date).findings.filter(isError)

const decide = (history: ReleaseHistory, files: Files, date: string) => decideTree(history, treeOf(files), date)

/** Most files of a case are those of the base. */
const readOnce = makeCachingReader()

const decideTree = (history: ReleaseHistory, tree: SourceTree, date: string) => {
  const now = time(timeOf(date))
  const decided = decideFromSources(tree, { published_at: now, now, source_commit: "0".repeat(40) }, readOnce)
  if (Result.isFailure(decided)) return { findings: decided.failure, release: undefined }
  const { findings, outcome } = decided.success(history)
  return { findings, release: outcome._tag === "Publish" ? outcome.release : undefined }
}

const startOf = (base: Files, published: NonNullable<(typeof Case.Type)["published"]>, date: string) => {
  let [files, history] = [base, emptyHistory]
  for (const step of published) {
    files = change(files, step.files ?? {})
    const header = files.get("taxonomy.yaml") ?? ""
    files = change(files, { "taxonomy.yaml": header.replace(/^version: .*$/m, `version: ${step.version}`) })
    const { findings, release } = decide(history, files, step.date)
    if (release === undefined) throw new Error(`${step.version}: ${findings.map(messageOf).join("; ")}`)
    history = evolve(history, publishedEvent(release))
  }
  return { files, history, date }
}

export const treeOf = (files: Files): SourceTree =>
  [...files].map(([path, text]) => ({ _tag: "File", path, bytes: new TextEncoder().encode(text) }))

const readFiles = (folder: string): Files =>
  existsSync(folder)
    ? new Map(
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll("\\", "/"))
          .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")])
      )
    : new Map()

const bases = new Map<string, Files>()

/** The files that every case starts from. */
const readBase = (folder: string): Files => {
  const base = bases.get(folder) ?? readFiles(`${folder}base`)
  bases.set(folder, base)
  return base
}

const toRecord = (paths: ReadonlyArray<string>): Readonly<Record<string, null>> =>
  Object.fromEntries(paths.map((path) => [path, null]))

const change = (files: Files, changes: Readonly<Record<string, string | null>>): Files => {
  const after = new Map(files)
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) after.delete(path)
    else after.set(path, text)
  }
  return after
}
