import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import type { Finding } from "../../domain/diagnostic/Finding.ts"
import { GitFailed, openRepository, run, type Repository } from "../../git/Git.ts"
import { readBlobs } from "../../git/GitBlobs.ts"
import { readPlainFile } from "../../platform/RegularFiles.ts"
import { isHidden, isSource, largestSource, type SourceEntry, type SourceTree } from "./SourceTree.ts"

/** The sources as a commit holds them. */
export interface CommittedSources {
  readonly tree: SourceTree
  /** The full id of the commit. */
  readonly commit: string
  /** The committer date, in Unix seconds. */
  readonly committedAt: number
}

/** Reads the sources from a commit, `HEAD` being what is checked out, in the repository that holds the folder. */
export const readCommittedSources = Effect.fnUntraced(function* (root: string, revision = "HEAD") {
  const git = yield* openRepository(root, "sources")
  const format = ["--no-patch", "--no-show-signature", "--format=%H %ct", "--end-of-options"]
  const [commit = "", date] = (yield* run(git, ["show", ...format, `${revision}^{commit}`])).trim().split(" ")
  const entries = yield* listTree(git, commit, ["."])
  const read = entries.filter(({ mode, path }) => isSource(path) || (isLink(mode) && !isHidden(path)))
  const checkedOut = new Map(
    yield* Effect.forEach(read.filter(isReadable), (entry) => readCheckedOut(root, entry), { concurrency: 16 })
  )
  const missing = [...checkedOut].flatMap(([id, bytes]) => (bytes === undefined ? [id] : []))
  const blobs = yield* readBlobs(root, missing)
  const tree: SourceTree = yield* Effect.forEach(read, (entry) =>
    entryOf(entry, checkedOut.get(entry.id) ?? blobs.get(entry.id))
  )
  const sources: CommittedSources = { tree, commit, committedAt: Number(date) }
  return sources
})

/** A finding for each file of the folder that is not as the commit that is checked out has it. */
export const uncommittedFindings = Effect.fnUntraced(function* (root: string) {
  const git = yield* openRepository(root, "sources")
  const status = yield* run(git, [
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
  const prefix = (yield* run(git, ["rev-parse", "--show-prefix"])).replace(/\n$/, "")
  return status
    .split("\0")
    .filter((line) => line !== "")
    .map((line) => statusOf(prefix, line))
    .filter(({ code, file }) => code !== ignored || isSource(file) || isRepository(file))
    .map(uncommittedFinding)
})

/** Those of the files that a commit has, as it has them, by their paths in the folder. */
export const readFilesAt = Effect.fnUntraced(function* (
  folder: string,
  holds: Repository["holds"],
  revision: string,
  paths: ReadonlyArray<string>
) {
  const git = yield* openRepository(folder, holds)
  const entries = yield* listTree(
    git,
    `${revision}^{commit}`,
    paths.map((path) => `./${path}`)
  )
  const blobs = yield* readBlobs(
    folder,
    entries.map(({ id }) => id)
  )
  return new Map(
    yield* Effect.forEach(entries, ({ id, path }) =>
      Effect.map(whole(path, blobs.get(id)), (bytes) => [path, bytes] as const)
    )
  )
})

const listTree = (git: Repository, revision: string, paths: ReadonlyArray<string>) =>
  Effect.map(run(git, ["ls-tree", "-r", "-z", "-l", "--end-of-options", revision, "--", ...paths]), (listing) =>
    listing
      .split("\0")
      .filter((line) => line !== "")
      .map(parseEntry)
  )

interface TreeEntry {
  readonly mode: string
  readonly id: string
  readonly size: number
  readonly path: string
}

const parseEntry = (line: string): TreeEntry => {
  const tab = line.indexOf("\t")
  const [mode = "", , id = "", size = "0"] = line.slice(0, tab).split(/ +/)
  return { mode, id, size: Number(size) || 0, path: line.slice(tab + 1) }
}

/** Symbolic links and submodules: both lead to content that is not in this commit. */
const isLink = (mode: string): boolean => mode === "120000" || mode === "160000"

const isReadable = ({ mode, size }: TreeEntry): boolean => !isLink(mode) && size <= largestSource

/** A file that was checked out unchanged is the blob, which its id proves, and need not be asked of git. */
const readCheckedOut = Effect.fnUntraced(function* (root: string, { id, path }: TreeEntry) {
  const paths = yield* Path.Path
  const bytes = yield* Effect.orElseSucceed(readPlainFile(paths.join(root, path)), () => undefined)
  return [id, bytes !== undefined && blobId(bytes, id.length) === id ? bytes : undefined] as const
})

const entryOf = ({ mode, path, size }: TreeEntry, bytes: Uint8Array | undefined) => {
  if (isLink(mode)) return Effect.succeed<SourceEntry>({ _tag: "Link", path })
  if (size > largestSource) return Effect.succeed<SourceEntry>({ _tag: "TooLarge", path, size })
  return Effect.map(whole(path, bytes), (content): SourceEntry => ({ _tag: "File", path, bytes: content }))
}

/** A commit may name what git does not have, as in a repository that was fetched in part. */
const whole = (path: string, bytes: Uint8Array | undefined) =>
  bytes === undefined ? new GitFailed(notThere(path)) : Effect.succeed(bytes)

const notThere = (path: string) => ({
  reason: `git has no content of ${path}`,
  help: "Fetch the repository whole, or run git fsck to see what is missing."
})

const sha256IdLength = 64

const blobId = (bytes: Uint8Array, idLength: number): string =>
  createHash(idLength === sha256IdLength ? "sha256" : "sha1")
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest("hex")

interface FileStatus {
  /** Two letters, of the index and of the working tree. */
  readonly code: string
  /** Relative to the source folder. */
  readonly file: string
}

const statusOf = (prefix: string, line: string): FileStatus => {
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
