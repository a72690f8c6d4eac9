import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { commitRelease } from "../../../src/git/ReleaseCommit.ts"
import { git, temporaryFolder } from "../../support/Repository.ts"
import { publishRelease, vocabulary } from "../server/releases.ts"

const version = Version.make("1.0.0")
const both = { commit: true, tag: true }

/** A repository with a release that is not committed, and the folder of its releases. */
const published = Effect.gen(function* () {
  const folder = yield* Effect.promise(temporaryFolder)
  const releases = join(folder, "releases")
  yield* publishRelease(releases, "1.0.0", vocabulary("EDU"), "2026-01-10T10:00:00Z")
  yield* Effect.promise(() => git(folder, "init", "--quiet", "--initial-branch=main"))
  yield* Effect.promise(() => git(folder, "config", "user.name", "Editor"))
  yield* Effect.promise(() => git(folder, "config", "user.email", "editor@example.org"))
  return { folder, releases }
})

const run = (folder: string, ...args: ReadonlyArray<string>) =>
  Effect.promise(async () => (await git(folder, ...args)).trim())

layer(NodeServices.layer)("commitRelease", (it) => {
  it.effect("commits and tags a release, and nothing twice", () =>
    Effect.gen(function* () {
      const { folder, releases } = yield* published
      yield* Effect.promise(() => writeFile(join(releases, "notes"), "not a part of the release"))
      assert.deepStrictEqual(yield* commitRelease(releases, version, both), {
        committed: true,
        tagged: true,
        branch: "main"
      })
      assert.strictEqual(yield* run(folder, "log", "--format=%s %D"), "Release 1.0.0 HEAD -> main, tag: v1.0.0")
      assert.strictEqual(yield* run(folder, "status", "--short", "releases/notes"), "?? releases/notes")
      assert.match(
        yield* run(folder, "for-each-ref", "--format=%(contents)", "refs/tags/v1.0.0"),
        /^Release 1\.0\.0\n\nLedger 1 sha256:[0-9a-f]{64}$/
      )
      const nothing = { committed: false, tagged: false }
      assert.deepStrictEqual(yield* commitRelease(releases, version, both), { ...nothing, branch: "main" })
      yield* run(folder, "switch", "--quiet", "--detach")
      assert.deepStrictEqual(yield* commitRelease(releases, version, both), { ...nothing, branch: undefined })
    })
  )

  it.effect("commits the checkpoint of a signed log, too", () =>
    Effect.gen(function* () {
      const { folder, releases } = yield* published
      yield* Effect.promise(() => writeFile(join(releases, "checkpoint"), "signed"))
      yield* commitRelease(releases, version, { commit: true, tag: false })
      assert.strictEqual(yield* run(folder, "show", "HEAD:releases/checkpoint"), "signed")
      assert.strictEqual(yield* run(folder, "tag"), "")
    })
  )

  it.effect("tags the commit that added the release, later", () =>
    Effect.gen(function* () {
      const { folder, releases } = yield* published
      const early = yield* Effect.flip(commitRelease(releases, version, { commit: false, tag: true }))
      assert.include(early.message, "Release 1.0.0 is published but not committed, so it cannot be tagged")
      assert.include(early.message, "Run again with --commit --tag.")
      yield* commitRelease(releases, version, { commit: true, tag: false })
      yield* run(folder, "commit", "--quiet", "--allow-empty", "-m", "Unrelated")
      const later = yield* commitRelease(releases, version, { commit: false, tag: true })
      assert.deepStrictEqual(later, { committed: false, tagged: true, branch: "main" })
      assert.strictEqual(yield* run(folder, "log", "-1", "--format=%s", "v1.0.0"), "Release 1.0.0")
    })
  )

  it.effect("moves no tag to another commit", () =>
    Effect.gen(function* () {
      const { folder, releases } = yield* published
      yield* run(folder, "commit", "--quiet", "--allow-empty", "-m", "Before")
      yield* run(folder, "tag", "-a", "v1.0.0", "-m", "Mine")
      const taken = yield* run(folder, "rev-parse", "v1.0.0^{commit}")
      const error = yield* Effect.flip(commitRelease(releases, version, both))
      assert.include(error.message, `The tag v1.0.0 already points to another commit, ${taken.slice(0, 12)}`)
      assert.notInclude(error.message, taken.slice(0, 13))
      assert.include(
        error.message,
        "Look at that commit. If the tag is a mistake, delete it with git tag --delete v1.0.0 and run again with --tag."
      )
      assert.strictEqual(yield* run(folder, "rev-parse", "v1.0.0^{commit}"), taken)
    })
  )

  it.effect("keeps a tag on a commit that contains the release, even if a later commit added it again", () =>
    Effect.gen(function* () {
      const { folder, releases } = yield* published
      yield* run(folder, "commit", "--quiet", "--allow-empty", "-m", "Before")
      yield* commitRelease(releases, version, both)
      const tagged = yield* run(folder, "rev-parse", "v1.0.0")
      for (const _ of ["removed", "added"]) yield* run(folder, "revert", "--no-edit", "HEAD")
      const again = yield* commitRelease(releases, version, both)
      assert.deepStrictEqual(again, { committed: false, tagged: false, branch: "main" })
      assert.strictEqual(yield* run(folder, "rev-parse", "v1.0.0"), tagged)
    })
  )

  it.effect("sets no tag if a shallow clone hides the commit that added the release", () =>
    Effect.gen(function* () {
      const { folder, releases } = yield* published
      yield* commitRelease(releases, version, { commit: true, tag: false })
      yield* run(folder, "commit", "--quiet", "--allow-empty", "-m", "Unrelated")
      const clone = join(yield* Effect.promise(temporaryFolder), "clone")
      yield* run(folder, "clone", "--quiet", "--depth=1", `file://${folder}`, clone)
      const error = yield* Effect.flip(commitRelease(join(clone, "releases"), version, { commit: false, tag: true }))
      assert.include(error.message, "This clone is shallow, so the commit that added release 1.0.0 is unknown")
      assert.include(error.message, "Run git fetch --unshallow, then run again with --tag.")
    })
  )

  it.effect("fails outside of a repository", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.promise(temporaryFolder)
      const error = yield* Effect.flip(commitRelease(folder, version, both))
      assert.include(error.message, `Release 1.0.0 is published, but ${folder} is not in a git repository`)
      assert.include(
        error.message,
        "Run without --commit and --tag, or move the releases into a repository and run again."
      )
    })
  )
})
