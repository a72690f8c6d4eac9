import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { indexLines, locate, type LocatedFinding } from "../../src/build/diagnostics/SourceLocation.ts"
import { applyFixes } from "../../src/build/FixTree.ts"
import { decideFromSources } from "../../src/build/Pipeline.ts"
import type { SourceTree } from "../../src/build/sources/SourceTree.ts"
import { isError, type Finding } from "../../src/domain/Finding.ts"
import { Timestamp } from "../../src/domain/ledger/Timestamp.ts"
import { memoizeByIdentity } from "../../src/domain/MemoizeByIdentity.ts"
import { emptyHistory, evolve, type ReleaseHistory } from "../../src/domain/release/ReleaseHistory.ts"
import { helpOf, messageOf } from "../../src/report/FindingText.ts"
import { makeCachingReader } from "../support/CachingReader.ts"
import { publishedEvent, timeOf } from "../support/domain/ReleaseScenario.ts"
import { textsAfter } from "../support/Sources.ts"
import { baseFiles, change, rows, type Files, type Row } from "./MistakeTable.ts"

/** Sources, and what was published before. */
export interface Situation {
  readonly files: Files
  readonly history: ReleaseHistory
  readonly date: string
}

export interface MistakeCase extends Situation {
  /** What following the help to the letter leads to, if a person must do it. */
  readonly repaired?: Files | undefined
  readonly leadsTo?: string | undefined
}

/** The sources that every mistake is made in. */
export const base: Situation = { files: baseFiles, history: emptyHistory, date: "2026-01-01" }

const readRow = memoizeByIdentity(
  ({ date = "2027-01-01", files: changes, leads_to, published = [], repair }: Row): MistakeCase => {
    const start = publish(published)
    const files = change(start.files, changes)
    const repaired = repair === undefined ? undefined : change(files, repair)
    return { files, history: start.history, date, repaired, leadsTo: leads_to }
  }
)

/** The errors of a case with their places, and those that remain if the help is followed. */
export const examine = memoizeByIdentity((mistake: MistakeCase) => {
  const errors = errorsIn(mistake, mistake.files)
  const located = locate(treeOf(mistake.files), { sources: "", releases: "releases" }, errors)
  const { files, fixed } = applyFixes(mistake.files, errors)
  const texts = textsAfter(files)
  const repaired = (): ReadonlyArray<string> => {
    const remaining = [
      ...(fixed.length === 0 ? [] : errorsIn(mistake, texts)),
      ...(mistake.repaired === undefined ? [] : errorsIn(mistake, mistake.repaired))
    ]
    return remaining
      .filter(({ rule }) => rule !== mistake.leadsTo)
      .map((finding) => `${finding.rule}: ${messageOf(finding)}`)
  }
  return { errors, located, repaired, mended: texts }
})

/** The case of a row, by the names of table and row. */
export const readCase = (name: string): MistakeCase => {
  const row = rows.get(name)
  if (row === undefined) throw new Error(`No table has the row ${name}`)
  return readRow(row)
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
        (all, { end, start, text: inserted }) => all.slice(0, start) + inserted + all.slice(end),
        text
      )
      return [names.get(path) ?? path, edited]
    })
  )
}

/** The errors of a case as the tables say them. */
export const sayings = ({ located }: ReturnType<typeof examine>): string =>
  located
    .map((finding) => {
      const { file, line } = finding.place
      const said = `${file}:${line} ${finding.rule}\n${messageOf(finding)}\nhelp: ${helpOf(finding)}\n`
      return finding.fix === undefined ? said : `${said}(fixable)\n`
    })
    .join("\n")

const time = Schema.decodeUnknownSync(Timestamp)

/** All findings of sources in the situation of a case. */
export const findingsIn = ({ date, history }: Situation, tree: SourceTree): ReadonlyArray<Finding> =>
  decideTree(history, tree, date).findings

const errorsIn = ({ date, history }: Situation, files: Files): ReadonlyArray<Finding> =>
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

const publish = (steps: NonNullable<Row["published"]>) => {
  let [files, history] = [baseFiles, emptyHistory]
  for (const step of steps) {
    files = change(files, step.files ?? {})
    const header = files.get("taxonomy.yaml") ?? ""
    files = new Map(files).set("taxonomy.yaml", header.replace(/^version: .*$/m, `version: ${step.version}`))
    const { findings, release } = decide(history, files, step.date)
    if (release === undefined) throw new Error(`${step.version}: ${findings.map(messageOf).join("; ")}`)
    history = evolve(history, publishedEvent(release))
  }
  return { files, history }
}

export const treeOf = (files: Files): SourceTree =>
  [...files].map(([path, text]) => ({ _tag: "File", path, bytes: new TextEncoder().encode(text) }))
