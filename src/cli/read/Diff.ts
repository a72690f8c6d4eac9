import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { compile } from "../../build/Compile.ts"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { readCommittedSources } from "../../build/sources/CommittedSources.ts"
import type { SourceTree } from "../../build/sources/SourceTree.ts"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import { type Change, correctDefinitions, type Correction } from "../../domain/change/Change.ts"
import { diff } from "../../domain/change/Diff.ts"
import { definitionWaivers } from "../../domain/checks/semver/Definitions.ts"
import { findCorrections, releasePath } from "../../domain/release/NetChanges.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { baseOf, newestOf, releasesBySelector, withoutPrefix } from "../../domain/release/ReleaseLines.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { empty } from "../../domain/taxonomy/Normalize.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { makeChangesReport, makeFindingsReport } from "../../report/Report.ts"
import { makeItemFacts } from "../../report/text/ItemText.ts"
import { commandRefused, type CommandRefused } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { nothingPublished, printReport } from "../terminal/Output.ts"
import { readHistory, withReadingProgress } from "../Workspace.ts"

const diffOptions = {
  from: Options.textArgument("from", "Version, git revision, or . for the working tree [default: newest release]").pipe(
    Options.optional
  ),
  to: Options.textArgument("to", "Version, git revision, or . for the working tree [default: .]").pipe(
    Options.optional
  ),
  ...Options.reportOptions
}

/** `taxonomy diff`: prints the changes between two states of the taxonomy, or why one cannot be read. */
export const diffCommand = Options.makeCommand("diff", diffOptions, {
  "taxonomy diff": "Changes in the working tree since the newest release",
  "taxonomy diff 1.0.0 1.1.0": "Changes from 1.0.0 to 1.1.0",
  "taxonomy diff main .": "Changes of the current branch"
})(function* (input) {
  const history = yield* readHistory(input.releases)
  const newest = newestOf(history)
  if (newest === undefined && input.from === undefined) {
    yield* Console.error(`note: ${nothingPublished(input.releases)} All items count as added.`)
  }
  const newestState: State = { taxonomy: newest?.taxonomy ?? empty, tree: [], findings: [], release: newest }
  const before = input.from === undefined ? newestState : yield* stateAt(history, input, input.from)
  const after = yield* stateAt(history, input, input.to ?? ".")
  const unreadable = [before, after].flatMap(({ findings, tree }) =>
    locate(tree, { sources: input.src, releases: input.releases }, findings)
  )
  if (before.taxonomy === undefined || after.taxonomy === undefined) {
    return yield* printReport(makeFindingsReport("diff", unreadable), input.format)
  }
  // A definition that was only corrected has not changed its meaning.
  const changes = correctDefinitions(diff(before.taxonomy, after.taxonomy), correctionsBetween(history, before, after))
  yield* printReport(makeChangesReport("diff", changes, makeItemFacts(before.taxonomy, after.taxonomy)), input.format)
})

interface State {
  readonly taxonomy: Taxonomy | undefined
  readonly tree: SourceTree
  readonly findings: ReadonlyArray<Parameters<typeof locate>[2][number]>
  /** The release with this state, or the one that it follows. */
  readonly release?: PublishedRelease | undefined
  /** What it changes of that release; a definition that a waiver of its version approves is corrected. */
  readonly changes?: ReadonlyArray<Change>
}

/** The corrections by the releases between two states, and by what the states themselves change. */
const correctionsBetween = (history: ReleaseHistory, before: State, after: State): ReadonlyMap<string, Correction> => {
  const path = before.release && after.release && releasePath(history, before.release, after.release)
  const own = [before, after].map(({ changes = [] }) => ({ changes }))
  return findCorrections([...(path?.undone ?? []), ...(path?.made ?? []), ...own])
}

const stateAt = Effect.fnUntraced(function* (
  history: ReleaseHistory,
  folders: { readonly src: string; readonly releases: string },
  place: string
) {
  const published = releasesBySelector(history).get(withoutPrefix(place))
  const stateOf = Effect.fnUntraced(function* (published: PublishedRelease) {
    const withdrawn = history.withdrawn.get(published.version)
    if (withdrawn !== undefined)
      yield* Console.error(`note: ${published.version} was withdrawn on ${dayOf(withdrawn.date)}: ${withdrawn.reason}`)
    const state: State = { taxonomy: published.taxonomy, tree: [], findings: [], release: published }
    return state
  })
  if (published?.version === withoutPrefix(place)) return yield* stateOf(published)
  if (/^v?\d+\.\d+\.\d+$/.test(place)) return yield* refusalOf(place, history, folders.releases)
  // A short version can be the name of a branch, so it is read as a revision first.
  const isShort = /^v?\d+(?:\.\d+)?$/.test(place)
  const readRevision = readCommittedSources(folders.src, place).pipe(
    Effect.map(({ tree }) => tree),
    Effect.catchIf(
      (error) => error._tag === "CommitNotFound" && isShort,
      () => (published === undefined ? refusalOf(place, history, folders.releases) : Effect.succeed(published))
    )
  )
  const tree = place === "." ? yield* readWorkingTree(folders.src) : yield* readRevision
  if ("version" in tree) return yield* stateOf(tree)
  const compiled = yield* withReadingProgress(tree, (read) => compile(tree, read))
  const state: State = Result.match(compiled, {
    onSuccess: ({ taxonomy, version, waivers }) => {
      const release = history.releases.get(version) ?? baseOf(history, version)
      const changes = diff(release?.taxonomy ?? empty, taxonomy)
      return {
        taxonomy,
        tree,
        findings: [],
        release,
        changes: correctDefinitions(changes, definitionWaivers(waivers, version))
      }
    },
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
