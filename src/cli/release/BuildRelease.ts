import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { withBaseLocations } from "../../build/diagnostics/BaseLocations.ts"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { decideFromSources, releaseDate } from "../../build/Pipeline.ts"
import { readCommittedSources, findUncommittedFiles } from "../../build/sources/CommittedSources.ts"
import { asWarning, isError, type Finding } from "../../domain/Finding.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { newestStanding } from "../../domain/release/StandingReleases.ts"
import { majorOf } from "../../domain/taxonomy/VersionArithmetic.ts"
import { checkBranch } from "../../git/BranchState.ts"
import { checkLedgerSinceHead } from "../../git/LedgerBase.ts"
import { commitRelease, type ReleaseCommit } from "../../git/ReleaseCommit.ts"
import { currentTime } from "../../platform/CurrentTime.ts"
import { folderOf } from "../../release/artifacts/Manifest.ts"
import { readLedger } from "../../release/Ledger.ts"
import { logKeyVariable } from "../../release/log/SignedLedger.ts"
import { brokenFinding, verifyFiles, type Publication } from "../../release/Preview.ts"
import { plan, publish } from "../../release/Publish.ts"
import { makePublicationReport, makeUnreadableReport } from "../../report/Report.ts"
import { readSigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { findSelfApprovals, withContracts } from "../check/CheckReport.ts"
import * as Options from "../options/Options.ts"
import { printReport } from "../terminal/Output.ts"
import { withReadingProgress } from "../Workspace.ts"

const buildReleaseOptions = {
  ...Options.reportOptions,
  contracts: Options.contractsOption,
  dryRun: Options.toggleOption("dry-run", "Report only, without writing anything"),
  commit: Options.toggleOption("commit", "Git commit of the releases folder after publishing"),
  tag: Options.toggleOption("tag", "Git tag vX.Y.Z on the release commit, with the ledger's head hash in its message"),
  artifactFormat: Options.literalOptionOr(
    "artifact-format",
    ["lowest", "newest"],
    "Format of the release: the lowest that has a place for all it contains, which older servers can serve, or the newest, with release notes in words",
    "lowest"
  ),
  defaultBranch: Options.optionalOption(
    "default-branch",
    "Branch on which releases belong",
    "that of the remote origin, main or master",
    "branch"
  )
}

/**
 * `build-release`: publishes the sources of the current commit as the release that they declare, unless `--dry-run` is
 * given, and reports the decision.
 */
export const buildReleaseCommand = Options.makeCommand("build-release", buildReleaseOptions, {
  "build-release --dry-run": "Show what would be published",
  "build-release --commit --tag": "Publish, commit releases/ and tag the commit"
})(function* (input) {
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
    now: yield* currentTime,
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
  const ofBranch = yield* checkBranch(input.releases, input.defaultBranch)
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
}).pipe(
  Command.withDescription(
    "Publish the committed sources as the release that they declare. With a key in TAXONOMY_LOG_KEY, sign the log"
  )
)

/** A release that is already published stays so, whatever the branch. */
const refusePlanned = (publication: Publication): Publication =>
  publication.status === "planned" ? { ...publication, status: "refused" } : publication

interface RequestedCommit {
  readonly commit: boolean
  readonly tag: boolean
}

const detachedHeadWarning =
  "warning: HEAD is detached, so no branch contains the release commit. Push it to its branch before you check out another commit."

/** The next step after publishing without `--commit` and `--tag`. */
const commitHint = ({ status }: Publication): string | undefined =>
  status === "published" ? "Next: commit the releases folder (build-release --commit does)." : undefined

/** What is committed and tagged, and how to go on: after a correction of an older line, not with a push. */
const pushHint = (
  { decision: { version } }: Publication,
  requested: RequestedCommit,
  { branch, committed, tagged }: ReleaseCommit,
  history: ReleaseHistory
): string => {
  const tag = folderOf({ version })
  const done = describeSteps({ commit: committed, tag: tagged }, tag)
  const state = done === "" ? `already ${describeSteps(requested, tag)}` : done
  const newest = newestStanding(history)?.version ?? version
  const restore =
    requested.commit && majorOf(version) < majorOf(newest)
      ? 'bring the newest sources back ("Fix an older line" in docs/how-to/correct-a-release.md), then '
      : ""
  const push = pushCommand(tag, requested, branch)
  return `${state.charAt(0).toUpperCase()}${state.slice(1)}. Next: ${restore}${push}`
}

const describeSteps = ({ commit, tag }: RequestedCommit, name: string): string =>
  [...(commit ? ["committed"] : []), ...(tag ? [`tagged ${name}`] : [])].join(" and ")

/** On a detached head git requires the name of the branch. */
const pushCommand = (tag: string, { commit }: RequestedCommit, branch: string | undefined): string => {
  if (branch !== undefined) return "git push --atomic --follow-tags"
  return commit ? "git push --atomic --follow-tags origin HEAD:<branch>" : `git push origin ${tag}`
}
