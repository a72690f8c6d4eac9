import * as Result from "effect/Result"
import { isScalar, isSeq } from "yaml"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { byCodeUnits } from "../../domain/taxonomy/Names.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { applyEdits } from "../../edit/ApplyEdits.ts"
import type { DraftChange, Draft } from "../../edit/draft/Draft.ts"
import { type ContentMap, type Edit, EditFailed } from "../../edit/Edit.ts"
import { lineEndOf } from "../../edit/Lines.ts"
import { renderNewFile, plainStyle, writeEntry } from "../../edit/WriteContent.ts"
import { schemaLineOf } from "../schemas/EditorSchemas.ts"
import { parseDocument } from "../yaml/YamlSource.ts"
import type { ReadSource } from "./SourceReader.ts"
import { fileOf, type SourceTree } from "./SourceTree.ts"
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
    [...Map.groupBy(changes, fileOfChange)].map(([file, own]) => {
      const created = own.find((change) => change._tag === "CreateFile")
      const waivers = own.flatMap((change) => (change._tag === "AddWaiver" ? [change.entry] : []))
      if (waivers.length > 0) {
        const listed = withEntries(textOf(tree, file), waivers)
        return listed === undefined
          ? Result.fail({ file, error: EditFailed.make({ problem: "structure", path: [] }) })
          : Result.succeed({ path: file, text: listed })
      }
      const text = created === undefined ? textOf(tree, file) : newText(tree, file, created)
      return editText(file, text, own.flatMap(editsOf))
    })
  )

const fileOfChange = (change: DraftChange): string => {
  switch (change._tag) {
    case "AddWaiver":
      return "waivers.yaml"
    case "EditHeader":
      return "taxonomy.yaml"
    default:
      return fileOf(change.of)
  }
}

const editsOf = (change: DraftChange): ReadonlyArray<Edit> =>
  change._tag === "EditFile" || change._tag === "EditHeader" ? change.edits : []

/** The text of a list with entries at its end, in the column of its other entries; `undefined` if it is in brackets. */
const withEntries = (text: string, entries: ReadonlyArray<ContentMap>): string | undefined => {
  const { contents, errors } = parseDocument(text)
  const isEmpty =
    contents === null ||
    (isScalar(contents) && contents.value === null) ||
    (isSeq(contents) && contents.items.length === 0)
  if (errors.length > 0 || (!isEmpty && (!isSeq(contents) || contents.flow === true)) || /^\.\.\.\s*$/m.test(text))
    return undefined
  const end = lineEndOf(text)
  const [start, stop] = isEmpty && isSeq(contents) && contents.range ? contents.range : [0, 0]
  const before = text.slice(0, start) + text.slice(stop)
  const column = isEmpty ? "" : (/^( *)- /m.exec(before)?.[1] ?? "")
  const lines = entries.flatMap((entry) =>
    writeEntry(entry, 2, plainStyle).map((line, index) => column + (index === 0 ? `- ${line}` : line))
  )
  return before + (before === "" || /[\r\n]$/.test(before) ? "" : end) + lines.join(end) + end
}

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
