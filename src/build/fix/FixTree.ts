import { getCheck } from "../../domain/checks/CheckRegistry.ts"
import { isError, type Finding, type FixEdit } from "../../domain/Finding.ts"
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
  const { fixed, texts: after } = applyFixes(
    texts,
    findings.filter((finding) => renamesOf(finding).every(({ to }) => !taken.has(to.toLowerCase())))
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
