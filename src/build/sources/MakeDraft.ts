import * as Result from "effect/Result"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import type { Draft } from "../../edit/draft/Draft.ts"
import type { ReadSource } from "./SourceReader.ts"
import type { SourceTree } from "./SourceTree.ts"

/** The sources as commands change them: their taxonomy, and what their files contain in which order. */
export const makeDraft = (tree: SourceTree, taxonomy: Taxonomy, history: ReleaseHistory, read: ReadSource): Draft => {
  const contents = tree
    .filter(({ path }) => /^(?:dimensions|licenses)\/[^/]+\.yaml$/.test(path))
    .map(read)
    .flatMap((file) => (Result.isSuccess(file) ? [file.success] : []))
  return {
    taxonomy,
    history,
    ownCodes: new Map(
      contents.flatMap((file) =>
        file.kind === "dimension" ? [[file.content.name, (file.content.values ?? []).map(({ code }) => code)]] : []
      )
    ),
    configs: new Map(
      contents.flatMap((file) => (file.kind === "license" ? [[file.content.code, file.content.config]] : []))
    )
  }
}
