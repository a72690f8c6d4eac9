import * as Effect from "effect/Effect"
import * as ChildProcess from "effect/process/ChildProcess"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { SimpleGit } from "simple-git"

/** git is missing, or refused a command. */
export class GitFailed extends Schema.TaggedError<GitFailed>()("GitFailed", {
  reason: Schema.String,
  help: Schema.String
}) {
  override get message() {
    return `${this.reason}. ${this.help}`
  }
}

/** The folder is not in a git repository. */
export class NotInRepository extends Schema.TaggedError<NotInRepository>()("NotInRepository", {
  folder: Schema.String,
  option: Schema.Literals(["--src", "--releases"])
}) {
  override get message() {
    return this.option === "--src"
      ? "The sources are not in a git repository. Releases are made from commits: run git init and commit the sources, or set another folder with --src."
      : `The releases in ${this.folder} are not in a git repository, so there is no older copy to compare with. Set another folder with --releases.`
  }
}

/** The name of a commit is wrong, or the repository has no commits yet. */
export class CommitNotFound extends Schema.TaggedError<CommitNotFound>()("CommitNotFound", {
  revision: Schema.UndefinedOr(Schema.String)
}) {
  override get message() {
    const name = this.revision === undefined ? "" : `: ${this.revision}`
    return `Commit not found${name}. Name an existing branch, tag or commit. In a new repository, commit the sources first.`
  }
}

/** A commit refers to content that the repository lacks, as after a partial fetch. */
export const missingContent = (path: string): GitFailed =>
  new GitFailed({
    reason: `git cannot find the committed content of ${path}`,
    help: "Fetch the complete repository, or run git fsck to list missing objects."
  })

/** git ended without a message, and without an exit code if a signal ended it. */
export const silentFailure = (command: string, exitCode: string | undefined): GitFailed =>
  exitCode === undefined
    ? new GitFailed({
        reason: `git ${command} was killed`,
        help: "Run this command again: it continues where it stopped."
      })
    : new GitFailed({
        reason: `git ${command} ended with exit code ${exitCode} and no message`,
        help: "A hook can have refused it. Run the same git command by hand to see the cause."
      })

/** Translates what git printed on its error stream. */
export const fromGitOutput = (
  command: string,
  output: string,
  { folder, option }: Pick<NotInRepository, "folder" | "option">
): GitFailed | NotInRepository | CommitNotFound => {
  // Without "or any of the parent directories", there is a repository, but its .git file points nowhere.
  if (/not a git repository \(/.test(output)) return new NotInRepository({ folder, option })
  if (/unknown revision|bad revision|Not a valid object name/.test(output)) {
    return new CommitNotFound({ revision: /([^\s']+)\^\{commit\}/.exec(output)?.[1] })
  }
  if (/spawn git EACCES/.test(output)) {
    return new GitFailed({ reason: `No permission to enter ${folder}`, help: "Run as a user who has access." })
  }
  const known = knownFailures.find(({ pattern }) => pattern.test(output))
  return new GitFailed({
    reason: known?.reason ?? `git ${command} failed: ${(output.split("\n")[0] ?? output).replace(/\.$/, "")}`,
    help: known?.help ?? "Run the same git command by hand to see the cause."
  })
}

/** A failure without a reason has that of git. */
const knownFailures: ReadonlyArray<{ readonly pattern: RegExp; readonly reason?: string; readonly help: string }> = [
  {
    // git names the lock.
    pattern: /\.lock': File exists/,
    help: "Another git process works in the repository, or was killed there. If none works there, remove the file. Then run this command again: it continues where it stopped."
  },
  { pattern: /ENOENT/, reason: "git was not found", help: "Install git, or add it to the PATH." },
  {
    pattern: /dubious ownership/,
    reason: "The repository belongs to another user, so git does not trust it",
    help: "Run git config --global --add safe.directory with the path of the repository."
  },
  {
    pattern: /Author identity unknown|Committer identity unknown|unable to auto-detect email|empty ident name/,
    reason: "git does not know the author of the commit",
    help: "Set your name and address with git config user.name and git config user.email. Then run this command again: it continues where it stopped."
  }
]

/** git, working in a folder. */
export interface Repository {
  readonly git: SimpleGit
  readonly folder: string
  /** The option that sets the folder; used in error messages. */
  readonly option: NotInRepository["option"]
}

/** Fails if the folder does not exist. If it is not in a repository, the first `runGit` fails. */
export const openRepository = Effect.fnUntraced(function* (folder: string, option: Repository["option"]) {
  const { simpleGit } = yield* Effect.promise(loadGit)
  const git = yield* Effect.try({
    try: () =>
      simpleGit({
        baseDir: folder,
        allowEnvironment: identityVariables,
        unsafe: { allowUnsafeConfigPaths: true },
        errors: detectSilentExit
      }).env(gitEnvironment(process.env)),
    catch: () => new GitFailed({ reason: `The folder ${folder} does not exist`, help: `Set it with ${option}.` })
  })
  const repository: Repository = { git, folder, option }
  return repository
})

type GitError = GitFailed | NotInRepository | CommitNotFound

/** Runs a git command and returns its output. */
export const runGit = (
  repository: Repository,
  [command, ...args]: readonly [command: string, ...ReadonlyArray<string>]
): Effect.Effect<string, GitError> =>
  Effect.tryPromise({
    try: () => repository.git.raw([command, ...args]),
    catch: (error) => (error instanceof Error ? error.message.trim() : String(error))
  }).pipe(
    Effect.catch((output): Effect.Effect<string, GitError> => {
      const [, silent] = silentExit.exec(output) ?? []
      if (silent === "1" && lookups.has(command)) return Effect.succeed("")
      if (silent !== undefined) return Effect.fail(silentFailure(command, silent === "null" ? undefined : silent))
      return Effect.fail(fromGitOutput(command, output, repository))
    }),
    Effect.withSpan(`git ${command}`)
  )

/** The commands that exit with code 1 and print nothing if what they look up does not exist. */
const lookups: ReadonlySet<string> = new Set(["rev-parse", "symbolic-ref"])

/**
 * Detects that git failed without a message: a hook refused, or a signal ended it, which leaves no exit code. simple-git
 * would take that for success, and keeps only the message of an error.
 */
const detectSilentExit = (error: Buffer | Error | undefined, { exitCode }: { readonly exitCode: number | null }) =>
  error ?? (exitCode === 0 ? undefined : new Error(`silent exit: ${exitCode}`))

const silentExit = /silent exit: (\d+|null)$/

/** True if the current branch has no commits yet. False if its commit is named but lost. */
export const isUnborn = (repository: Repository) =>
  Effect.map(runGit(repository, ["rev-parse", "--verify", "--quiet", "HEAD"]), (id) => id.trim() === "")

/**
 * The environment of every git process. It omits `GIT_*` variables, which could select another repository than the one
 * around the folder, and private keys, which no hook needs. It fixes the language, so that error messages can be recognized.
 */
export const gitEnvironment = (environment: NodeJS.ProcessEnv): Record<string, string | undefined> => ({
  ...Object.fromEntries(
    Object.entries(environment).filter(([name]) => !omittedVariables.test(name) || identityVariables.includes(name))
  ),
  LANGUAGE: "C"
})

/** `GIT_*`, the private keys of logs and witnesses, and the variables with names of programs that simple-git does not pass to git either. */
const omittedVariables = /^(?:GIT_.*|TAXONOMY_(?:.*_)?(?:LOG|WITNESS)_KEY|EDITOR|VISUAL|PAGER|PREFIX|SSH_ASKPASS)$/i

/** Variables that replace a git configuration on machines without one. */
const identityVariables = [
  ...["AUTHOR", "COMMITTER"].flatMap((role) => ["NAME", "EMAIL", "DATE"].map((field) => `GIT_${role}_${field}`)),
  ...["GLOBAL", "SYSTEM", "NOSYSTEM"].map((scope) => `GIT_CONFIG_${scope}`)
]

// Loaded late: most checks of the working tree need no git.
const loadGit = () => import("simple-git")

/** Reads blobs by their ids, in one process. Missing ones are left out. */
export const readBlobs = Effect.fn("git cat-file")(function* (folder: string, ids: ReadonlyArray<string>) {
  if (ids.length === 0) return new Map<string, Uint8Array>()
  const git = yield* ChildProcess.make("git", ["cat-file", "--batch"], {
    cwd: folder,
    env: gitEnvironment(process.env),
    stdin: Stream.make(new TextEncoder().encode(ids.map((id) => `${id}\n`).join(""))),
    stderr: "ignore"
  })
  return parseBatch(Buffer.concat(yield* Stream.runCollect(git.stdout)))
}, Effect.scoped)

/** Parses the output: for each blob a line `<id> blob <size>`, its bytes and a line break, or `<id> missing`. */
const parseBatch = (output: Buffer): ReadonlyMap<string, Uint8Array> => {
  const blobs = new Map<string, Uint8Array>()
  let start = 0
  while (start < output.length) {
    const end = output.indexOf("\n", start)
    const [id = "", type, size] = output.toString("latin1", start, end).split(" ")
    start = end + 1
    if (type === "missing") continue
    const next = start + Number(size)
    // Ignores a blob that is cut off because git ended early.
    if (next < output.length) blobs.set(id, output.subarray(start, next))
    start = next + 1
  }
  return blobs
}

/** One file of a commit. */
export interface TreeEntry {
  readonly mode: string
  /** The id of the blob. */
  readonly id: string
  readonly size: number
  /** Relative to the folder of the repository handle. */
  readonly path: string
}

/** Lists the files of a commit below the given paths. */
export const listTree = (git: Repository, revision: string, paths: ReadonlyArray<string>) =>
  Effect.map(runGit(git, ["ls-tree", "-r", "-z", "-l", "--end-of-options", revision, "--", ...paths]), (listing) =>
    listing
      .split("\0")
      .filter((line) => line !== "")
      .map(parseEntry)
  )

/** Reads those of the paths that a commit contains. The paths are relative to the folder. */
export const readFilesAt = Effect.fn("git.readFilesAt")(function* (
  folder: string,
  option: Repository["option"],
  revision: string,
  paths: ReadonlyArray<string>
) {
  const git = yield* openRepository(folder, option)
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
      Effect.map(requireContent(path, blobs.get(id)), (bytes) => [path, bytes] as const)
    )
  )
})

/** Fails if the repository lacks the content of a file. */
export const requireContent = (path: string, bytes: Uint8Array | undefined) =>
  bytes === undefined ? missingContent(path) : Effect.succeed(bytes)

const parseEntry = (line: string): TreeEntry => {
  const tab = line.indexOf("\t")
  const [mode = "", , id = "", size = "0"] = line.slice(0, tab).split(/ +/)
  return { mode, id, size: Number(size) || 0, path: line.slice(tab + 1) }
}
