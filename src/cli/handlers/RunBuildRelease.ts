import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { withBaseLocations } from "../../build/diagnostics/BaseLocations.ts"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { decideFromSources } from "../../build/Pipeline.ts"
import { releaseDate } from "../../build/ReleaseDate.ts"
import { readCommittedSources } from "../../build/sources/CommittedSources.ts"
import { readSource } from "../../build/sources/SourceReader.ts"
import { findUncommittedFiles } from "../../build/sources/UncommittedSources.ts"
import type { Finding } from "../../domain/diagnostic/Finding.ts"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { checkLedgerSinceHead } from "../../git/LedgerBase.ts"
import { commitRelease } from "../../git/ReleaseCommit.ts"
import { brokenFinding } from "../../release/LedgerFindings.ts"
import { plan, publish } from "../../release/Publish.ts"
import { makeFindingsReport, makePublicationReport } from "../../report/Report.ts"
import type { BuildReleaseInput } from "../commands/BuildRelease.ts"
import { commitHint, detachedHeadWarning, pushHint } from "../terminal/GitHints.ts"
import { printReport } from "../terminal/Output.ts"
import { withReadingProgress } from "../terminal/ReadingProgress.ts"

/** Publishes the sources of the current commit, unless `--dry-run` is given, and reports the decision. */
export const runBuildRelease = Effect.fnUntraced(function* (input: BuildReleaseInput) {
  const sources = yield* readCommittedSources(input.src)
  const uncommitted = yield* findUncommittedFiles(input.src)
  const located = (findings: ReadonlyArray<Finding>) =>
    locate(sources.tree, { sources: input.src, releases: input.releases }, findings)
  const reportFindings = (findings: ReadonlyArray<Finding>) =>
    printReport(makeFindingsReport("build-release", located(findings)), input.format)

  const context = {
    published_at: yield* releaseDate(sources.committedAt),
    now: timestampOf(yield* DateTime.now),
    source_commit: sources.commit
  }
  const decided = yield* withReadingProgress(sources.tree, readSource, (read) =>
    decideFromSources(sources.tree, context, read)
  )
  const broken = Result.isFailure(decided) ? decided.failure : []
  if (uncommitted.length > 0) return yield* reportFindings([...uncommitted, ...broken])
  if (Result.isFailure(decided)) return yield* reportFindings(broken)

  // Publishing on a rewritten ledger would give published versions a second meaning.
  const rewritten = yield* checkLedgerSinceHead(input.releases)
  if (rewritten.length > 0) return yield* reportFindings(rewritten)

  const publication = yield* (input.dryRun ? plan : publish)(input.releases, decided.success).pipe(
    Effect.catchTag(["ChainBroken", "FolderInTheWay"], (error) => reportFindings([brokenFinding(error)]))
  )
  if (publication === undefined) return
  const { base, findings: found } = publication.decision
  const findings = yield* withBaseLocations(input.src, base, located(found))
  yield* printReport(makePublicationReport("build-release", publication, findings, input.releases), input.format)
  if (input.dryRun || publication.status === "refused") return
  const made =
    input.commit || input.tag
      ? yield* commitRelease(input.releases, publication.decision.version, { commit: input.commit, tag: input.tag })
      : undefined
  if (made?.committed === true && made.branch === undefined) yield* Console.error(detachedHeadWarning)
  const next = made === undefined ? commitHint(publication) : pushHint(publication, input, made)
  if (input.format === "pretty" && next !== undefined) yield* Console.log(next)
})
