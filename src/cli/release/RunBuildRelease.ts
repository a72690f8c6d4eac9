import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { withBaseLocations } from "../../build/diagnostics/BaseLocations.ts"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { decideFromSources } from "../../build/Pipeline.ts"
import { releaseDate } from "../../build/ReleaseDate.ts"
import { readCommittedSources } from "../../build/sources/CommittedSources.ts"
import { findUncommittedFiles } from "../../build/sources/UncommittedSources.ts"
import { asWarning, isError, type Finding } from "../../domain/diagnostic/Finding.ts"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { checkBranch } from "../../git/BranchState.ts"
import { checkLedgerSinceHead } from "../../git/LedgerBase.ts"
import { commitRelease } from "../../git/ReleaseCommit.ts"
import { readLedger } from "../../release/ledger/Ledger.ts"
import { brokenFinding } from "../../release/LedgerFindings.ts"
import { logKeyVariable } from "../../release/log/LogKeyRefused.ts"
import type { Publication } from "../../release/Preview.ts"
import { plan, publish } from "../../release/Publish.ts"
import { verifyFiles } from "../../release/VerifyFiles.ts"
import { makePublicationReport, makeUnreadableReport } from "../../report/Report.ts"
import { readSigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { findSelfApprovals } from "../check/CheckReport.ts"
import { withContracts } from "../contracts/ContractsOption.ts"
import { printReport } from "../terminal/Output.ts"
import { withReadingProgress } from "../terminal/ReadingProgress.ts"
import type { BuildReleaseInput } from "./BuildRelease.ts"
import { commitHint, detachedHeadWarning, pushHint } from "./GitHints.ts"

/** Publishes the sources of the current commit, unless `--dry-run` is given, and reports the decision. */
export const runBuildRelease = Effect.fnUntraced(function* (input: BuildReleaseInput) {
  // A dry run signs nothing, so it needs no secret.
  const keys = input.dryRun ? undefined : yield* readSigningKeys(logKeyVariable)
  const sources = yield* readCommittedSources(input.src)
  const uncommitted = yield* findUncommittedFiles(input.src)
  const located = (findings: ReadonlyArray<Finding>) =>
    locate(sources.tree, { sources: input.src, releases: input.releases }, findings)
  const reportFindings = (findings: ReadonlyArray<Finding>) =>
    printReport(makeUnreadableReport("build-release", located(findings)), input.format)

  const context = {
    published_at: yield* releaseDate(sources.committedAt),
    now: timestampOf(yield* DateTime.now),
    source_commit: sources.commit,
    preferFormat: input.artifactFormat
  }
  const decided = yield* withReadingProgress(sources.tree, (read) => decideFromSources(sources.tree, context, read))
  const broken = Result.isFailure(decided) ? decided.failure : []
  if (uncommitted.length > 0) return yield* reportFindings([...uncommitted, ...broken])
  if (Result.isFailure(decided)) return yield* reportFindings(broken)

  // Publishing on a rewritten ledger would give published versions a second meaning.
  const rewritten = yield* checkLedgerSinceHead(input.releases)
  if (rewritten.length > 0) return yield* reportFindings(rewritten)
  const ofBranch = yield* checkBranch(input.releases, Option.getOrUndefined(input.defaultBranch))
  const isBehind = ofBranch.some(isError)

  const decision = yield* Effect.gen(function* () {
    const { history } = yield* readLedger(input.releases)
    const altered = yield* verifyFiles(input.releases, history)
    if (altered.length > 0) return yield* reportFindings(altered)
    return yield* input.dryRun || isBehind
      ? plan(input.releases, decided.success)
      : publish(input.releases, decided.success, keys)
  }).pipe(
    Effect.catchTag(["ChainBroken", "CheckpointBroken", "FolderInTheWay"], (error) =>
      reportFindings([brokenFinding(error)])
    )
  )
  if (decision === undefined) return
  const publication = isBehind && !input.dryRun ? refusePlanned(decision) : decision
  const { base, findings: found } = publication.decision
  const branchFindings = publication.status === "already-released" ? [] : ofBranch
  const approved = yield* findSelfApprovals(input.src, publication.decision)
  const ofRepository = [...branchFindings.map((finding) => (input.dryRun ? asWarning(finding) : finding)), ...approved]
  const shown = [...ofRepository, ...found]
  const findings = yield* withBaseLocations(input.src, base, located(shown))
  const report = makePublicationReport("build-release", publication, findings, input.releases)
  const { contracts } = input
  yield* printReport(
    contracts === undefined
      ? report
      : yield* withContracts(report, contracts, { ...publication, ...(yield* readLedger(input.releases)) }),
    input.format
  )
  if (input.dryRun || publication.status === "refused") return
  const made =
    input.commit || input.tag
      ? yield* commitRelease(input.releases, publication.decision.version, { commit: input.commit, tag: input.tag })
      : undefined
  if (made?.committed === true && made.branch === undefined) yield* Console.error(detachedHeadWarning)
  if (input.format !== "pretty") return
  const { history } = yield* readLedger(input.releases)
  const next = made === undefined ? commitHint(publication) : pushHint(publication, input, made, history)
  if (next !== undefined) yield* Console.log(next)
})

/** A release that is already published stays so, whatever the branch. */
const refusePlanned = (publication: Publication): Publication =>
  publication.status === "planned" ? { ...publication, status: "refused" } : publication
