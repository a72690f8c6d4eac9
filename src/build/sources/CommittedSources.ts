import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import type { Finding } from "../../domain/diagnostic/Finding.ts"
import { listTree, requireContent, type TreeEntry } from "../../git/CommitFiles.ts"
import { openRepository, runGit } from "../../git/Git.ts"
import { readBlobs } from "../../git/GitBlobs.ts"
import { readPlainFile } from "../../platform/RegularFiles.ts"
import { isHidden, isSource, maxSourceBytes, type SourceEntry, type SourceTree } from "./SourceTree.ts"

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
  const checkedOut = new Map(
    yield* Effect.forEach(read.filter(isReadable), (entry) => readCheckedOut(root, entry), { concurrency: 16 })
  )
  const missing = [...checkedOut].flatMap(([id, bytes]) => (bytes === undefined ? [id] : []))
  const blobs = yield* readBlobs(root, missing)
  const tree: SourceTree = yield* Effect.forEach(read, (entry) =>
    toSourceEntry(entry, checkedOut.get(entry.id) ?? blobs.get(entry.id))
  )
  const sources: CommittedSources = { tree, commit, committedAt: Number(date) }
  return sources
})

/** A finding for each file of the folder that is not as the commit that is checked out has it. */
export const uncommittedFindings = Effect.fnUntraced(function* (root: string) {
  const git = yield* openRepository(root, "--src")
  const status = yield* runGit(git, [
    // It would lock the index for a moment, and another run may commit.
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
    .filter(({ code, file }) => code !== ignored || isSource(file) || isRepository(file))
    .map(uncommittedFinding)
})

/** Symbolic links and submodules, whose content is not in this commit. */
const isLink = (mode: string): boolean => mode === "120000" || mode === "160000"

const isReadable = ({ mode, size }: TreeEntry): boolean => !isLink(mode) && size <= maxSourceBytes

/** A checked-out file whose digest is the id of the blob is that blob, which saves asking git for it. */
const readCheckedOut = Effect.fnUntraced(function* (root: string, { id, path }: TreeEntry) {
  const paths = yield* Path.Path
  const bytes = yield* Effect.orElseSucceed(readPlainFile(paths.join(root, path)), () => undefined)
  return [id, bytes !== undefined && blobId(bytes, id.length) === id ? bytes : undefined] as const
})

const toSourceEntry = ({ mode, path, size }: TreeEntry, bytes: Uint8Array | undefined) => {
  if (isLink(mode)) return Effect.succeed<SourceEntry>({ _tag: "Link", path })
  if (size > maxSourceBytes) return Effect.succeed<SourceEntry>({ _tag: "TooLarge", path, size })
  return Effect.map(requireContent(path, bytes), (content): SourceEntry => ({ _tag: "File", path, bytes: content }))
}

const sha256IdLength = 64

const blobId = (bytes: Uint8Array, idLength: number): string =>
  createHash(idLength === sha256IdLength ? "sha256" : "sha1")
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest("hex")

interface FileStatus {
  /** The status of the index and of the working tree, a letter each. */
  readonly code: string
  /** Relative to the source folder. */
  readonly file: string
}

const parseStatus = (prefix: string, line: string): FileStatus => {
  const path = line.slice("XY ".length)
  return { code: line.slice(0, 2), file: path.startsWith(prefix) ? path.slice(prefix.length) : path }
}

/** An ignored source is read by `check`, so it must not be passed over. */
const ignored = "!!"
const untracked = "??"

/** Of a repository inside of this one git tells no files, whether it is ignored or not. */
const isRepository = (file: string): boolean => file.endsWith("/") && !isHidden(file)

const uncommittedFinding = ({ code, file }: FileStatus): Finding => ({
  rule: "source/uncommitted-changes",
  level: "error",
  message: `${file} ${states.get(code) ?? "has changes that are in no commit"}`,
  help:
    code === ignored
      ? "Let git know it and commit it, or move it out of the folder: taxonomy check, which looks at the working tree, counts it in."
      : "Commit it: a release is made from what a commit holds. taxonomy check looks at the working tree.",
  at: { file, path: [], line: 1 }
})

const states: ReadonlyMap<string, string> = new Map([
  [untracked, "is in no commit"],
  [ignored, "is in no commit, for git ignores it"]
])
