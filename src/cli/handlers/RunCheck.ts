import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { withBaseLocations } from "../../build/diagnostics/BaseLocations.ts"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { decideFromSources } from "../../build/Pipeline.ts"
import { makeSourceCache } from "../../build/sources/SourceCache.ts"
import { watchSources } from "../../build/sources/SourceWatcher.ts"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import type { Finding } from "../../domain/diagnostic/Finding.ts"
import { timestampOf, type Timestamp } from "../../domain/ledger/Timestamp.ts"
import { findCacheFolder } from "../../platform/cache/CacheFolder.ts"
import { makeLedgerCache } from "../../release/ledger/LedgerCache.ts"
import { readHistory } from "../../release/ledger/ReadHistory.ts"
import { brokenFinding } from "../../release/LedgerFindings.ts"
import { toPublication } from "../../release/Preview.ts"
import { makeFindingsReport, makePublicationReport } from "../../report/Report.ts"
import type { CheckInput } from "../commands/Check.ts"
import { formatError } from "../terminal/ErrorMessage.ts"
import { printReport, renderReport } from "../terminal/Output.ts"
import { withReadingProgress } from "../terminal/ReadingProgress.ts"

/** Prints the decision on the working tree, with `--watch` after each save. */
export const runCheck = Effect.fnUntraced(function* (input: CheckInput) {
  const checked = Effect.flatMap(DateTime.now, (now) =>
    report(
      input.src,
      input.releases,
      Option.getOrElse(input.date, () => timestampOf(now))
    )
  )
  if (!input.watch) return yield* printReport(yield* checked, input.format)
  const printCheck = checked.pipe(
    Effect.flatMap((current) => renderReport(current, input.format)),
    Effect.flatMap((text) => Console.log(`${text}\n`)),
    // During a save or a merge a file may be unreadable. The next save triggers another check.
    Effect.catch((error) => Console.log(`${formatError(error)}\n`))
  )
  yield* Stream.runForEach(watchSources(input.src), () => printCheck)
})

const report = Effect.fnUntraced(function* (src: string, releases: string, now: Timestamp) {
  const tree = yield* readWorkingTree(src)
  const located = (findings: ReadonlyArray<Finding>) => locate(tree, { sources: src, releases }, findings)
  const folder = yield* findCacheFolder
  const cache = makeSourceCache(folder)
  const context = { published_at: now, now, source_commit: "working-tree" }
  const decided = yield* withReadingProgress(tree, cache.read, (read) => decideFromSources(tree, context, read))
  cache.save()
  if (Result.isFailure(decided)) return makeFindingsReport("check", located(decided.failure))
  return yield* readHistory(releases, makeLedgerCache(folder, cache.values)).pipe(
    Effect.map((history) => toPublication(decided.success(history))),
    Effect.flatMap((publication) =>
      Effect.map(
        withBaseLocations(src, publication.decision.base, located(publication.decision.findings)),
        (findings) => makePublicationReport("check", publication, findings, releases)
      )
    ),
    Effect.catchTag("ChainBroken", (error) =>
      Effect.succeed(makeFindingsReport("check", located([brokenFinding(error)])))
    )
  )
})
