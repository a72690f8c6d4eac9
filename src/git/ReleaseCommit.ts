import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { Version } from "../domain/taxonomy/Scalars.ts"
import { folderOf, manifestFile } from "../release/artifacts/Manifest.ts"
import { ledgerFile, readLedger } from "../release/Ledger.ts"
import { checkpointFile } from "../release/log/CheckpointFile.ts"
import { withReleasesLock } from "../release/ReleasesLock.ts"
import { isUnborn, openRepository, runGit, type Repository, GitFailed } from "./Git.ts"

/** What a run changed in git for a release. */
export interface ReleaseCommit {
  /** True if this run made the commit. */
  readonly committed: boolean
  /** True if this run set the tag. */
  readonly tagged: boolean
  /** The current branch; undefined on a detached head. */
  readonly branch: string | undefined
}

/**
 * Commits a published release and tags the commit `vX.Y.Z`. Each step is skipped if it is done already, so a later run
 * completes an interrupted one. The message of the tag contains the ledger's head hash. The lock makes concurrent runs
 * see each other's steps.
 */
export const commitRelease = Effect.fn("commitRelease")(
  function* (releases: string, version: Version, steps: { readonly commit: boolean; readonly tag: boolean }) {
    const git = yield* openRepository(releases, "--releases")
    const committed = steps.commit && (yield* commit(git, releases, version))
    const tagged = steps.tag && (yield* tag(git, releases, version))
    const branch = (yield* runGit(git, ["symbolic-ref", "--quiet", "--short", "HEAD"])).trim()
    const result: ReleaseCommit = { committed, tagged, branch: branch === "" ? undefined : branch }
    return result
  },
  (effect, releases, version) =>
    effect.pipe(
      Effect.catchTag("NotInRepository", ({ folder }) => new GitFailed(notInRepository(version, folder))),
      withReleasesLock(releases)
    )
)

/** Returns false if there is nothing to commit. The message names what the ledger gets besides the release, too. */
const commit = Effect.fnUntraced(function* (git: Repository, releases: string, version: Version) {
  const fs = yield* FileSystem.FileSystem
  const isSigned = yield* fs.exists(join(releases, checkpointFile))
  const files = [ledgerFile, folderOf({ version }), ...(isSigned ? [checkpointFile] : [])]
  yield* runGit(git, ["add", "--", ...files])
  const staged = yield* runGit(git, ["diff", "--cached", "--name-only", "--", ...files])
  if (staged === "") return false
  const added = yield* runGit(git, ["diff", "--cached", "--unified=0", "--no-color", "--no-ext-diff", "--", ledgerFile])
  const actions = added.split("\n").flatMap((line) => (line.startsWith("+{") ? actionOf(line.slice(1)) : []))
  const subjects = actions.length === 0 || staged.includes(folderOf({ version })) ? [`Release ${version}`] : []
  const messages = [...subjects, ...actions].flatMap((text) => ["-m", text])
  yield* runGit(git, ["commit", "--quiet", ...messages, "--", ...files])
  return true
})

/** What an event other than a publication records, as the subject of a commit. */
const actionOf = (line: string): ReadonlyArray<string> => {
  const { data, type } = JSON.parse(line)
  if (type === "ReleaseWithdrawn") return [`Withdraw ${data.version}`]
  return type === "MajorEnded" ? [`End v${data.major}`] : []
}

/** Returns false if the tag is set already. */
const tag = Effect.fnUntraced(function* (git: Repository, releases: string, version: Version) {
  const name = folderOf({ version })
  const target = (yield* isUnborn(git)) ? "" : yield* findAddingCommit(git, version)
  if (target === "") return yield* new GitFailed(notCommitted(version))
  const tagged = yield* objectId(git, `refs/tags/${name}^{commit}`)
  if (tagged === target) return false
  // If the release was reverted and added again, the tag may point to the commit that added it first.
  const isSameRelease =
    tagged !== "" && (yield* manifestId(git, tagged, version)) === (yield* manifestId(git, target, version))
  if (isSameRelease) return false
  if (yield* isShallowBoundary(git, releases, target)) return yield* new GitFailed(historyMissing(version))
  if (tagged !== "") return yield* new GitFailed(tagTaken(name, tagged))
  const { head } = yield* readLedger(releases)
  const message = `Release ${version}\n\nLedger ${head.sequence} ${head.hash}`
  yield* runGit(git, ["tag", "-a", name, "-m", message, target])
  return true
})

/** The commit that added the release, which may be older than the current one. Empty if there is none. */
const findAddingCommit = (git: Repository, version: Version) => {
  const manifest = `${folderOf({ version })}/${manifestFile}`
  const added = ["--diff-filter=A", "--no-renames", "--no-show-signature", "--format=%H"]
  return Effect.map(runGit(git, ["log", "-1", ...added, "--", manifest]), (id) => id.trim())
}

/** The id of the manifest in a commit. Empty if the commit does not contain the release. */
const manifestId = (git: Repository, commit: string, version: Version) =>
  objectId(git, `${commit}:./${folderOf({ version })}/${manifestFile}`)

/** The id of the object with a name. Empty if there is none. */
const objectId = (git: Repository, name: string) =>
  Effect.map(runGit(git, ["rev-parse", "--verify", "--quiet", name]), (id) => id.trim())

/** True if a shallow clone was cut off at this commit, which then seems to add every file that it contains. */
const isShallowBoundary = Effect.fnUntraced(function* (git: Repository, releases: string, commit: string) {
  const fs = yield* FileSystem.FileSystem
  const list = (yield* runGit(git, ["rev-parse", "--git-path", "shallow"])).replace(/\n$/, "")
  const boundaries = yield* fs
    .readFileString(resolve(releases, list))
    .pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed("")))
  return boundaries.split("\n").includes(commit)
})

const notInRepository = (version: Version, releases: string) => ({
  reason: `Release ${version} is published, but ${releases} is not in a git repository`,
  help: "Run without --commit and --tag, or move the releases into a repository and run again."
})

const notCommitted = (version: Version) => ({
  reason: `Release ${version} is published but not committed, so it cannot be tagged`,
  help: "Run again with --commit --tag."
})

const historyMissing = (version: Version) => ({
  reason: `This clone is shallow, so the commit that added release ${version} is unknown`,
  help: "Run git fetch --unshallow, then run again with --tag."
})

const tagTaken = (name: string, commit: string) => ({
  reason: `The tag ${name} already points to another commit, ${commit.slice(0, abbreviatedLength)}`,
  help: `Look at that commit. If the tag is a mistake, delete it with git tag --delete ${name} and run again with --tag.`
})

const abbreviatedLength = 12
