import * as Effect from "effect/Effect"
import { uncommittedChanges } from "../../domain/checks/source/SourceFiles.ts"
import { makeFinding, type Finding, inSource } from "../../domain/Finding.ts"
import { listTree, requireContent, type TreeEntry, openRepository, runGit, readBlobs } from "../../git/Git.ts"
import { isNearSource, isHidden, isSource, maxSourceBytes, type SourceEntry, type SourceTree } from "./SourceTree.ts"

/** The sources of a commit. */
export interface CommittedSources {
  readonly tree: SourceTree
  /** The full id of the commit. */
  readonly commit: string
  /** The committer date, in Unix seconds. */
  readonly committedAt: number
}

/** Reads the sources of a commit from the repository around the folder. */
export const readCommittedSources = Effect.fn("readCommittedSources")(function* (root: string, revision = "HEAD") {
  const git = yield* openRepository(root, "--src")
  const format = ["--no-patch", "--no-show-signature", "--format=%H %ct", "--end-of-options"]
  const [commit = "", date] = (yield* runGit(git, ["show", ...format, `${revision}^{commit}`])).trim().split(" ")
  const entries = yield* listTree(git, commit, ["."])
  const read = entries.filter(({ mode, path }) => isSource(path) || (isLink(mode) && !isHidden(path)))
  const near = entries.filter(({ mode, path }) => !isLink(mode) && isNearSource(path))
  const blobs = yield* readBlobs(root, [...new Set(read.filter(isReadable).map(({ id }) => id))])
  const sourceEntries = yield* Effect.forEach(read, (entry) => toSourceEntry(entry, blobs.get(entry.id)))
  const tree: SourceTree = [...sourceEntries, ...near.map(({ path }): SourceEntry => ({ _tag: "NearSource", path }))]
  const sources: CommittedSources = { tree, commit, committedAt: Number(date) }
  return sources
})

/** Symbolic links and submodules, whose content is not in this commit. */
const isLink = (mode: string): boolean => mode === "120000" || mode === "160000"

const isReadable = ({ mode, size }: TreeEntry): boolean => !isLink(mode) && size <= maxSourceBytes

const toSourceEntry = ({ mode, path, size }: TreeEntry, bytes: Uint8Array | undefined) => {
  if (isLink(mode)) return Effect.succeed<SourceEntry>({ _tag: "Link", path })
  if (size > maxSourceBytes) return Effect.succeed<SourceEntry>({ _tag: "TooLarge", path, size })
  return Effect.map(requireContent(path, bytes), (content): SourceEntry => ({ _tag: "File", path, bytes: content }))
}

/** Finds the files of the source folder that differ from the checked-out commit. */
export const findUncommittedFiles = Effect.fn("findUncommittedFiles")(function* (root: string) {
  const git = yield* openRepository(root, "--src")
  const status = yield* runGit(git, [
    // A lock of the index would make a concurrent commit fail.
    "--no-optional-locks",
    "status",
    "--porcelain",
    "-z",
    "--untracked-files=all",
    "--ignored=traditional",
    "--no-renames",
    "--",
    "."
  ])
  const prefix = (yield* runGit(git, ["rev-parse", "--show-prefix"])).replace(/\n$/, "")
  return status
    .split("\0")
    .filter((line) => line !== "")
    .map((line) => parseStatus(prefix, line))
    .filter(({ file, state }) => state !== "ignored" || isSource(file) || isRepository(file))
    .map(({ file, state }): Finding =>
      makeFinding(uncommittedChanges, { file, state }, { location: inSource(file, { line: 1 }) })
    )
})

/** Parses a line `XY path`, with the status of the index and of the working tree, a letter each. */
const parseStatus = (prefix: string, line: string) => {
  const [code, path] = [line.slice(0, 2), line.slice("XY ".length)]
  const state = code === "!!" ? "ignored" : code === "??" ? "untracked" : "changed"
  return { state, file: path.startsWith(prefix) ? path.slice(prefix.length) : path } as const
}

/** git does not list the files of a nested repository. */
const isRepository = (file: string): boolean => file.endsWith("/") && !isHidden(file)
