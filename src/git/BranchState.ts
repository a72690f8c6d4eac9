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
    const refs = yield* readReferences(git)
    const branch = refs.find(({ isCheckedOut }) => isCheckedOut)
    const defaultBranch = givenDefault ?? findDefaultBranch(refs)
    if (defaultBranch === undefined) return []
    const behind = yield* findNewerLedger(git, releases, branch, referencesOf(refs, defaultBranch))
    return [
      ...(behind === undefined ? [] : [behind]),
      ...(branch === undefined || branch.name === localOf(defaultBranch)
        ? []
        : [
            makeFinding(
              otherBranch,
              { branch: shortName(branch), default_branch: defaultBranch },
              { location: inHeader("version") }
            )
          ])
    ]
  },
  // Before the first commit, no branch can be ahead.
  Effect.catchTag(["NotInRepository", "CommitNotFound"], () => Effect.succeed<ReadonlyArray<Finding>>([]))
)

/** A local branch, or one of the remote repository as last fetched. */
interface Reference {
  /** Such as `refs/heads/main`. */
  readonly name: string
  readonly commit: string
  readonly isCheckedOut: boolean
  /** The reference that this one is a name of. */
  readonly target: string | undefined
}

/** All references in one process of git: a check runs after every save. Without any before the first commit. */
const readReferences = (git: Repository) =>
  Effect.map(
    runGit(git, ["for-each-ref", `--format=${referenceFormat}`, "refs/heads", "refs/remotes/origin"]),
    (listing) =>
      listing.split("\n").flatMap((line): ReadonlyArray<Reference> => {
        const [name, commit, target, mark] = line.split(" ")
        if (name === undefined || commit === undefined) return []
        return [{ name, commit, isCheckedOut: mark === "*", target: target === "" ? undefined : target }]
      })
  )

/** No name of a reference contains a space (git-check-ref-format). */
const referenceFormat = "%(refname) %(objectname) %(symref) %(HEAD)"

/** The default branch of the remote repository if it is known, otherwise `main` or `master` if one exists. */
const findDefaultBranch = (refs: ReadonlyArray<Reference>): string | undefined => {
  const remote = refs.find(({ name }) => name === remoteOf("HEAD"))?.target
  if (remote?.startsWith(remoteOf("")) === true) return remote.slice(remoteOf("").length)
  return ["main", "master"].find((branch) => referencesOf(refs, branch).length > 0)
}

/** Those of a branch that exist: the local one and its remote copy. */
const referencesOf = (refs: ReadonlyArray<Reference>, branch: string): ReadonlyArray<Reference> =>
  refs.filter(({ name }) => name === localOf(branch) || name === remoteOf(branch))

const localOf = (branch: string): string => `refs/heads/${branch}`

const remoteOf = (branch: string): string => `refs/remotes/origin/${branch}`

/** Such as `main` or `origin/main`. */
const shortName = ({ name }: Reference): string => name.replace(/^refs\/(?:heads|remotes)\//, "")

const findNewerLedger = Effect.fnUntraced(function* (
  git: Repository,
  releases: string,
  branch: Reference | undefined,
  published: ReadonlyArray<Reference>
) {
  const fs = yield* FileSystem.FileSystem
  const path = relative(resolve(git.folder), resolve(releases, ledgerFile))
  const own = yield* fs
    .readFileString(join(releases, ledgerFile))
    .pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed("")))
  for (const reference of published) {
    const { commit } = reference
    if (commit === branch?.commit) continue
    const bytes = (yield* readFilesAt(git.folder, "--releases", commit, [path])).get(path)
    const other = Buffer.from(bytes ?? []).toString()
    // The checked-out ledger may contain more, even what is not committed yet.
    if (own.startsWith(other)) continue
    const newer = shortName(reference)
    const name = branch === undefined ? null : shortName(branch)
    const facts = {
      branch: name,
      newer,
      releases: releasesSince(own, other),
      has_diverged: !other.startsWith(own),
      is_own_remote: newer === `origin/${name ?? ""}`,
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
