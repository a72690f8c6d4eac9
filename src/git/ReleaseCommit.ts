import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { Version } from "../domain/taxonomy/Version.ts"
import { folderOf, manifestFile } from "../release/artifacts/Renderers.ts"
import { ledgerFile, readLedger } from "../release/ledger/Ledger.ts"
import { withReleasesLock } from "../release/ReleasesLock.ts"
import { GitFailed, openRepository, run, type Repository } from "./Git.ts"

/** What became of a release in git. */
export interface ReleaseCommit {
  /** Whether this run made the commit, or set the tag. */
  readonly committed: boolean
  readonly tagged: boolean
  /** The branch that is checked out; none on a detached head. */
  readonly branch: string | undefined
}

/**
 * Commits a published release, and tags the commit `vX.Y.Z`. Both are done only where they are not done yet, so a run
 * that ended between them is completed by the next one. The tag's message pins the ledger by its head hash. Of two runs
 * at once the second sees what the first has done.
 */
export const commitRelease = (
  releases: string,
  version: Version,
  wanted: { readonly commit: boolean; readonly tag: boolean }
) =>
  withReleasesLock(releases)(
    Effect.gen(function* () {
      const git = yield* openRepository(releases, "releases")
      const committed = wanted.commit && (yield* commit(git, version))
      const tagged = wanted.tag && (yield* tag(git, releases, version))
      const branch = (yield* run(git, ["symbolic-ref", "--quiet", "--short", "HEAD"])).trim()
      const kept: ReleaseCommit = { committed, tagged, branch: branch === "" ? undefined : branch }
      return kept
    }).pipe(Effect.catchTag("NotInRepository", ({ folder }) => new GitFailed(keptElsewhere(version, folder))))
  )

/** Whether there was anything to commit. */
const commit = Effect.fnUntraced(function* (git: Repository, version: Version) {
  const paths = [ledgerFile, folderOf({ version })]
  yield* run(git, ["add", "--", ...paths])
  const staged = yield* run(git, ["diff", "--cached", "--name-only", "--", ...paths])
  if (staged !== "") yield* run(git, ["commit", "--quiet", "-m", `Release ${version}`, "--", ...paths])
  return staged !== ""
})

/** Whether the tag had to be set. */
const tag = Effect.fnUntraced(function* (git: Repository, releases: string, version: Version) {
  const name = folderOf({ version })
  const brought = yield* broughtBy(git, version)
  if (brought === "") return yield* new GitFailed(notCommitted(version))
  const taggedAlready = yield* commitOf(git, `refs/tags/${name}`)
  if (taggedAlready === brought) return false
  // A release can be taken back in git and brought again; its tag may stand on the commit that brought it first.
  if (
    taggedAlready !== "" &&
    (yield* manifestAt(git, taggedAlready, version)) === (yield* manifestAt(git, brought, version))
  )
    return false
  if (yield* isShallow(git, releases, brought)) return yield* new GitFailed(historyMissing(version))
  if (taggedAlready !== "") return yield* new GitFailed(tagTaken(name, taggedAlready))
  const { head } = yield* readLedger(releases)
  const message = `Release ${version}\n\nLedger ${head.sequence} ${head.hash}`
  yield* run(git, ["tag", "-a", name, "-m", message, brought])
  return true
})

/** The commit that brought the release, which need not be the one that is checked out. */
const broughtBy = (git: Repository, version: Version) => {
  const manifest = `${folderOf({ version })}/${manifestFile}`
  const added = ["--diff-filter=A", "--no-renames", "--no-show-signature", "--format=%H"]
  return Effect.map(run(git, ["log", "-1", ...added, "--", manifest]), (id) => id.trim())
}

/** The id of the commit that a name stands for, empty where it stands for none. */
const commitOf = (git: Repository, name: string) =>
  Effect.map(run(git, ["rev-parse", "--verify", "--quiet", `${name}^{commit}`]), (id) => id.trim())

/** The id of the manifest that a commit holds of a release, empty where it holds none. */
const manifestAt = (git: Repository, commit: string, version: Version) =>
  Effect.map(
    run(git, ["rev-parse", "--verify", "--quiet", `${commit}:./${folderOf({ version })}/${manifestFile}`]),
    (id) => id.trim()
  )

/** Whether the history was cut off at a commit, which then looks as if it had brought all that it holds. */
const isShallow = Effect.fnUntraced(function* (git: Repository, releases: string, commit: string) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const list = (yield* run(git, ["rev-parse", "--git-path", "shallow"])).replace(/\n$/, "")
  const cutOff = yield* fs
    .readFileString(paths.resolve(releases, list))
    .pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed("")))
  return cutOff.split("\n").includes(commit)
})

const keptElsewhere = (version: Version, releases: string) => ({
  reason: `Release ${version} is published, but ${releases} is in no git repository that could keep it`,
  help: "Run without --commit and --tag, or keep the releases in a repository and run again."
})

const notCommitted = (version: Version) => ({
  reason: `Release ${version} is published, but in no commit that could be tagged`,
  help: "Run again with --commit --tag."
})

const historyMissing = (version: Version) => ({
  reason: `This clone is shallow, so which commit brought release ${version} cannot be seen`,
  help: "Fetch the history with git fetch --unshallow, then run again with --tag."
})

const tagTaken = (name: string, commit: string) => ({
  reason: `The tag ${name} is taken by another commit, ${commit.slice(0, abbreviated)}`,
  help: `See what it stands for; if it is there by mistake, delete it with git tag --delete ${name} and run again with --tag.`
})

const abbreviated = 12
