import * as Schema from "effect/Schema"

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
