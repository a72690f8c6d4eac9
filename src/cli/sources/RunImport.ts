import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { compile } from "../../build/Compile.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import type { Draft } from "../../edit/draft/Draft.ts"
import { importers } from "../../import/Importers.ts"
import { commandRefused, type CommandRefused } from "../CommandRefused.ts"
import { editSources } from "../edit/EditSources.ts"
import type { ImportInput } from "./Import.ts"

/** Writes what a file says to the sources. Nothing is written if any row is wrong. */
export const runImport = Effect.fnUntraced(function* ({ dimension, file, kind, overwrite, ...input }: ImportInput) {
  const fs = yield* FileSystem.FileSystem
  const bytes = yield* fs.readFile(file)
  const importer = yield* Effect.promise(importers[kind])
  const drafts = overwrite ? undefined : yield* readDrafts(input.src, importer.commitsIn(bytes))
  let summary: ReadonlyArray<string> = []
  yield* editSources(
    input,
    (draft) => {
      const name = Option.getOrUndefined(dimension)
      const unknown = name === undefined ? undefined : unknownDimension(name, draft)
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

const unknownDimension = (name: string, { taxonomy }: Draft): CommandRefused | undefined => {
  const names = taxonomy.dimensions.map((dimension) => dimension.name)
  if (names.includes(name)) return undefined
  const hint = didYouMean(name, names) ?? `Choose one of ${names.join(", ")}.`
  return commandRefused(`The taxonomy has no dimension "${name}". ${hint}`)
}

const refuse = (file: string, problems: ReadonlyArray<string>): CommandRefused => {
  const shown = problems.slice(0, maxShown)
  const rest = problems.length - shown.length
  const more = rest > 0 ? [`and ${rest} more.`] : []
  return commandRefused([`${file} cannot be imported. Nothing was written.`, ...shown, ...more].join("\n  "))
}

/** What fits on a screen. */
const maxShown = 30
