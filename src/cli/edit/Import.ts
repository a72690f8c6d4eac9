import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { compile } from "../../build/Compile.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { importFormats, importers } from "../../import/Importers.ts"
import { commandRefused, type CommandRefused } from "../CommandRefused.ts"
import { defaultNote, textOption, toggleOption } from "../options/EnvironmentOption.ts"
import { isPath, pathForm } from "../options/Options.ts"
import { unknownDimension } from "../Workspace.ts"
import { editOptions, editSources } from "./EditSources.ts"

const importOptions = {
  kind: Argument.Literals("format", importFormats).pipe(Argument.withDescription("Format of the file")),
  file: Argument.String("file").pipe(
    Argument.withDescription("File to import, such as an edited export"),
    Argument.filter(isPath, pathForm)
  ),
  dimension: textOption(
    "dimension",
    "Name of the dimension to which all rows belong",
    defaultNote("the column dimension of the file")
  ).pipe(Flag.withMetavar("name"), Flag.optional),
  overwrite: toggleOption(
    "overwrite",
    "Take every cell that differs, without merging it with changes of the sources since the export"
  ),
  ...editOptions
}

type ImportInput = Command.Command.Config.Infer<typeof importOptions>

/** `taxonomy import`: the values of a table, written to the sources. */
export const importCommand = Command.make("import", importOptions, (input) => runImport(input)).pipe(
  Command.withExamples([
    { command: "taxonomy import csv values.csv --dry-run", description: "Show what would change" },
    { command: "taxonomy import csv values.csv", description: "Write the changes to the sources, then check" }
  ])
)

/** Writes what a file says to the sources. Nothing is written if any row is wrong. */
const runImport = Effect.fnUntraced(function* ({ dimension, file, kind, overwrite, ...input }: ImportInput) {
  const fs = yield* FileSystem.FileSystem
  const bytes = yield* fs.readFile(file)
  const importer = yield* Effect.promise(importers[kind])
  const drafts = overwrite ? undefined : yield* readDrafts(input.src, importer.commitsIn(bytes))
  let summary: ReadonlyArray<string> = []
  yield* editSources(
    input,
    (draft) => {
      const name = Option.getOrUndefined(dimension)
      const unknown = name === undefined ? undefined : unknownDimension(draft.taxonomy, name)
      if (unknown !== undefined) return Result.fail(unknown)
      return Result.mapBoth(importer.plan(bytes, draft, { dimension: name, drafts }), {
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
  const shown = problems.slice(0, maxShown)
  const rest = problems.length - shown.length
  const more = rest > 0 ? [`and ${rest} more.`] : []
  return commandRefused([`${file} cannot be imported. Nothing was written.`, ...shown, ...more].join("\n  "))
}

/** What fits on a screen. */
const maxShown = 30
