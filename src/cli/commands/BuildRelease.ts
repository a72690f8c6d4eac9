import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { withBasePlaces } from "../../build/diagnostics/BaseLocations.ts"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { decision } from "../../build/Pipeline.ts"
import { releaseDate } from "../../build/ReleaseDate.ts"
import { readCommittedSources, uncommittedFindings } from "../../build/sources/CommittedSources.ts"
import { readSource } from "../../build/sources/SourceReader.ts"
import type { Finding } from "../../domain/diagnostic/Finding.ts"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { checkLedgerSinceHead } from "../../git/LedgerBase.ts"
import { commitRelease, type ReleaseCommit } from "../../git/ReleaseCommit.ts"
import { folderOf } from "../../release/artifacts/Renderers.ts"
import { brokenFinding } from "../../release/LedgerFindings.ts"
import { plan, publish, type Publication } from "../../release/Publish.ts"
import { findingsReport, publicationReport } from "../../report/Report.ts"
import { toggle } from "../options/EnvironmentOption.ts"
import { format, releases, src } from "../options/Options.ts"
import { printReport } from "../terminal/Output.ts"
import { readingProgress } from "../terminal/ReadingProgress.ts"

const dryRun = toggle("dry-run", "Decide and report, but write nothing")
const commit = toggle("commit", "Commit what was published")
const tag = toggle("tag", "Tag the commit vX.Y.Z, with the ledger's head hash in the message")

/** `build-release`: the sources of the commit that is checked out become the release that they declare. */
export const buildRelease = Command.make(
  "build-release",
  { src, releases, format, dryRun, commit, tag },
  Effect.fnUntraced(function* (input) {
    const sources = yield* readCommittedSources(input.src)
    const uncommitted = yield* uncommittedFindings(input.src)
    const located = (findings: ReadonlyArray<Finding>) =>
      locate(sources.tree, { sources: input.src, releases: input.releases }, findings)
    const refuse = (findings: ReadonlyArray<Finding>) =>
      printReport(findingsReport("build-release", located(findings)), input.format)

    const context = {
      published_at: yield* releaseDate(sources.committedAt),
      now: timestampOf(yield* DateTime.now),
      source_commit: sources.commit
    }
    const decided = yield* readingProgress(sources.tree, readSource, (read) => decision(sources.tree, context, read))
    const broken = Result.isFailure(decided) ? decided.failure : []
    if (uncommitted.length > 0) return yield* refuse([...uncommitted, ...broken])
    if (Result.isFailure(decided)) return yield* refuse(broken)

    // A release made without those before it would be another history under the same versions.
    const rewritten = yield* checkLedgerSinceHead(input.releases)
    if (rewritten.length > 0) return yield* refuse(rewritten)

    const publication = yield* (input.dryRun ? plan : publish)(input.releases, decided.success).pipe(
      Effect.catchTag(["ChainBroken", "FolderInTheWay"], (error) => refuse([brokenFinding(error)]))
    )
    if (publication === undefined) return
    const { base, findings: found } = publication.decision
    const findings = yield* withBasePlaces(input.src, base, located(found))
    yield* printReport(publicationReport("build-release", publication, findings, input.releases), input.format)
    if (input.dryRun || publication.status === "refused") return
    const kept =
      input.commit || input.tag
        ? yield* commitRelease(input.releases, publication.decision.version, { commit: input.commit, tag: input.tag })
        : undefined
    if (kept?.committed === true && kept.branch === undefined) yield* Console.error(onNoBranch)
    const next = kept === undefined ? howToKeep(publication) : howToSend(publication, input, kept)
    if (input.format === "pretty" && next !== undefined) yield* Console.log(next)
  })
).pipe(
  Command.withDescription("Compile the committed sources and publish them as the release that they declare"),
  Command.withExamples([
    { command: "build-release --dry-run", description: "See what would be published" },
    { command: "build-release --commit --tag", description: "Publish, commit releases/ and tag the commit" }
  ])
)

const onNoBranch =
  "warning: No branch is checked out, so the commit of the release is on none. Send it to its branch before you check out anything else."

const howToKeep = ({ status }: Publication): string | undefined =>
  status === "published" ? "Keep it: commit the folder of the releases (build-release --commit does)." : undefined

/** What git holds of the release now, and what is left to do before others have it. */
const howToSend = (
  { decision: { version } }: Publication,
  wanted: { readonly commit: boolean; readonly tag: boolean },
  { branch, committed, tagged }: ReleaseCommit
): string => {
  const name = folderOf({ version })
  const now = [...(committed ? ["committed"] : []), ...(tagged ? [`tagged ${name}`] : [])]
  const before = [...(wanted.commit ? ["committed"] : []), ...(wanted.tag ? [`tagged ${name}`] : [])]
  const done = now.length > 0 ? now.join(", and ") : `already ${before.join(", and ")}`
  return `${done.charAt(0).toUpperCase()}${done.slice(1)}. Send it: ${pushOf(name, wanted, branch)}`
}

const pushOf = (tag: string, wanted: { readonly commit: boolean }, branch: string | undefined): string => {
  if (branch !== undefined) return "git push --atomic --follow-tags"
  // git does not know what to push from a detached head, and does not guess.
  return wanted.commit ? "git push --atomic --follow-tags origin HEAD:<branch>" : `git push origin ${tag}`
}
