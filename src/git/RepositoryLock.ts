import { stat } from "node:fs/promises"
import { resolve } from "node:path"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { timestampOf } from "../domain/ledger/Timestamp.ts"
import type { Repository } from "./Git.ts"
import { findGitProcesses } from "./LockHolders.ts"
import { RepositoryLocked } from "./RepositoryLocked.ts"

/** Fails with the facts about a lock that kept git from working. */
export const failWithLock = ({ folder, git }: Repository, path: string): Effect.Effect<never, RepositoryLocked> =>
  Effect.gen(function* () {
    const lock = resolve(folder, path)
    const folders = yield* Effect.promise(() => foldersOf(git, folder))
    const processes = yield* Effect.promise(() => findGitProcesses(folders))
    // Read last: a process that ended before has removed its lock by now, unless it was killed.
    const made = yield* Effect.promise(() => stat(lock).catch(() => undefined))
    const since = made === undefined ? undefined : timestampOf(DateTime.makeUnsafe(made.mtimeMs))
    return yield* new RepositoryLocked({ lock, since, processes })
  })

/** The git folder and the worktrees of a repository: a process in any of them may hold a lock. */
const foldersOf = async (git: Repository["git"], folder: string): Promise<ReadonlyArray<string>> => {
  const run = (...args: ReadonlyArray<string>) => git.raw([...args]).catch(() => "")
  const common = (await run("rev-parse", "--path-format=absolute", "--git-common-dir")).replace(/\n$/, "")
  const listed = (await run("worktree", "list", "--porcelain", "-z")).split("\0")
  const worktrees = listed.flatMap((line) => (line.startsWith("worktree ") ? [line.slice("worktree ".length)] : []))
  return [folder, common, ...worktrees].filter((path) => path !== "")
}
