import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { fixTree } from "../../build/fix/FixTree.ts"
import { decideFromSources } from "../../build/Pipeline.ts"
import { readSource } from "../../build/sources/SourceReader.ts"
import type { SourceTree } from "../../build/sources/SourceTree.ts"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import { writeSources } from "../../build/sources/WriteSources.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { readLedger } from "../../release/ledger/Ledger.ts"
import type { ReportFormat } from "../../report/Reporters.ts"
import { printReport } from "../terminal/Output.ts"
import { checkTree, type CheckTarget } from "./CheckReport.ts"
import { formatFixes } from "./FixLog.ts"

/** Applies what findings say to do, as far as that leaves nothing to decide, and prints the report of the result. */
export const runFix = Effect.fnUntraced(function* (target: CheckTarget, format: ReportFormat, isDryRun: boolean) {
  const tree = yield* readWorkingTree(target.src)
  const fixed = fixTree(tree, yield* findingsIn(target))
  if (!isDryRun) yield* writeSources(target.src, tree, fixed.writes)
  const report = yield* checkTree(fixed.tree, target)
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
  const context = { published_at: now, now, source_commit: "working-tree" }
  const read = memoizeByIdentity(readSource)
  return (tree: SourceTree) => {
    const decided = decideFromSources(tree, context, read)
    if (Result.isFailure(decided)) return decided.failure
    return ledger === undefined ? [] : decided.success(ledger.history).findings
  }
})
