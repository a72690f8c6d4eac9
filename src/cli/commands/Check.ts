import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { withBasePlaces } from "../../build/diagnostics/BaseLocations.ts"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { decision } from "../../build/Pipeline.ts"
import { findCacheFolder, makeSourceCache } from "../../build/sources/SourceCache.ts"
import { sourceSaves } from "../../build/sources/SourceWatcher.ts"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import type { Finding } from "../../domain/diagnostic/Finding.ts"
import { timestampOf, type Timestamp } from "../../domain/ledger/Timestamp.ts"
import { brokenFinding } from "../../release/LedgerFindings.ts"
import { judge } from "../../release/Publish.ts"
import { findingsReport, publicationReport } from "../../report/Report.ts"
import { toggle } from "../options/EnvironmentOption.ts"
import { date, format, releases, src } from "../options/Options.ts"
import { explain } from "../terminal/ErrorMessage.ts"
import { printReport, reportText } from "../terminal/Output.ts"
import { readingProgress } from "../terminal/ReadingProgress.ts"

const watch = toggle("watch", "Check again whenever a source is saved, until interrupted")

/** `taxonomy check`: what `build-release` would say of the sources as they are saved, with nothing written. */
export const check = Command.make(
  "check",
  { src, releases, format, date, watch },
  Effect.fnUntraced(function* (input) {
    const checked = Effect.flatMap(DateTime.now, (now) =>
      report(
        input.src,
        input.releases,
        Option.getOrElse(input.date, () => timestampOf(now))
      )
    )
    if (!input.watch) return yield* printReport(yield* checked, input.format)
    const shown = checked.pipe(
      Effect.flatMap((fresh) => reportText(fresh, input.format)),
      Effect.flatMap((text) => Console.log(`${text}\n`)),
      // In the middle of a save or a merge something may be unreadable; the next look will do.
      Effect.catch((error) => Console.log(`${explain(error)}\n`))
    )
    yield* Stream.runForEach(sourceSaves(input.src), () => shown)
  })
).pipe(
  Command.withDescription("Say what the saved sources would mean as a release, and what is wrong with them"),
  Command.withExamples([
    { command: "taxonomy check", description: "Check taxonomy-src before committing it" },
    { command: "taxonomy check --watch", description: "Check at every save" },
    { command: "taxonomy check --date 2027-06-01", description: "What would be allowed on that day" }
  ])
)

const report = Effect.fnUntraced(function* (src: string, releases: string, now: Timestamp) {
  const tree = yield* readWorkingTree(src)
  const located = (findings: ReadonlyArray<Finding>) => locate(tree, { sources: src, releases }, findings)
  const cache = makeSourceCache(yield* findCacheFolder)
  const context = { published_at: now, now, source_commit: "working-tree" }
  const decided = yield* readingProgress(tree, cache.read, (read) => decision(tree, context, read))
  cache.save()
  if (Result.isFailure(decided)) return findingsReport("check", located(decided.failure))
  return yield* judge(releases, decided.success).pipe(
    Effect.flatMap((publication) =>
      Effect.map(withBasePlaces(src, publication.decision.base, located(publication.decision.findings)), (findings) =>
        publicationReport("check", publication, findings, releases)
      )
    ),
    Effect.catchTag("ChainBroken", (error) => Effect.succeed(findingsReport("check", located([brokenFinding(error)]))))
  )
})
