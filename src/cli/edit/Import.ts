import * as Argument from "effect/cli/Argument"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import { compile } from "../../build/Compile.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { firstOf } from "../../report/text/PlainText.ts"
import { commandRefused, usageError, type CommandRefused } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { unknownDimension } from "../Workspace.ts"
import * as Edit from "./EditSources.ts"

const importOptions = {
  kind: Argument.Literals("format", ["csv"]).pipe(Argument.withDescription("Format of the file")),
  file: Options.fileArgument("file", "File to import, such as an edited export"),
  dimension: Options.optionalOption(
    "dimension",
    "Name of the dimension to which all rows belong",
    "the column dimension of the file",
    "name"
  ),
  table: Options.tableOption,
  overwrite: Options.toggleOption(
    "overwrite",
    "Take every cell that differs, without merging it with changes of the sources since the export"
  ),
  ...Edit.editOptions
}

/** `taxonomy import`: writes the values of a table to the sources. Nothing is written if any row is wrong. */
export const importCommand = Options.makeCommand("import", importOptions, {
  "taxonomy import csv values.csv --dry-run": "Show what would change",
  "taxonomy import csv licenses.csv --table licenses": "Write the changes of an edited table of licenses",
  "taxonomy import csv values.csv": "Write the changes to the sources, then check"
})(function* ({ dimension, file, overwrite, table, ...input }) {
  if (table !== "values" && dimension !== undefined) {
    return yield* usageError("--dimension names the dimension of values. Remove --dimension, or --table.")
  }
  const fs = yield* FileSystem.FileSystem
  const bytes = yield* fs.readFile(file)
  const { planCsvImport } = yield* Effect.promise(() => import("../../import/csv/ImportCsv.ts"))
  const { commitsInTable, planItemImport } = yield* Effect.promise(() => import("../../import/csv/ImportItems.ts"))
  const drafts = overwrite ? undefined : yield* readDrafts(input.src, commitsInTable(bytes))
  let summary: ReadonlyArray<string> = []
  yield* Edit.editSources(
    input,
    (draft) => {
      const unknown = dimension === undefined ? undefined : unknownDimension(draft.taxonomy, dimension)
      if (unknown !== undefined) return Result.fail(unknown)
      const plan =
        table === "values"
          ? planCsvImport(bytes, draft, { dimension, drafts })
          : planItemImport(bytes, draft, table, drafts)
      return Result.mapBoth(plan, {
        onSuccess: (planned) => {
          summary = planned.summary
          return planned.changes
        },
        onFailure: (problems) => refuse(file, problems)
      })
    },
    () => summary
  )
})

/** The taxonomies of commits. A commit that the repository does not have, or cannot compile, is left out. */
const readDrafts = Effect.fnUntraced(function* (src: string, commits: ReadonlyArray<string>) {
  if (commits.length === 0) return new Map<string, Taxonomy>()
  const { readCommittedSources } = yield* Effect.promise(() => import("../../build/sources/CommittedSources.ts"))
  const drafts = yield* Effect.forEach(commits, (commit) =>
    readCommittedSources(src, commit).pipe(
      Effect.flatMap(({ tree }) => Effect.fromResult(compile(tree))),
      Effect.map(({ taxonomy }) => [[commit, taxonomy] as const]),
      Effect.orElseSucceed(() => [])
    )
  )
  return new Map(drafts.flat())
})

const refuse = (file: string, problems: ReadonlyArray<string>): CommandRefused => {
  const shown = firstOf(problems, maxShown, (others) => `and ${others} more.`)
  return commandRefused([`${file} cannot be imported. Nothing was written.`, ...shown].join("\n  "))
}

/** What fits on a screen. */
const maxShown = 30
