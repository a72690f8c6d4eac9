import * as Result from "effect/Result"
import { byCodeUnits } from "../../domain/taxonomy/NameComparison.ts"
import { applyEdits } from "../../edit/ApplyEdits.ts"
import type { DraftChange } from "../../edit/draft/Draft.ts"
import type { Edit } from "../../edit/Edit.ts"
import type { EditFailed } from "../../edit/EditFailed.ts"
import { renderNewFile } from "../../edit/write/NewFile.ts"
import { schemaLineOf } from "../schemas/SchemaLine.ts"
import { fileOf } from "./SourceLayout.ts"
import type { SourceTree } from "./SourceTree.ts"
import type { SourceWrite } from "./WriteSources.ts"

/** A file that an edit leaves as it is. */
export interface FileNotEdited {
  readonly file: string
  readonly error: EditFailed
}

/** The texts that changes of the sources lead to, one per file. */
export const applyDraft = (
  tree: SourceTree,
  changes: ReadonlyArray<DraftChange>
): Result.Result<ReadonlyArray<SourceWrite>, FileNotEdited> =>
  Result.all(
    [...Map.groupBy(changes, ({ of }) => fileOf(of))].map(([file, own]) => {
      const created = own.find((change) => change._tag === "CreateFile")
      const edits = own.flatMap((change) => (change._tag === "EditFile" ? change.edits : []))
      const text = created === undefined ? textOf(tree, file) : newText(tree, file, created)
      return editText(file, text, edits)
    })
  )

/** The text of a source after edits. */
export const editText = (
  file: string,
  text: string,
  edits: ReadonlyArray<Edit>
): Result.Result<SourceWrite, FileNotEdited> =>
  Result.mapBoth(applyEdits(text, edits), {
    onSuccess: (text) => ({ path: file, text }),
    onFailure: (error) => ({ file, error })
  })

/** The text of a source as it is, with its byte order mark and line ends. */
export const textOf = (tree: SourceTree, file: string): string => {
  const entry = tree.find(({ path }) => path === file)
  return entry?._tag === "File" ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(entry.bytes) : ""
}

/** The tree as it is once texts are written. */
export const withWrites = (tree: SourceTree, writes: ReadonlyArray<SourceWrite>): SourceTree => {
  const texts = new Map(writes.map(({ path, text }) => [path, text]))
  return [
    ...tree.filter(({ path }) => !texts.has(path)),
    ...writes.map(({ path, text }) => ({ _tag: "File" as const, path, bytes: new TextEncoder().encode(text) }))
  ]
}

const newText = (tree: SourceTree, file: string, { content }: Extract<DraftChange, { _tag: "CreateFile" }>): string => {
  const folder = file.slice(0, file.indexOf("/") + 1)
  const [sibling] = tree
    .map(({ path }) => path)
    .filter((path) => path.startsWith(folder) && path.endsWith(".yaml"))
    .sort(byCodeUnits)
  return renderNewFile(content, sibling === undefined ? undefined : textOf(tree, sibling), schemaLineOf(file))
}
