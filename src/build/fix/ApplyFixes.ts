import * as Result from "effect/Result"
import type { Finding } from "../../domain/Finding.ts"
import { addSplice, isFree, type Splice } from "../../edit/Splice.ts"
import { parseYaml } from "../yaml/YamlSource.ts"
import { normalizeLines, rewriteLines } from "./LineEnds.ts"
import { resolveEdit, type EditableSource } from "./ResolveEdit.ts"
import { makeTakenNames } from "./TakenNames.ts"

/** The text of each source by its path, relative to the source folder. */
export type SourceTexts = ReadonlyMap<string, string>

export interface FixedSources {
  readonly texts: SourceTexts
  /** The findings that were fixed. The others overlap one of these, or a file is in the way of their new name. */
  readonly fixed: ReadonlyArray<Finding>
}

/** Applies the fixes of findings. Each finding is fixed entirely or not at all; of overlapping ones, the first wins. */
export const applyFixes = (texts: SourceTexts, findings: ReadonlyArray<Finding>): FixedSources => {
  const sources = new Map<string, EditedSource>()
  const sourceAt = (path: string): EditedSource | undefined => {
    const text = texts.get(path)
    const known = sources.get(path) ?? (text === undefined ? undefined : openSource(path, text))
    if (known !== undefined) sources.set(path, known)
    return known
  }
  const names = new Map<string, string>()
  const taken = makeTakenNames(texts.keys())
  const fixed = findings.filter(({ fix = [] }) => {
    const edits = fix.flatMap((edit) => (edit._tag === "Rename" ? [] : [resolveEdit(edit, sourceAt)]))
    const renames = fix.filter((edit) => edit._tag === "Rename")
    const isPossible =
      fix.length > 0 &&
      edits.every((edit) => edit !== undefined && isFree(edit.source.splices, edit)) &&
      renames.every(({ file, to }) => texts.has(file) && !names.has(file) && !taken.isTaken(to, file))
    if (!isPossible) return false
    for (const edit of edits) {
      if (edit !== undefined) addSplice(edit.source.splices, edit)
    }
    for (const { file, to } of renames) {
      names.set(file, to)
      taken.add(to)
    }
    return true
  })
  return {
    fixed,
    texts: new Map(
      [...texts].map(([path, text]) => {
        const source = sources.get(path)
        return [names.get(path) ?? path, source === undefined ? text : rewriteLines(text, source.splices)]
      })
    )
  }
}

interface EditedSource extends EditableSource {
  readonly splices: Array<Splice>
}

const openSource = (path: string, written: string): EditedSource => {
  const text = normalizeLines(written)
  return { text, document: Result.getOrUndefined(parseYaml(path, text)), splices: [] }
}
