import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SimpleGit } from "simple-git"

/** Git, working in a folder. */
export interface Repository {
  readonly git: SimpleGit
  readonly folder: string
  /** What is looked for in the folder, which was named with another option for each. */
  readonly holds: "sources" | "releases"
}

/** Fails where the folder does not exist; whatever is run then, where it is in no repository. */
export const openRepository = Effect.fnUntraced(function* (folder: string, holds: Repository["holds"]) {
  const { simpleGit } = yield* Effect.promise(loadGit)
  const git = yield* Effect.try({
    try: () =>
      simpleGit({ baseDir: folder, allowEnvironment: ofWhoRuns, unsafe: { allowUnsafeConfigPaths: true } }).env(
        gitEnvironment(process.env)
      ),
    catch: () => new GitFailed({ reason: `There is no folder ${folder}`, help: `${otherFolder[holds]}.` })
  })
  const repository: Repository = { git, folder, holds }
  return repository
})

/** What git prints. */
export const run = (
  { folder, git, holds }: Repository,
  args: ReadonlyArray<string>
): Effect.Effect<string, GitFailed | NotInRepository | NoSuchCommit> =>
  Effect.tryPromise({
    try: () => git.raw([...args]),
    catch: (error) => {
      const text = error instanceof Error ? error.message.trim() : String(error)
      // Without "or any of the parent directories", there is a repository that leads nowhere.
      if (/not a git repository \(/.test(text)) return new NotInRepository({ folder, holds })
      if (/unknown revision|bad revision|Not a valid object name/.test(text)) {
        return new NoSuchCommit({ revision: /([^\s']+)\^\{commit\}/.exec(text)?.[1] })
      }
      if (/spawn git EACCES/.test(text)) return new GitFailed(notEntered(folder))
      return gitFailed(text)
    }
  })

/** Whether nothing was committed on the branch yet. Where a commit is named that is lost, this says no. */
export const isUnborn = (repository: Repository) =>
  Effect.map(run(repository, ["rev-parse", "--verify", "--quiet", "HEAD"]), (id) => id.trim() === "")

/** Git is missing, or says no. */
export class GitFailed extends Schema.TaggedError<GitFailed>()("GitFailed", {
  reason: Schema.String,
  help: Schema.String
}) {
  override get message() {
    return `${this.reason}. ${this.help}`
  }
}

/** What was looked for is not kept in git. */
export class NotInRepository extends Schema.TaggedError<NotInRepository>()("NotInRepository", {
  folder: Schema.String,
  holds: Schema.Literals(["sources", "releases"])
}) {
  override get message() {
    return this.holds === "sources"
      ? "The sources are in no git repository. Releases are made from commits: run git init and commit the sources, or name another folder with --src."
      : `The releases in ${this.folder} are in no git repository, so there is no older copy to compare with. Name another folder with --releases.`
  }
}

/** Nothing is committed yet, or the name of a commit is wrong. */
export class NoSuchCommit extends Schema.TaggedError<NoSuchCommit>()("NoSuchCommit", {
  revision: Schema.UndefinedOr(Schema.String)
}) {
  override get message() {
    const which = this.revision === undefined ? "" : `: ${this.revision}`
    return `The repository has no such commit${which}. Name a branch, a tag or a commit that exists, and commit the sources where nothing is committed yet.`
  }
}

/**
 * What every git process knows of the environment. Nothing of `GIT_*` that would lead it to another repository than the
 * one around the folder, and no language but the one in which its messages are understood here.
 */
export const gitEnvironment = (environment: NodeJS.ProcessEnv): Record<string, string | undefined> => ({
  ...Object.fromEntries(
    Object.entries(environment).filter(([name]) => !guarded.test(name) || ofWhoRuns.includes(name))
  ),
  LANGUAGE: "C"
})

/** `GIT_*`, and what else simple-git keeps from git, for it names programs to run. */
const guarded = /^(?:GIT_.*|EDITOR|VISUAL|PAGER|PREFIX|SSH_ASKPASS)$/i

/** What machines without a git configuration of their own tell git in its place. */
const ofWhoRuns = [
  ...["AUTHOR", "COMMITTER"].flatMap((who) => ["NAME", "EMAIL", "DATE"].map((what) => `GIT_${who}_${what}`)),
  ...["GLOBAL", "SYSTEM", "NOSYSTEM"].map((which) => `GIT_CONFIG_${which}`)
]

// Most checks of the working tree do without it, and should not wait for it.
const loadGit = () => import("simple-git")

const otherFolder = {
  sources: "Name the folder of the sources with --src",
  releases: "Name the folder of the releases with --releases"
}

const notEntered = (folder: string) => ({
  reason: `This user may not enter ${folder}`,
  help: "Run as a user who may."
})

const gitFailed = (text: string): GitFailed => {
  const known = diagnoses.find(({ pattern }) => pattern.test(text))
  return new GitFailed({
    reason: known?.reason ?? `git failed: ${text.split("\n")[0] ?? text}`,
    help: known?.help ?? "Run the same git command by hand to see why."
  })
}

const diagnoses = [
  { pattern: /ENOENT/, reason: "git was not found", help: "Install git, or put it on the PATH." },
  {
    pattern: /dubious ownership/,
    reason: "The repository belongs to another user, so git does not trust it",
    help: "Run git config --global --add safe.directory with the path of the repository."
  },
  {
    pattern: /Author identity unknown|Committer identity unknown|unable to auto-detect email|empty ident name/,
    reason: "git does not know who commits",
    help: "Run git config user.name and git config user.email with your name and address, then this command again: it goes on where it stopped."
  }
]
