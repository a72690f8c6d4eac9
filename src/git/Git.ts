import * as Effect from "effect/Effect"
import type { SimpleGit } from "simple-git"
import { fromGitOutput, GitFailed, silentFailure, type CommitNotFound, type NotInRepository } from "./GitErrors.ts"

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
