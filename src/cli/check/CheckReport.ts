import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { withBaseLocations } from "../../build/diagnostics/BaseLocations.ts"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { decideFromSources } from "../../build/Pipeline.ts"
import type { SourceTree } from "../../build/sources/SourceTree.ts"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import { branchBehind } from "../../domain/checks/lifecycle/Branches.ts"
import { findSelfApproved } from "../../domain/checks/WaiverChecks.ts"
import { asWarning, type Finding } from "../../domain/Finding.ts"
import type { Timestamp } from "../../domain/ledger/Timestamp.ts"
import type { Decision } from "../../domain/release/PublishRelease.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { checkBranch, findAuthors } from "../../git/BranchState.ts"
import { brokenFinding, toPublication, verifyFiles } from "../../release/Preview.ts"
import { makePublicationReport, makeUnreadableReport, type Report } from "../../report/Report.ts"
import { draftContext, readHistory, withReadingProgress } from "../Workspace.ts"

/** What a check decides on: the folders, and the time of the decision. */
export interface CheckTarget {
  readonly src: string
  readonly releases: string
  readonly now: Timestamp
  /** A file of contracts that the report counts. */
  readonly contracts?: string | undefined
}

/** A check: what it is about, its report, and what the report is made from, unless sources or ledger cannot be read. */
interface CheckOutcome extends CheckTarget {
  readonly tree: SourceTree
  readonly report: Report
  readonly decided?: { readonly history: ReleaseHistory; readonly decision: Decision }
}

/** Checks the working tree. */
export const checkWorkingTree = Effect.fnUntraced(function* (target: CheckTarget) {
  return yield* checkTree(yield* readWorkingTree(target.src), target)
})

/** Checks sources as they are, or as a command would write them. */
export const checkTree = Effect.fnUntraced(function* (tree: SourceTree, target: CheckTarget) {
  const { contracts, now, releases, src } = target
  const located = (findings: ReadonlyArray<Finding>) => locate(tree, { sources: src, releases }, findings)
  const unreadable = (findings: ReadonlyArray<Finding>): CheckOutcome => ({
    ...target,
    tree,
    report: makeUnreadableReport("check", located(findings))
  })
  const decided = yield* withReadingProgress(tree, (read) => decideFromSources(tree, draftContext(now), read))
  if (Result.isFailure(decided)) return unreadable(decided.failure)
  const decide = Effect.gen(function* () {
    const history = yield* readHistory(releases)
    const publication = toPublication(decided.success(history))
    const { decision } = publication
    const altered = (yield* verifyFiles(releases, history)).map(asWarning)
    const behind = decision.outcome._tag === "AlreadyReleased" ? [] : (yield* findNewerState(releases)).map(asWarning)
    const approved = yield* findSelfApprovals(src, decision)
    const found = [...altered, ...behind, ...decision.findings, ...approved]
    const findings = yield* withBaseLocations(src, decision.base, located(found))
    const report = yield* withContracts(makePublicationReport("check", publication, findings, releases), contracts, {
      history,
      decision
    })
    return { ...target, tree, report, decided: { history, decision } } satisfies CheckOutcome
  })
  return yield* Effect.catchTag(decide, "ChainBroken", (error) => Effect.succeed(unreadable([brokenFinding(error)])))
})

/** Adds the contracts to a report if a file of them is named. */
export const withContracts = (
  report: Report,
  file: string | undefined,
  decided: { readonly decision: Decision; readonly history: ReleaseHistory }
): Effect.Effect<Report> =>
  file === undefined
    ? Effect.succeed(report)
    : // Loaded when it is needed, since editors run a check after every save.
      Effect.flatMap(
        Effect.promise(() => import("./AssessFiles.ts")),
        ({ addContracts }) => addContracts(report, file, decided)
      )

/** The published state that the default branch has and this branch lacks. */
const findNewerState = (releases: string) =>
  Effect.map(checkBranch(releases, undefined), (found) => found.filter(({ rule }) => rule === branchBehind.id))

/** The waivers that the only author of the sources since the base release has approved. */
export const findSelfApprovals = (src: string, { base, outcome, waivers }: Decision) =>
  waivers.length === 0 || outcome._tag === "AlreadyReleased"
    ? Effect.succeed([])
    : Effect.map(findAuthors(src, base?.source_commit), (authors) => findSelfApproved(waivers, authors))
