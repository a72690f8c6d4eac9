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
import { newestOf } from "../../domain/release/commands/VersionPlan.ts"
import { netChanges } from "../../domain/release/NetChanges.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { empty } from "../../domain/taxonomy/EmptyTaxonomy.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { findCacheFolder } from "../../platform/cache/CacheFolder.ts"
import { makeLedgerCache } from "../../release/ledger/LedgerCache.ts"
import { readHistory } from "../../release/ledger/ReadHistory.ts"
import { makeItemFacts } from "../../report/ItemFacts.ts"
import { makeChangesReport, makeFindingsReport } from "../../report/Report.ts"
import { commandRefused, type CommandRefused } from "../CommandRefused.ts"
import { nothingPublished, printReport } from "../terminal/Output.ts"
import { withReadingProgress } from "../terminal/ReadingProgress.ts"
import type { DiffInput } from "./Diff.ts"

/** Prints the changes between two states, or why one cannot be read. */
export const runDiff = Effect.fnUntraced(function* (input: DiffInput) {
  const cache = yield* findCacheFolder
  const history = yield* readHistory(input.releases, makeLedgerCache(cache))
  const newest = newestOf(history)
  if (newest === undefined && Option.isNone(input.from)) {
    yield* Console.error(`note: ${nothingPublished(input.releases)} All items count as added.`)
  }
  const before = yield* Option.match(input.from, {
    onNone: () =>
      Effect.succeed<State>({ taxonomy: newest?.taxonomy ?? empty, tree: [], findings: [], release: newest }),
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
  // Between releases, a definition that was only corrected has not changed its meaning.
  const changes =
    before.release === undefined || after.release === undefined
      ? diff(before.taxonomy, after.taxonomy)
      : netChanges(history, before.release, after.release)
  yield* printReport(makeChangesReport("diff", changes, makeItemFacts(before.taxonomy, after.taxonomy)), input.format)
})

interface State {
  readonly taxonomy: Taxonomy | undefined
  readonly tree: SourceTree
  readonly findings: ReadonlyArray<Parameters<typeof locate>[2][number]>
  /** Set if the state is that of a release. */
  readonly release?: PublishedRelease | undefined
}

const stateAt = Effect.fnUntraced(function* (
  history: ReleaseHistory,
  folders: { readonly src: string; readonly releases: string },
  cacheFolder: string | undefined,
  place: string
) {
  const published = [...history.releases.values()].find(({ version }) => version === place.replace(/^v/, ""))
  if (published !== undefined) {
    const withdrawn = history.withdrawn.get(published.version)
    if (withdrawn !== undefined)
      yield* Console.error(`note: ${published.version} was withdrawn on ${dayOf(withdrawn.date)}: ${withdrawn.reason}`)
    const state: State = { taxonomy: published.taxonomy, tree: [], findings: [], release: published }
    return state
  }
  if (/^v?\d+\.\d+\.\d+$/.test(place)) return yield* refusalOf(place, history, folders.releases)
  const readRevision = Effect.mapError(readCommittedSources(folders.src, place), (error) =>
    // A short version can be the name of a branch, so it is read as a revision first.
    error._tag === "CommitNotFound" && /^v?\d+(?:\.\d+)?$/.test(place)
      ? refusalOf(place, history, folders.releases)
      : error
  )
  const tree = place === "." ? yield* readWorkingTree(folders.src) : (yield* readRevision).tree
  const cache = makeSourceCache(cacheFolder)
  const compiled = yield* withReadingProgress(tree, cache.read, (read) => compile(tree, read))
  cache.save()
  const state: State = Result.match(compiled, {
    onSuccess: ({ taxonomy }) => ({ taxonomy, tree, findings: [] }),
    onFailure: (findings) => ({ taxonomy: undefined, tree, findings })
  })
  return state
})

const refusalOf = (place: string, history: ReleaseHistory, releases: string): CommandRefused => {
  const versions = [...history.releases.keys()]
  const near = versions.findLast((version) => version.startsWith(`${place.replace(/^v/, "")}.`))
  const hint = near === undefined ? `Published: ${versions.join(", ")}` : `Did you mean ${near}?`
  return commandRefused(`Release ${place} does not exist. ${versions.length === 0 ? nothingPublished(releases) : hint}`)
}
