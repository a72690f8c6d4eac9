import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { locate, type LocatedFinding, type Roots } from "../../build/diagnostics/SourceLocation.ts"
import { fixTree, type FixedFile, type FixRound } from "../../build/FixTree.ts"
import { decideFromSources } from "../../build/Pipeline.ts"
import { readSource } from "../../build/sources/SourceReader.ts"
import { joinRoot, type SourceTree } from "../../build/sources/SourceTree.ts"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import { writeSources } from "../../build/sources/WriteSources.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { readLedger } from "../../release/Ledger.ts"
import { messageOf } from "../../report/FindingText.ts"
import type { ReportFormat } from "../../report/Reporters.ts"
import { visibleText } from "../../report/text/PlainText.ts"
import { compareLines } from "../terminal/ChangedLines.ts"
import { printReport } from "../terminal/Output.ts"
import { draftContext } from "../Workspace.ts"
import { checkTree, type CheckTarget } from "./CheckReport.ts"

/** Applies what findings say to do, as far as that leaves nothing to decide, and prints the report of the result. */
export const runFix = Effect.fnUntraced(function* (target: CheckTarget, format: ReportFormat, isDryRun: boolean) {
  const tree = yield* readWorkingTree(target.src)
  const fixed = fixTree(tree, yield* findingsIn(target))
  if (!isDryRun) yield* writeSources(target.src, tree, fixed.writes)
  const { report } = yield* checkTree(fixed.tree, target)
  const roots = { sources: target.src, releases: target.releases }
  const log =
    fixed.rounds.length > 0
      ? formatFixes(fixed.rounds, roots, isDryRun)
      : report.findings.length === 0
        ? "Nothing to fix."
        : "Nothing can be fixed automatically. Each finding says what to do."
  // Programs read the other formats from standard output.
  yield* format === "pretty" ? Console.log(`${log}\n`) : Console.error(log)
  yield* printReport(report, format)
})

/** The findings of a check. While the ledger cannot be read, only those of the sources are known. */
const findingsIn = Effect.fnUntraced(function* ({ now, releases }: CheckTarget) {
  const ledger = yield* readLedger(releases).pipe(Effect.catchTag("ChainBroken", () => Effect.undefined))
  const read = memoizeByIdentity(readSource)
  return (tree: SourceTree) => {
    const decided = decideFromSources(tree, draftContext(now), read)
    if (Result.isFailure(decided)) return decided.failure
    return ledger === undefined ? [] : decided.success(ledger.history).findings
  }
})

/** What was fixed: the findings of each file with their lines, and below them what changed. */
const formatFixes = (rounds: ReadonlyArray<FixRound>, roots: Roots, isDryRun: boolean): string => {
  const findings = rounds.reduce((sum, { fixed }) => sum + fixed.length, 0)
  const count = `${findings} ${findings === 1 ? "finding" : "findings"}`
  const head = isDryRun ? `Would fix ${count}. Nothing was written:` : `Fixed ${count}:`
  return [head, ...rounds.flatMap((round) => formatRound(round, roots))].join("\n")
}

const formatRound = ({ files, fixed, tree }: FixRound, roots: Roots): ReadonlyArray<string> => {
  const located = Map.groupBy(locate(tree, roots, fixed), ({ place }) => place.file)
  return files.flatMap((changed) => {
    const { file, renamedTo } = changed
    return [
      ...(located.get(joinRoot(roots.sources, file)) ?? []).map(formatFinding),
      ...(renamedTo === undefined ? [] : [`    renamed to ${joinRoot(roots.sources, renamedTo)}`]),
      ...changedLines(changed)
    ]
  })
}

const formatFinding = (finding: LocatedFinding): string =>
  `  ${finding.place.file}:${finding.place.line}: ${messageOf(finding)}`

const changedLines = ({ after, before }: FixedFile): ReadonlyArray<string> =>
  compareLines(linesOf(before), linesOf(after)).flatMap(({ added, removed }) => [
    ...removed.map((line) => `    - ${line}`),
    ...added.map((line) => `    + ${line}`)
  ])

const linesOf = (text: string): Array<string> => text.split(/\r?\n/).map((line) => visibleText(line.trim()))
