import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Schema from "effect/Schema"
import { simpleGit, type SimpleGit } from "simple-git"
import type { Finding } from "../domain/Finding.ts"
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
  const git = yield* openRepository(root)
  const commit = (yield* run(git, ["rev-parse", "--verify", "--end-of-options", `${revision}^{commit}`])).trim()
  const committedAt = Number((yield* run(git, ["show", "--no-patch", "--format=%ct", commit])).trim())
  const listing = yield* run(git, ["ls-tree", "-r", "-z", "-l", commit, "--", "."])
  const entries = listing
    .split("\0")
    .filter((line) => line !== "")
    .map(parseEntry)
  const read = entries.filter(({ mode, path }) => isSource(path) || (isLink(mode) && !isHidden(path)))
  const tree: SourceTree = yield* Effect.forEach(read, (entry) => readEntry(git, root, entry), { concurrency: 8 })
  const sources: CommittedSources = { tree, commit, committedAt }
  return sources
})

/** A finding for each file of the folder that is not as the commit that is checked out has it. */
export const uncommittedFindings = Effect.fnUntraced(function* (root: string) {
  const git = yield* openRepository(root)
  const status = yield* run(git, [
    "status",
    "--porcelain",
    "-z",
    "--untracked-files=all",
    "--ignored=matching",
    "--no-renames",
    "--",
    "."
  ])
  const prefix = (yield* run(git, ["rev-parse", "--show-prefix"])).replace(/\n$/, "")
  return status
    .split("\0")
    .filter((line) => line !== "" && (!line.startsWith("!!") || isSource(line.slice(statusLength))))
    .map(uncommittedFinding(prefix))
})

/** A file as a commit has it; nothing where it has none. */
export const readFileAt = Effect.fnUntraced(function* (folder: string, revision: string, path: string) {
  const git = yield* openRepository(folder)
  const commit = (yield* run(git, ["rev-parse", "--verify", "--end-of-options", `${revision}^{commit}`])).trim()
  const listing = yield* run(git, ["ls-tree", "-z", "-l", commit, "--", `./${path}`])
  const [entry] = listing
    .split("\0")
    .filter((line) => line !== "")
    .map(parseEntry)
  return entry === undefined ? undefined : yield* readBlob(git, entry.id)
})

/** Git is missing, or says no. */
export class GitFailed extends Schema.TaggedError<GitFailed>()("GitFailed", {
  reason: Schema.String,
  help: Schema.String
}) {
  override get message() {
    return `${this.reason}. ${this.help}`
  }
}

/** Git, working in a folder. Fails where the folder does not exist or is in no repository. */
export const openRepository = Effect.fnUntraced(function* (folder: string) {
  const git = yield* Effect.try({
    try: () => simpleGit({ baseDir: folder }),
    catch: () =>
      new GitFailed({ reason: `There is no folder ${folder}`, help: "Name the folder of the sources with --src." })
  })
  yield* run(git, ["rev-parse", "--is-inside-work-tree"])
  return git
})

export const run = (git: SimpleGit, args: ReadonlyArray<string>): Effect.Effect<string, GitFailed> =>
  Effect.tryPromise({ try: () => git.raw([...args]), catch: gitFailed })

const gitFailed = (error: unknown): GitFailed => {
  const text = error instanceof Error ? error.message.trim() : String(error)
  const known = diagnoses.find(({ pattern }) => pattern.test(text))
  return new GitFailed({
    reason: known?.reason ?? `git failed: ${text.split("\n")[0] ?? text}`,
    help: known?.help ?? "Run the same git command by hand to see why."
  })
}

const diagnoses = [
  { pattern: /ENOENT/, reason: "git was not found", help: "Install git, or put it on the PATH." },
  {
    pattern: /not a git repository/,
    reason: "The sources are in no git repository",
    help: "Releases are made from commits: run git init and commit the sources, or name another folder with --src."
  },
  {
    pattern: /Needed a single revision|unknown revision|bad revision/,
    reason: "The repository has no such commit",
    help: "Commit the sources first, or name a branch, a tag or a commit that exists."
  },
  {
    pattern: /dubious ownership/,
    reason: "The repository belongs to another user, so git does not trust it",
    help: "Run git config --global --add safe.directory with the path of the repository."
  }
]

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

const readEntry = Effect.fnUntraced(function* (git: SimpleGit, root: string, { id, mode, path, size }: TreeEntry) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  if (isLink(mode)) return { _tag: "Link", path } satisfies SourceEntry
  if (size > largestSource) return { _tag: "TooLarge", path, size } satisfies SourceEntry
  // A file that was checked out unchanged is the blob, which its id proves; that saves a process for each file.
  const checkedOut = yield* Effect.option(fs.readFile(paths.join(root, path)))
  if (checkedOut._tag === "Some" && blobId(checkedOut.value, id.length) === id) {
    return { _tag: "File", path, bytes: checkedOut.value } satisfies SourceEntry
  }
  return { _tag: "File", path, bytes: yield* readBlob(git, id) } satisfies SourceEntry
})

const readBlob = Effect.fnUntraced(function* (git: SimpleGit, id: string) {
  const blob: unknown = yield* Effect.tryPromise({ try: () => git.binaryCatFile(["blob", id]), catch: gitFailed })
  return Buffer.isBuffer(blob) ? blob : Buffer.from(String(blob))
})

const sha256IdLength = 64

const blobId = (bytes: Uint8Array, idLength: number): string =>
  createHash(idLength === sha256IdLength ? "sha256" : "sha1")
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest("hex")

/** Two letters and a space, before the path. An ignored source is read by `check`, so it must not be passed over. */
const statusLength = 3

const uncommittedFinding =
  (prefix: string) =>
  (line: string): Finding => {
    const path = line.slice(statusLength)
    const file = path.startsWith(prefix) ? path.slice(prefix.length) : path
    return {
      rule: "source/uncommitted-changes",
      level: "error",
      message: `${file} ${/^(?:\?\?|!!)/.test(line) ? "is in no commit" : "has changes that are in no commit"}`,
      help: "Commit it: a release is made from what a commit holds. taxonomy check looks at the working tree.",
      at: { file, path: [], line: 1 }
    }
  }
