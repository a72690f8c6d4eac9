import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { compile } from "../../build/Compile.ts"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { readCommittedSources } from "../../build/sources/CommittedSources.ts"
import { makeSourceCache } from "../../build/sources/SourceCache.ts"
import type { SourceTree } from "../../build/sources/SourceTree.ts"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import { diff } from "../../domain/change/Diff.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { newestOf } from "../../domain/release/VersionPlan.ts"
import { empty, type Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { findCacheFolder } from "../../platform/cache/CacheFolder.ts"
import { makeLedgerCache } from "../../release/ledger/LedgerCache.ts"
import { readHistory } from "../../release/ledger/ReadHistory.ts"
import { makeChangesReport, makeFindingsReport } from "../../report/Report.ts"
import { commandRefused } from "../CommandRefused.ts"
import type { DiffInput } from "../commands/Diff.ts"
import { nothingPublished, printReport } from "../terminal/Output.ts"
import { withReadingProgress } from "../terminal/ReadingProgress.ts"

/** Prints the changes between two states, or why one cannot be read. */
export const runDiff = Effect.fnUntraced(function* (input: DiffInput) {
  const cache = yield* findCacheFolder
  const history = yield* readHistory(input.releases, makeLedgerCache(cache))
  const newest = newestOf(history)
  if (newest === undefined && Option.isNone(input.from)) {
    yield* Console.error(`note: ${nothingPublished(input.releases)} All items count as added.`)
  }
  const before = yield* Option.match(input.from, {
    onNone: () => Effect.succeed({ taxonomy: newest?.taxonomy ?? empty, tree: [], findings: [] }),
    onSome: (place) => stateAt(history, input, cache, place)
  })
  const after = yield* stateAt(
    history,
    input,
    cache,
    Option.getOrElse(input.to, () => ".")
  )
  const unreadable = [before, after].flatMap(({ findings, tree }) =>
    locate(tree, { sources: input.src, releases: input.releases }, findings)
  )
  if (before.taxonomy === undefined || after.taxonomy === undefined) {
    return yield* printReport(makeFindingsReport("diff", unreadable), input.format)
  }
  const changes = diff(before.taxonomy, after.taxonomy)
  yield* printReport(makeChangesReport("diff", changes), input.format)
})

interface State {
  readonly taxonomy: Taxonomy | undefined
  readonly tree: SourceTree
  readonly findings: ReadonlyArray<Parameters<typeof locate>[2][number]>
}

const stateAt = Effect.fnUntraced(function* (
  history: ReleaseHistory,
  folders: { readonly src: string; readonly releases: string },
  cacheFolder: string | undefined,
  place: string
) {
  const published = [...history.releases.values()].find(({ version }) => version === place.replace(/^v/, ""))
  if (published !== undefined) return { taxonomy: published.taxonomy, tree: [], findings: [] } satisfies State
  if (/^v?\d+\.\d+\.\d+$/.test(place)) {
    const versions = [...history.releases.keys()].join(", ")
    const why = versions === "" ? `. ${nothingPublished(folders.releases)}` : `; published: ${versions}`
    return yield* commandRefused(`Release ${place} does not exist${why}`)
  }
  const tree =
    place === "." ? yield* readWorkingTree(folders.src) : (yield* readCommittedSources(folders.src, place)).tree
  const cache = makeSourceCache(cacheFolder)
  const compiled = yield* withReadingProgress(tree, cache.read, (read) => compile(tree, read))
  cache.save()
  const state: State = Result.match(compiled, {
    onSuccess: ({ taxonomy }) => ({ taxonomy, tree, findings: [] }),
    onFailure: (findings) => ({ taxonomy: undefined, tree, findings })
  })
  return state
})
