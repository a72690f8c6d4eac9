import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { compile } from "../../build/Compile.ts"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { readCommittedSources } from "../../build/sources/CommittedSources.ts"
import { readSource } from "../../build/sources/SourceReader.ts"
import type { SourceTree } from "../../build/sources/SourceTree.ts"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import { diff } from "../../domain/change/Diff.ts"
import { newestOf, type History } from "../../domain/release/ReleaseHistory.ts"
import { empty, type Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { readLedger } from "../../release/ledger/Ledger.ts"
import { changesReport, findingsReport } from "../../report/Report.ts"
import { refusedBecause } from "../CommandRefused.ts"
import { format, releases, src } from "../options/Options.ts"
import { jsonLine, nothingPublished, printReport } from "../terminal/Output.ts"
import { readingProgress } from "../terminal/ReadingProgress.ts"

const from = Argument.String("from").pipe(
  Argument.withDescription("A version, a git revision, or . for the working tree [default: the newest release]"),
  Argument.optional
)
const to = Argument.String("to").pipe(
  Argument.withDescription("The same [default: the working tree]"),
  Argument.optional
)

/** `taxonomy diff`: the changes that lead from one state of the taxonomy to another. */
export const diffCommand = Command.make(
  "diff",
  { from, to, src, releases, format },
  Effect.fnUntraced(function* (input) {
    const { history } = yield* readLedger(input.releases)
    const newest = newestOf(history)
    if (newest === undefined && Option.isNone(input.from)) {
      yield* Console.error(`note: ${nothingPublished(input.releases)} All that is there counts as added.`)
    }
    const before = yield* Option.match(input.from, {
      onNone: () => Effect.succeed({ taxonomy: newest?.taxonomy ?? empty, tree: [], findings: [] }),
      onSome: (place) => stateAt(history, input, place)
    })
    const after = yield* stateAt(
      history,
      input,
      Option.getOrElse(input.to, () => ".")
    )
    const unreadable = [before, after].flatMap(({ findings, tree }) =>
      locate(tree, { sources: input.src, releases: input.releases }, findings)
    )
    if (before.taxonomy === undefined || after.taxonomy === undefined) {
      return yield* printReport(findingsReport("diff", unreadable), input.format)
    }
    const changes = diff(before.taxonomy, after.taxonomy)
    // What a program reads is the changes alone; people also want to know what they amount to.
    if (input.format === "json") return yield* Console.log(jsonLine({ command: "diff", changes }))
    yield* printReport(changesReport("diff", changes), input.format)
  })
).pipe(
  Command.withDescription("List the changes between two of: a version, a git revision, the working tree"),
  Command.withExamples([
    { command: "taxonomy diff", description: "What the saved sources change since the newest release" },
    { command: "taxonomy diff 1.0.0 1.1.0", description: "What 1.1.0 changed" },
    { command: "taxonomy diff main .", description: "What this branch changes" }
  ])
)

interface State {
  readonly taxonomy: Taxonomy | undefined
  readonly tree: SourceTree
  readonly findings: ReadonlyArray<Parameters<typeof locate>[2][number]>
}

const stateAt = Effect.fnUntraced(function* (
  history: History,
  folders: { readonly src: string; readonly releases: string },
  place: string
) {
  const published = [...history.releases.values()].find(({ version }) => version === place.replace(/^v/, ""))
  if (published !== undefined) return { taxonomy: published.taxonomy, tree: [], findings: [] } satisfies State
  if (/^v?\d+\.\d+\.\d+$/.test(place)) {
    const versions = [...history.releases.keys()].join(", ")
    const why = versions === "" ? `. ${nothingPublished(folders.releases)}` : `; published: ${versions}`
    return yield* refusedBecause(new Error(`There is no release ${place}${why}`))
  }
  const tree =
    place === "." ? yield* readWorkingTree(folders.src) : (yield* readCommittedSources(folders.src, place)).tree
  const compiled = yield* readingProgress(tree, readSource, (read) => compile(tree, read))
  const state: State = Result.match(compiled, {
    onSuccess: ({ taxonomy }) => ({ taxonomy, tree, findings: [] }),
    onFailure: (findings) => ({ taxonomy: undefined, tree, findings })
  })
  return state
})
