import { join, relative, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { branchBehind, otherBranch } from "../domain/checks/lifecycle/Branches.ts"
import { makeFinding, type Finding, inHeader, inRelease } from "../domain/Finding.ts"
import { Version } from "../domain/taxonomy/Scalars.ts"
import { ledgerFile } from "../release/Ledger.ts"
import { readFilesAt, openRepository, runGit, type Repository } from "./Git.ts"
import { nearestFolder } from "./LedgerBase.ts"

/**
 * Compares the checked-out branch with the default branch, here and as last fetched: a release belongs on that branch, and
 * must build on everything that it has published. Without a repository around the releases, there is nothing to compare.
 */
export const checkBranch = Effect.fn("checkBranch")(
  function* (releases: string, givenDefault: string | undefined) {
    const folder = yield* nearestFolder(releases)
    const git = yield* openRepository(folder, "--releases")
    const head = (yield* runGit(git, ["symbolic-ref", "--quiet", "--short", "HEAD"])).trim()
    const branch = head === "" ? undefined : head
    const defaultBranch = givenDefault ?? (yield* findDefaultBranch(git))
    if (defaultBranch === undefined) return []
    const behind = yield* findNewerLedger(git, releases, branch, defaultBranch)
    return [
      ...(behind === undefined ? [] : [behind]),
      ...(branch === undefined || branch === defaultBranch
        ? []
        : [makeFinding(otherBranch, { branch, default_branch: defaultBranch }, { location: inHeader("version") })])
    ]
  },
  // Before the first commit, no branch can be ahead.
  Effect.catchTag(["NotInRepository", "CommitNotFound"], () => Effect.succeed<ReadonlyArray<Finding>>([]))
)

/** The default branch of the remote repository if it is known, otherwise `main` or `master` if one exists. */
const findDefaultBranch = Effect.fnUntraced(function* (git: Repository) {
  const remote = (yield* runGit(git, ["symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"])).trim()
  if (remote.startsWith("origin/")) return remote.slice("origin/".length)
  const known = yield* commitsOf(git, usualNames.flatMap(refsOf))
  return usualNames.find((name) => refsOf(name).some((ref) => known.has(ref)))
})

const usualNames = ["main", "master"]

/** The local branch and its remote copy. */
const refsOf = (branch: string): readonly [local: string, remote: string] => [
  `refs/heads/${branch}`,
  `refs/remotes/origin/${branch}`
]

/** The commits of those references that exist. */
const commitsOf = (git: Repository, refs: ReadonlyArray<string>) =>
  Effect.map(
    runGit(git, ["for-each-ref", "--format=%(refname) %(objectname)", ...refs]),
    (listing) =>
      new Map(
        listing
          .split("\n")
          .filter((line) => line !== "")
          .map((line): [string, string] => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)])
      )
  )

const findNewerLedger = Effect.fnUntraced(function* (
  git: Repository,
  releases: string,
  branch: string | undefined,
  defaultBranch: string
) {
  const fs = yield* FileSystem.FileSystem
  const path = relative(resolve(git.folder), resolve(releases, ledgerFile))
  const own = yield* fs
    .readFileString(join(releases, ledgerFile))
    .pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed("")))
  const commits = yield* commitsOf(git, refsOf(defaultBranch))
  const checkedOut = (yield* runGit(git, ["rev-parse", "--verify", "--quiet", "HEAD"])).trim()
  for (const [ref, commit] of commits) {
    if (commit === checkedOut) continue
    const bytes = (yield* readFilesAt(git.folder, "--releases", commit, [path])).get(path)
    const other = Buffer.from(bytes ?? []).toString()
    // The checked-out ledger may contain more, even what is not committed yet.
    if (own.startsWith(other)) continue
    const newer = ref.replace(/^refs\/(?:heads|remotes)\//, "")
    const facts = {
      branch: branch ?? null,
      newer,
      releases: releasesSince(own, other),
      has_diverged: !other.startsWith(own),
      is_own_remote: newer === `origin/${branch ?? ""}`,
      // Nothing can be merged from a commit that this branch contains: a revert has undone its releases here.
      reverted: (yield* runGit(git, ["rev-list", "--count", `HEAD..${commit}`])).trim() === "0" ? releases : null
    }
    return makeFinding(branchBehind, facts, { location: inRelease(ledgerFile) })
  }
  return undefined
})

/** The releases of the lines that only the other ledger has. */
const releasesSince = (own: string, other: string): ReadonlyArray<string> => {
  const known = new Set(own.split("\n"))
  return other.split("\n").flatMap((line) => {
    const version = known.has(line) ? undefined : publishedVersion(line)
    return version === undefined ? [] : [version]
  })
}

/** The version that a line of a ledger publishes. The other ledger may be of a newer program, or broken. */
const publishedVersion = (line: string): string | undefined =>
  Option.getOrUndefined(decodePublication(line))?.data.version

const decodePublication = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({ type: Schema.Literal("ReleasePublished"), data: Schema.Struct({ version: Version }) })
  )
)

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
