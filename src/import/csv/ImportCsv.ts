import * as Result from "effect/Result"
import { listSome } from "../../domain/Sentence.ts"
import type { Importer } from "../Importers.ts"
import { toDraftChanges } from "./ImportEdits.ts"
import type { DimensionImport } from "./PlanImport.ts"
import { commitsInCsv, readCsv } from "./ReadCsv.ts"
import { formatTableProblem } from "./TableProblem.ts"

/** Plans the import of a CSV file. */
export const importCsv: Importer = {
  commitsIn: commitsInCsv,
  plan: (bytes, draft, { dimension, drafts }) =>
    Result.mapBoth(readCsv(bytes, draft.taxonomy.dimensions, dimension, drafts && { history: draft.history, drafts }), {
      onSuccess: ({ imports, removed, trimmed }) => ({
        changes: toDraftChanges(draft, imports),
        summary: [
          ...imports.flatMap(summarize),
          ...removed.map((item) => `${item} was removed from the sources. It stays removed.`),
          ...(trimmed === 0
            ? []
            : [`Spaces at the ends of ${trimmed} ${trimmed === 1 ? "cell are" : "cells are"} left out.`])
        ]
      }),
      onFailure: (problems) => problems.map(formatTableProblem)
    })
}

const summarize = ({ changes, dimension, missing }: DimensionImport): ReadonlyArray<string> => {
  const added = changes.filter(({ before }) => before === undefined).length
  const changed = changes.length - added
  return [
    ...(changes.length === 0 ? [] : [`${dimension}: ${added} added, ${changed} changed.`]),
    ...(missing.length === 0 ? [] : [`${dimension}: ${keepSentence(missing)}`])
  ]
}

const keepSentence = (codes: ReadonlyArray<string>): string =>
  codes.length === 1
    ? `${codes[0]} is not in the file. It stays as it is.`
    : `${codes.length} values are not in the file. They stay as they are: ${listSome(codes, maxShown)}.`

const maxShown = 5
