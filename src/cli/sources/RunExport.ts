import { isDeepStrictEqual } from "node:util"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { compile } from "../../build/Compile.ts"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import { timestampOf, type Timestamp } from "../../domain/ledger/Timestamp.ts"
import { baseOf } from "../../domain/release/commands/VersionPlan.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { findRemovedItems } from "../../domain/release/removal/RemovedItems.ts"
import { forecastStanding, newestStanding } from "../../domain/release/StandingReleases.ts"
import { toItemId } from "../../domain/taxonomy/ItemRef.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import type { ExportContent, Exporter } from "../../export/ExportContent.ts"
import { exporters, releaseFormats } from "../../export/Exporters.ts"
import { makeFindingsReport } from "../../report/Report.ts"
import { CommandRefused, commandRefused, usageError } from "../CommandRefused.ts"
import { readHistory } from "../lookup/ReadHistory.ts"
import { selectRelease } from "../lookup/SelectRelease.ts"
import { separators } from "../options/Separators.ts"
import { printReport } from "../terminal/Output.ts"
import type { ExportInput } from "./Export.ts"
import { draftSchema, publishedSchema } from "./ExportedSchema.ts"
import { selectBase } from "./SelectBase.ts"

/** Prints or writes an export of the working tree or of a release. */
export const runExport = Effect.fnUntraced(function* (input: ExportInput) {
  if (Option.isSome(input.dimension) && releaseFormats.has(input.format)) {
    return yield* usageError(`An export as ${input.format} contains all dimensions. Remove --dimension.`)
  }
  const content = yield* readContent(input)
  if (content === undefined) return
  const taxonomy = yield* selectDimension(content.taxonomy, Option.getOrUndefined(input.dimension))
  const loadExporter: () => Promise<Exporter> = exporters[input.format]
  const exporter = yield* Effect.promise(loadExporter)
  const { bom, language, syntax } = input
  const base = yield* selectBase(input, taxonomy)
  const options = { bom, separator: separators[input.separator], syntax, base, language }
  const text = yield* Effect.promise(async () => exporter({ ...content, taxonomy }, options)).pipe(
    Effect.catchDefect((problem) => (isRefused(problem) ? Effect.fail(problem) : Effect.die(problem)))
  )
  if (Option.isNone(input.out)) {
    // The console ends each text with a line feed.
    return yield* Console.log(text.replace(/\n$/, ""))
  }
  const fs = yield* FileSystem.FileSystem
  yield* fs.writeFileString(input.out.value, text)
  yield* Console.log(
    `Wrote ${releaseFormats.has(input.format) ? "" : `${countValues(taxonomy)} to `}${input.out.value}.`
  )
})

const countValues = ({ dimensions }: Taxonomy): string => {
  const values = dimensions.reduce((sum, { values }) => sum + values.length, 0)
  return `${values} ${values === 1 ? "value" : "values"}`
}

const isRefused = Schema.is(CommandRefused)

const readContent = Effect.fnUntraced(function* (input: ExportInput) {
  const history = yield* readHistory(input.releases)
  const today = timestampOf(yield* DateTime.now)
  if (Option.isSome(input.version)) {
    return releaseContent(
      history,
      yield* selectRelease(input.version.value, { history, releases: input.releases }),
      today
    )
  }
  const tree = yield* readWorkingTree(input.src)
  const compiled = compile(tree)
  if (Result.isSuccess(compiled)) {
    const { taxonomy, version } = compiled.success
    const base = history.releases.get(version) ?? baseOf(history, version)
    const draft = input.format === "csv" ? yield* draftName(input.src) : "draft"
    return {
      ...contentOf(taxonomy, history, base, today, draft),
      release: undefined,
      makeSchema: () => draftSchema(history, compiled.success, today)
    }
  }
  const findings = locate(tree, { sources: input.src, releases: input.releases }, compiled.failure)
  yield* printReport(makeFindingsReport("export", findings), "pretty")
  return undefined
})

const releaseContent = (history: ReleaseHistory, release: PublishedRelease, today: Timestamp) => ({
  ...contentOf(release.taxonomy, history, release, today),
  makeSchema: () => publishedSchema(release)
})

/** A taxonomy with what a release and all later ones say of its deprecated items. */
const contentOf = (
  taxonomy: Taxonomy,
  history: ReleaseHistory,
  release: PublishedRelease | undefined,
  today: Timestamp,
  draft = "draft"
): Omit<ExportContent, "makeSchema"> => {
  const newest = newestStanding(history)
  const forecastOf = newest && forecastStanding(history, newest, today)
  return {
    taxonomy,
    release,
    originOf: (item, value) =>
      release !== undefined && isDeepStrictEqual(snapshotOf(release.taxonomy).get(item), value)
        ? release.version
        : draft,
    removedItems: () => (release === undefined ? [] : findRemovedItems(history, release, taxonomy)),
    removalOf: (item) => {
      const since = release?.clocks.get(toItemId(item))
      return since === undefined || forecastOf === undefined ? undefined : { since, forecast: forecastOf(item) }
    }
  }
}

/** The name of the working tree in a table: with the newest commit, if git has one. */
const draftName = Effect.fnUntraced(
  function* (src: string) {
    const { openRepository, runGit } = yield* Effect.promise(() => import("../../git/Git.ts"))
    const commit = yield* runGit(yield* openRepository(src, "--src"), ["rev-parse", "--short=12", "HEAD"])
    return `draft:${commit.trim()}`
  },
  Effect.orElseSucceed(() => "draft")
)

const selectDimension = (taxonomy: Taxonomy, name: string | undefined) => {
  if (name === undefined) return Effect.succeed(taxonomy)
  const dimensions = taxonomy.dimensions.filter((dimension) => dimension.name === name)
  if (dimensions.length > 0) return Effect.succeed({ ...taxonomy, dimensions })
  const names = taxonomy.dimensions.map((dimension) => dimension.name)
  const hint = didYouMean(name, names) ?? `Choose one of ${names.join(", ")}.`
  return commandRefused(`The taxonomy has no dimension "${name}". ${hint}`)
}
