import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { compile, type Sources } from "../build/Compile.ts"
import { locate, makeLocator, type Roots } from "../build/diagnostics/SourceLocation.ts"
import { readSource, type ReadSource } from "../build/sources/SourceReader.ts"
import type { SourceTree } from "../build/sources/SourceTree.ts"
import { readWorkingTree } from "../build/sources/WorkingTree.ts"
import type { Finding } from "../domain/Finding.ts"
import type { Timestamp } from "../domain/ledger/Timestamp.ts"
import type { ItemEntry } from "../domain/lookup/ItemUses.ts"
import { findItem } from "../domain/lookup/SearchItems.ts"
import { decide, proposedRelease, type Decision } from "../domain/release/PublishRelease.ts"
import type { PublishedRelease, Release, ReleaseHistory } from "../domain/release/ReleaseHistory.ts"
import { releasesBySelector, withoutPrefix } from "../domain/release/ReleaseLines.ts"
import { listSome } from "../domain/Sentence.ts"
import { didYouMean } from "../domain/taxonomy/Suggestion.ts"
import type { Taxonomy } from "../domain/taxonomy/Taxonomy.ts"
import { majorOf } from "../domain/taxonomy/VersionArithmetic.ts"
import { snapshotOf } from "../domain/vocabulary/Snapshot.ts"
import { currentTime } from "../platform/CurrentTime.ts"
import { withProgress } from "../platform/Progress.ts"
import { formatOf } from "../release/artifacts/FormatChoice.ts"
import { readLedger } from "../release/Ledger.ts"
import { makeUnreadableReport } from "../report/Report.ts"
import type { ReportFormat } from "../report/Reporters.ts"
import { formatItemText } from "../report/text/ItemText.ts"
import { commandRefused, type CommandRefused } from "./CommandRefused.ts"
import { printReport, nothingPublished } from "./terminal/Output.ts"

/** Reads the working tree and the releases. Prints the findings of sources that cannot be read, and fails. */
export const readDraft = Effect.fnUntraced(function* (
  command: string,
  { format, releases, src }: { readonly src: string; readonly releases: string; readonly format: ReportFormat }
) {
  const tree = yield* readWorkingTree(src)
  const roots: Roots = { sources: src, releases }
  const compiled = yield* withReadingProgress(tree, (read) => compile(tree, read))
  if (Result.isFailure(compiled)) {
    yield* printReport(makeUnreadableReport(command, locate(tree, roots, compiled.failure)), format)
    return yield* Effect.die("A report of unreadable sources has errors")
  }
  const history = yield* readHistory(releases)
  const placeOf = makeLocator(tree, roots)
  return { sources: compiled.success, history, placeOf }
})

/** The time and the commit of a decision on the working tree. */
export const draftContext = (now: Timestamp) => ({ published_at: now, now, source_commit: workingTree })

/** The name of the working tree in the place of a version or a commit. */
export const workingTree = "working-tree"

/** Decides on compiled sources as if they were published at a time. */
export const decideDraft = (history: ReleaseHistory, sources: Sources, now: Timestamp): Decision =>
  decide(history, { ...sources, ...draftContext(now), format: formatOf(history, sources) })

/** Locates findings of the releases, which concern no source. */
export const locatePublished = (releases: string, findings: ReadonlyArray<Finding>) =>
  locate([], { sources: "", releases }, findings)

/** Reads the releases for a command that informs an editor. Earlier versions kept a cache for such commands. */
export const readHistory = Effect.fnUntraced(function* (releases: string) {
  const cache = yield* Config.String("TAXONOMY_CACHE").pipe(Config.withDefault(""))
  if (cache !== "") yield* Console.error("note: TAXONOMY_CACHE is ignored: commands keep no cache any more.")
  const { history } = yield* readLedger(releases)
  return history
})

/** Calls `readAll` with a reader that reports each source that it has read. */
export const withReadingProgress = <A>(tree: SourceTree, readAll: (read: ReadSource) => A): Effect.Effect<A> =>
  withProgress("Reading sources", tree.length, (advance) =>
    Effect.sync(() =>
      readAll((entry) => {
        const content = readSource(entry)
        advance()
        return content
      })
    )
  )

interface Choice {
  readonly history: ReleaseHistory
  /** The folder of the releases. */
  readonly releases: string
  /** What the option accepts besides a release. */
  readonly alternative?: string
}

/**
 * Selects a release as the API does: `v1.2.0`, or the newest of `v1.2` or `v1` that is not withdrawn, the `v` optional. An
 * error names the published releases.
 */
export const selectRelease = (
  selector: string,
  { alternative, history, releases }: Choice
): Effect.Effect<PublishedRelease, CommandRefused> => {
  const selected = releasesBySelector(history).get(withoutPrefix(selector))
  if (selected !== undefined) return Effect.succeed(selected)
  const published = [...history.releases.keys()]
  const isWithdrawn = published.some((version) => String(majorOf(version)) === withoutPrefix(selector))
  const problem = isWithdrawn ? `Every release of ${selector} was withdrawn` : `Release ${selector} does not exist`
  const choices = published.join(", ") + (alternative === undefined ? "" : `, or ${alternative}`)
  const hint = published.length === 0 ? nothingPublished(releases) : `Choose one of ${choices}.`
  return commandRefused(`${problem}. ${hint}`)
}

/** Reads the release that a selector names. Without one, or for `working-tree`, reads the release that the draft proposes. */
export const readReleaseOrDraft = Effect.fnUntraced(function* (
  command: string,
  selector: string | undefined,
  input: Parameters<typeof readDraft>[1]
) {
  if (selector === undefined || selector === workingTree) {
    const { history, sources } = yield* readDraft(command, input)
    const release = proposedRelease(history, decideDraft(history, sources, yield* currentTime))
    return { history, release, isDraft: true }
  }
  const { releases } = input
  const history = yield* readHistory(releases)
  const release: Release = yield* selectRelease(selector, { history, releases, alternative: workingTree })
  return { history, release, isDraft: false }
})

/** The refusal of a name that no dimension has. */
export const unknownDimension = ({ dimensions }: Taxonomy, name: string): CommandRefused | undefined => {
  const names = dimensions.map((dimension) => dimension.name)
  if (names.includes(name)) return undefined
  const hint = didYouMean(name, names) ?? `Choose one of ${names.join(", ")}.`
  return commandRefused(`The taxonomy has no dimension "${name}". ${hint}`)
}

/** Finds the item that an argument names. Fails with the candidates or with a suggestion. */
export const resolveItem = <Entry extends Pick<ItemEntry, "item" | "label">>(
  entries: ReadonlyArray<Entry>,
  text: string,
  taxonomy: Taxonomy | undefined
): Effect.Effect<Entry, CommandRefused> => {
  const found = findItem(entries, text, (item) => (taxonomy === undefined ? item : snapshotOf(taxonomy).ownerOf(item)))
  switch (found._tag) {
    case "Found":
      return Effect.succeed(found.entry)
    case "Ambiguous": {
      const candidates = found.candidates.map(({ item, label }) => formatItemText(item, label))
      const reason = `"${text}" names ${candidates.length} items: ${listSome(candidates, maxCandidates)}. Write DIMENSION/VALUE, or the name of a single item.`
      return commandRefused(reason)
    }
    case "Unknown": {
      const hint = found.suggestion === undefined ? "" : ` Did you mean "${found.suggestion}"?`
      return commandRefused(`No item is called "${text}".${hint} Search with taxonomy find.`)
    }
  }
}

const maxCandidates = 10
