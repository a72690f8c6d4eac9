import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import * as Result from "effect/Result"
import type * as SourceLocation from "../../src/build/diagnostics/SourceLocation.ts"
import type * as Pipeline from "../../src/build/Pipeline.ts"
import type * as SourceReader from "../../src/build/sources/SourceReader.ts"
import type { ReadSource } from "../../src/build/sources/SourceReader.ts"
import type { SourceTree } from "../../src/build/sources/SourceTree.ts"
import { getCheck } from "../../src/domain/checks/CheckRegistry.ts"
import type { Decision } from "../../src/domain/release/commands/PublishRelease.ts"
import type { Release, ReleaseHistory } from "../../src/domain/release/ReleaseHistory.ts"
import { formatItem } from "../../src/domain/taxonomy/ItemRef.ts"
import type * as Reports from "../../src/report/Report.ts"
import type * as Reporters from "../../src/report/Reporters.ts"

/** The program of a checkout, as far as `taxonomy check` needs it. */
export interface Program {
  readonly readSource: ReadSource
  /** What a check reports, in the formats. */
  readonly check: (proposal: Proposal, formats: ReadonlyArray<Format>, read?: ReadSource) => Promise<Outcome>
}

/** Sources, what was published before, and the time of the decision. */
export interface Proposal {
  readonly tree: SourceTree
  readonly history: ReleaseHistory
  readonly date: string
  readonly now: string
}

export interface Outcome {
  /** The report in some formats, and all else that was decided. */
  readonly texts: ReadonlyMap<string, string>
  readonly rules: ReadonlyArray<string>
  readonly release: Release | undefined
  readonly suggested?: string | undefined
  /** The rule and the subject of each finding that can be waived. */
  readonly waivable?: ReadonlyArray<readonly [rule: string, subject: string]>
}

export const formats = ["json", "pretty", "github", "sarif", "junit", "markdown"] as const

type Format = (typeof formats)[number]

/** Loads the program of a checkout into this process. */
export const loadProgram = async (checkout: string): Promise<Program> => {
  const load = (path: string) => import(pathToFileURL(resolve(checkout, "src", path)).href)
  const pipeline: typeof Pipeline = await load("build/Pipeline.ts")
  const locations: typeof SourceLocation = await load("build/diagnostics/SourceLocation.ts")
  const reader: typeof SourceReader = await load("build/sources/SourceReader.ts")
  const reports: typeof Reports = await load("report/Report.ts")
  const registry: typeof Reporters = await load("report/Reporters.ts")
  const render = new Map(
    await Promise.all(formats.map(async (name) => [name, await registry.reporters[name]()] as const))
  )
  return {
    readSource: reader.readSource,
    check: async ({ date, history, now, tree }, names, read) => {
      const decided = pipeline.decideFromSources(tree, { published_at: date, now, source_commit: "working-tree" }, read)
      const locate = (findings: Decision["findings"]) => locations.locate(tree, roots, findings)
      const decision = Result.isSuccess(decided) ? decided.success(history) : undefined
      const report =
        Result.isFailure(decided) || decision === undefined
          ? reports.makeFindingsReport("check", locate(Result.isFailure(decided) ? decided.failure : []))
          : reports.makePublicationReport(
              "check",
              { decision, status: statusOf(decision), digest: undefined },
              locate(decision.findings),
              "releases"
            )
      const texts = await Promise.all(
        names.map(async (name) => [name, (await render.get(name)?.(report, { colour: false })) ?? ""] as const)
      )
      return {
        texts: new Map<string, string>([
          ...texts,
          ["findings", JSON.stringify(report.findings)],
          ["outcome", JSON.stringify(decision?.outcome, plain) ?? ""]
        ]),
        rules: report.findings.map(({ rule }) => rule),
        release: decision?.outcome._tag === "Publish" ? decision.outcome.release : undefined,
        suggested: decision?.suggestedVersion,
        waivable: report.findings.flatMap(({ item, rule }) =>
          item !== undefined && getCheck(rule).waivable ? [[rule, formatItem(item)] as const] : []
        )
      }
    }
  }
}

const roots = { sources: "taxonomy-src", releases: "releases" }

const statusOf = ({ outcome }: Decision) =>
  outcome._tag === "Refused" ? "refused" : outcome._tag === "Publish" ? "planned" : "already-released"

const plain = (_key: string, value: unknown): unknown => (value instanceof Map ? [...value] : value)
