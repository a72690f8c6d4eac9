import * as Effect from "effect/Effect"
import { openRepository, runGit } from "./Git.ts"

/**
 * The names of those who changed a folder since a commit, with that of the user if it has changes that are not committed.
 * None if git does not know the commit or there is no repository: then nobody can say who the authors are.
 */
export const findAuthors = Effect.fn("findAuthors")(
  function* (folder: string, commit: string | undefined) {
    const git = yield* openRepository(folder, "--src")
    const range = commit === undefined ? "HEAD" : `${commit}..HEAD`
    const committed = yield* runGit(git, ["log", "--format=%aN", range, "--", "."])
    const status = yield* runGit(git, ["--no-optional-locks", "status", "--porcelain", "--", "."])
    const user = status === "" ? "" : yield* Effect.orElseSucceed(runGit(git, ["config", "user.name"]), () => "")
    return [...new Set([...committed.split("\n"), user.trim()])].filter((name) => name !== "")
  },
  Effect.orElseSucceed((): ReadonlyArray<string> => [])
)
