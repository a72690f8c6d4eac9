import { isError, type Finding } from "../../domain/diagnostic/Finding.ts"
import type { FixEdit } from "../../domain/diagnostic/Fix.ts"
import { decodeUtf8 } from "../../platform/DecodeUtf8.ts"
import type { SourceTree } from "../sources/SourceTree.ts"
import type { SourceWrite } from "../sources/WriteSources.ts"
import { applyFixes, type SourceTexts } from "./ApplyFixes.ts"

/** Findings that were fixed at once, with the sources in which they were found. */
export interface FixRound {
  readonly fixed: ReadonlyArray<Finding>
  readonly tree: SourceTree
  readonly files: ReadonlyArray<FixedFile>
}

/** A file before and after a round. */
export interface FixedFile {
  readonly file: string
  readonly renamedTo: string | undefined
  readonly before: string
  readonly after: string
}

export interface FixedTree {
  readonly tree: SourceTree
  readonly rounds: ReadonlyArray<FixRound>
  readonly writes: ReadonlyArray<SourceWrite>
}

/**
 * Applies the fixes of findings until none is left that can be applied. A fix may reveal a finding that an earlier stage
 * had hidden, so the sources are examined again after each round. The version comes last, and only if that leaves no
 * error: it follows from all changes, and a mistake that is left may be one of them.
 */
export const fixTree = (tree: SourceTree, findingsIn: (tree: SourceTree) => ReadonlyArray<Finding>): FixedTree => {
  let current: FixState = { tree, rounds: [], origins: new Map() }
  let findings = findingsIn(tree)
  for (let round = 0; round < maxRounds; round += 1) {
    const ofFiles = fixRound(current, (edits) => !edits.some(declaresVersion), findings)
    const next = ofFiles ?? fixRound(current, (edits) => edits.some(declaresVersion), findings)
    if (next === undefined) break
    findings = findingsIn(next.tree)
    if (ofFiles === undefined && findings.some(isError)) break
    current = next
  }
  const { origins, ...fixed } = current
  return { ...fixed, writes: writesOf(tree, fixed.tree, origins) }
}

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
const fixRound = (
  { origins, rounds, tree }: FixState,
  isWanted: (edits: ReadonlyArray<FixEdit>) => boolean,
  findings: ReadonlyArray<Finding>
): FixState | undefined => {
  const texts = textsOf(tree)
  // An entry that is no text, such as a link, may have the new name of a file.
  const taken = new Set(tree.flatMap(({ path }) => (texts.has(path) ? [] : [path.toLowerCase()])))
  const { fixed, texts: after } = applyFixes(
    texts,
    findings.filter(
      (finding) => isWanted(finding.fix ?? []) && renamesOf(finding).every(({ to }) => !taken.has(to.toLowerCase()))
    )
  )
  if (fixed.length === 0) return undefined
  const moved = new Map(origins)
  for (const { file, to } of fixed.flatMap(renamesOf)) {
    moved.set(to, origins.get(file) ?? file)
    moved.delete(file)
  }
  return {
    tree: withTexts(tree, texts, after, fixed),
    rounds: [...rounds, { fixed, tree, files: changedFiles(texts, after, fixed) }],
    origins: moved
  }
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

const changedFiles = (
  before: SourceTexts,
  after: SourceTexts,
  fixed: ReadonlyArray<Finding>
): ReadonlyArray<FixedFile> => {
  const names = newNames(fixed)
  return [...before].flatMap(([file, text]) => {
    const renamedTo = names.get(file)
    const changed = after.get(renamedTo ?? file) ?? text
    return renamedTo === undefined && changed === text ? [] : [{ file, renamedTo, before: text, after: changed }]
  })
}

const newNames = (fixed: ReadonlyArray<Finding>): ReadonlyMap<string, string> =>
  new Map(fixed.flatMap(renamesOf).map(({ file, to }) => [file, to]))

/** The tree with changed texts. Entries that did not change stay the same objects. */
const withTexts = (
  tree: SourceTree,
  before: SourceTexts,
  after: SourceTexts,
  fixed: ReadonlyArray<Finding>
): SourceTree => {
  const names = newNames(fixed)
  return tree.map((entry) => {
    const path = names.get(entry.path) ?? entry.path
    const text = after.get(path)
    const isSame = path === entry.path && (text === undefined || text === before.get(path))
    return isSame || text === undefined ? entry : { _tag: "File", path, bytes: new TextEncoder().encode(text) }
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
