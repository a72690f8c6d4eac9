import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { compile } from "../../build/Compile.ts"
import { locate, makeLocator, type Roots } from "../../build/diagnostics/SourceLocation.ts"
import { makeSourceCache } from "../../build/sources/SourceCache.ts"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import { findCacheFolder } from "../../platform/cache/CacheFolder.ts"
import { makeLedgerCache } from "../../release/ledger/LedgerCache.ts"
import { readHistory } from "../../release/ledger/ReadHistory.ts"
import { makeUnreadableReport } from "../../report/Report.ts"
import type { ReportFormat } from "../../report/Reporters.ts"
import { printReport } from "../terminal/Output.ts"
import { withReadingProgress } from "../terminal/ReadingProgress.ts"

/** Reads the working tree and the releases. Prints the findings of sources that cannot be read, and fails. */
export const readDraft = Effect.fnUntraced(function* (
  command: string,
  { format, releases, src }: { readonly src: string; readonly releases: string; readonly format: ReportFormat }
) {
  const tree = yield* readWorkingTree(src)
  const roots: Roots = { sources: src, releases }
  const folder = yield* findCacheFolder
  const cache = makeSourceCache(folder)
  const compiled = yield* withReadingProgress(tree, cache.read, (read) => compile(tree, read))
  cache.save()
  if (Result.isFailure(compiled)) {
    yield* printReport(makeUnreadableReport(command, locate(tree, roots, compiled.failure)), format)
    return yield* Effect.die("A report of unreadable sources has errors")
  }
  const history = yield* readHistory(releases, makeLedgerCache(folder, cache.values))
  const placeOf = makeLocator(tree, roots)
  return { sources: compiled.success, history, placeOf }
})
