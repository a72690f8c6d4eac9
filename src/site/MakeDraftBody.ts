import * as Result from "effect/Result"
import type { SchemaBody } from "../api/bodies/SchemaBody.ts"
import { decodeSource } from "../build/sources/SourceText.ts"
import { joinRoot, type SourceTree } from "../build/sources/SourceTree.ts"
import type { Timestamp } from "../domain/ledger/Timestamp.ts"
import { proposedRelease, type Decision } from "../domain/release/PublishRelease.ts"
import type { ReleaseHistory } from "../domain/release/ReleaseHistory.ts"
import type { DraftBody } from "../explorer/data/DataSource.ts"
import { schemaBody } from "../release/format3/Bodies.ts"
import { type JsonReport, renderJson } from "../report/formats/Json.ts"
import type { Report } from "../report/Report.ts"
import { formatVerdict } from "../report/Summary.ts"

/** A check of the working tree. */
export interface CheckedTree {
  readonly tree: SourceTree
  /** The folder of the sources, as the report names it. */
  readonly src: string
  readonly now: Timestamp
  readonly report: Report
  /** Missing if the sources or the ledger cannot be read. */
  readonly decided?: { readonly history: ReleaseHistory; readonly decision: Decision }
}

/** Describes the working tree for the application: what is wrong with it, and what it would publish. */
export const makeDraftBody = ({ decided, now, report, src, tree }: CheckedTree): DraftBody => {
  const json: JsonReport = JSON.parse(renderJson(report))
  return {
    report: json,
    verdict: formatVerdict(report, undefined, "version step"),
    schema: decided === undefined ? null : proposedBody(decided.history, decided.decision),
    sources: sourcesNamedBy(json, src, tree),
    // A tree that is released as it is has no changes since that release.
    base: report.release?.status === "already-released" ? report.version : report.base,
    checked_at: now
  }
}

/** The same as JSON. */
export const renderDraftBody = (checked: CheckedTree): string => JSON.stringify(makeDraftBody(checked))

/** The body of the release that the sources propose, also if it was refused. */
export const proposedBody = (history: ReleaseHistory, decision: Decision): SchemaBody =>
  schemaBody(proposedRelease(history, decision))

/** The texts of the sources that findings name, by their paths in the report. */
const sourcesNamedBy = (report: JsonReport, src: string, tree: SourceTree): DraftBody["sources"] => {
  const findings = "findings" in report ? report.findings : []
  const named = new Set(
    findings.flatMap(({ file, fix = [], related = [] }) => [file, ...[...fix, ...related].map(fileOf)])
  )
  const texts = tree.flatMap((entry) => {
    const file = joinRoot(src, entry.path)
    const text = named.has(file) ? decodeSource(entry) : undefined
    return text === undefined || Result.isFailure(text) ? [] : [[file, text.success] as const]
  })
  return Object.fromEntries(texts)
}

const fileOf = ({ file }: { readonly file: string }): string => file
