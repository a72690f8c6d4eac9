import * as Result from "effect/Result"
import { getCheck } from "../domain/checks/CheckRegistry.ts"
import { isError, type Finding, type FixEdit } from "../domain/Finding.ts"
import { lineEndOf } from "../edit/Lines.ts"
import { addSplice, isFree, type Splice, applySplices } from "../edit/Splice.ts"
import { decodeUtf8 } from "../platform/DecodeUtf8.ts"
import { resolveEdit, type EditableSource, makeTakenNames } from "./diagnostics/ResolveEdit.ts"
import type { SourceTree } from "./sources/SourceTree.ts"
import type { SourceWrite } from "./sources/WriteSources.ts"
import { parseYaml } from "./yaml/YamlSource.ts"

/** Findings that were fixed at once, with the sources in which they were found. */
export interface FixRound {
  readonly fixed: ReadonlyArray<Finding>
  readonly tree: SourceTree
  readonly files: ReadonlyArray<FixedFile>
}

/** A file before and after a round, in which it may stay as it is. */
export interface FixedFile {
  readonly file: string
  readonly renamedTo: string | undefined
  readonly before: string
  readonly after: string
}

interface FixedTree {
  readonly tree: SourceTree
  readonly rounds: ReadonlyArray<FixRound>
  readonly writes: ReadonlyArray<SourceWrite>
}

/**
 * Applies the fixes of findings until none is left that can be applied. A fix may reveal a finding that an earlier stage
 * had hidden, so the sources are examined again after each round. A round that leaves more errors is halved until it does
 * not, or until one fix is to blame, which is left to the editor. The version comes last, and only if that leaves no error:
 * it follows from all changes, and a mistake that is left may be one of them.
 */
export const fixTree = (tree: SourceTree, findingsIn: (tree: SourceTree) => ReadonlyArray<Finding>): FixedTree => {
  let current: FixState = { tree, rounds: [], origins: new Map() }
  let findings = findingsIn(tree)
  const refused = new Set<string>()
  while (current.rounds.length < maxRounds) {
    const fixable = findings.filter((finding) => finding.fix !== undefined && !refused.has(JSON.stringify(finding)))
    let next = fixRound(
      current,
      fixable.filter(({ fix = [] }) => !fix.some(declaresVersion))
    )
    if (next === undefined) {
      const last = fixRound(current, fixable)
      const left = last && findingsIn(last.tree)
      if (last === undefined || left === undefined || left.some(isError)) break
      ;[current, findings] = [last, left]
      continue
    }
    let left = findingsIn(next.tree)
    while (next !== undefined && isWorse(left, findings)) {
      const tried: ReadonlyArray<Finding> = next.rounds.at(-1)?.fixed ?? []
      next = fixRound(current, tried.slice(0, Math.floor(tried.length / 2)))
      if (next === undefined) for (const finding of tried) refused.add(JSON.stringify(finding))
      else left = findingsIn(next.tree)
    }
    if (next !== undefined) [current, findings] = [next, left]
  }
  const { origins, ...fixed } = current
  return { ...fixed, writes: writesOf(tree, fixed.tree, origins) }
}

/** True if there are more errors than before. While sources cannot be read, only errors in reading them can be compared. */
const isWorse = (after: ReadonlyArray<Finding>, before: ReadonlyArray<Finding>): boolean => {
  const isUnread = before.some((finding) => isError(finding) && isOfSource(finding))
  const count = (findings: ReadonlyArray<Finding>) =>
    findings.filter((finding) => isError(finding) && (!isUnread || isOfSource(finding))).length
  return count(after) > count(before)
}

const isOfSource = ({ rule }: Finding): boolean => getCheck(rule).stage === "source"

interface FixState {
  readonly tree: SourceTree
  readonly rounds: ReadonlyArray<FixRound>
  readonly origins: Origins
}

const declaresVersion = (edit: FixEdit): boolean =>
  edit._tag === "Replace" && edit.location._tag === "Header" && edit.location.path[0] === "version"

/** Where renamed files were before. */
type Origins = ReadonlyMap<string, string>

/** Applies some of the fixes once; `undefined` if none can be applied. */
const fixRound = ({ origins, rounds, tree }: FixState, findings: ReadonlyArray<Finding>): FixState | undefined => {
  const texts = textsOf(tree)
  // An entry that is no text, such as a link, may have the new name of a file.
  const taken = new Set(tree.flatMap(({ path }) => (texts.has(path) ? [] : [path.toLowerCase()])))
  const { files, fixed } = applyFixes(
    texts,
    findings.filter((finding) => renamesOf(finding).every(({ to }) => !taken.has(to.toLowerCase())))
  )
  if (fixed.length === 0) return undefined
  const moved = new Map(origins)
  for (const { file, to } of fixed.flatMap(renamesOf)) {
    moved.set(to, origins.get(file) ?? file)
    moved.delete(file)
  }
  const changed = files.filter(({ after, before, renamedTo }) => renamedTo !== undefined || after !== before)
  return { tree: withFiles(tree, changed), rounds: [...rounds, { fixed, tree, files: changed }], origins: moved }
}

/** Fixes that undo each other would go on forever. */
const maxRounds = 20

/** The texts of all files in UTF-8, with their byte order mark if they have one. */
const textsOf = (tree: SourceTree): SourceTexts =>
  new Map(
    tree.flatMap((entry) => {
      const text = entry._tag === "File" ? decodeUtf8(entry.bytes) : undefined
      return text === undefined ? [] : [[entry.path, text] as const]
    })
  )

const renamesOf = ({ fix = [] }: Finding) => fix.filter((edit) => edit._tag === "Rename")

/** The tree with changed files. Entries that did not change stay the same objects. */
const withFiles = (tree: SourceTree, files: ReadonlyArray<FixedFile>): SourceTree => {
  const changed = new Map(files.map((file) => [file.file, file]))
  return tree.map((entry) => {
    const { after, renamedTo: path = entry.path } = changed.get(entry.path) ?? {}
    return after === undefined ? entry : { _tag: "File", path, bytes: new TextEncoder().encode(after) }
  })
}

const writesOf = (
  tree: SourceTree,
  fixed: SourceTree,
  origins: ReadonlyMap<string, string>
): ReadonlyArray<SourceWrite> => {
  const unchanged = new Set(tree)
  const texts = textsOf(fixed)
  return fixed.flatMap((entry): ReadonlyArray<SourceWrite> => {
    const text = texts.get(entry.path)
    if (unchanged.has(entry) || text === undefined) return []
    const from = origins.get(entry.path)
    return [{ path: entry.path, text, ...(from === undefined ? {} : { from }) }]
  })
}

/** The text of each source by its path, relative to the source folder. */
type SourceTexts = ReadonlyMap<string, string>

interface FixedSources {
  readonly files: ReadonlyArray<FixedFile>
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
  const files = [...texts].map(([file, before]) => {
    const source = sources.get(file)
    const after = source === undefined ? before : rewriteLines(before, source.splices)
    return { file, renamedTo: names.get(file), before, after }
  })
  return { files, fixed }
}

interface EditedSource extends EditableSource {
  readonly splices: Array<Splice>
}

const openSource = (path: string, written: string): EditedSource => {
  const text = normalizeLines(written)
  return { text, document: Result.getOrUndefined(parseYaml(path, text)), splices: [] }
}

const byteOrderMark = "\uFEFF"

/** The text of a source as its reader sees it, to which the offsets of findings refer. */
export const normalizeLines = (written: string): string =>
  (written.startsWith(byteOrderMark) ? written.slice(1) : written).replaceAll(/\r\n?/g, "\n")

/**
 * Applies splices of the normalized text to the text as it is written. Every other byte stays: the byte order mark, and the
 * end of each line, whichever it is.
 */
export const rewriteLines = (written: string, splices: ReadonlyArray<Splice>): string => {
  const offsetOf = makeOffsets(written)
  const end = lineEndOf(written)
  return applySplices(
    written,
    splices.map((splice) => ({
      start: offsetOf(splice.start),
      end: offsetOf(splice.end),
      text: splice.text.replaceAll("\n", end)
    }))
  )
}

/** Tells where an offset of the normalized text is in the text as it is written. Offsets must not become smaller. */
const makeOffsets = (written: string): ((offset: number) => number) => {
  let skipped = written.startsWith(byteOrderMark) ? 1 : 0
  let next = written.indexOf("\r\n")
  return (offset) => {
    while (next !== -1 && next - skipped < offset) {
      skipped += 1
      next = written.indexOf("\r\n", next + 2)
    }
    return offset + skipped
  }
}
