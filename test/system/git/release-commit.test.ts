import { chmod, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { commitRelease } from "../../../src/git/ReleaseCommit.ts"
import { buildRelease } from "../../support/CommandLine.ts"
import { git, makeRepository, temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
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

const subjectOf = (cwd: string, revision: string) => git(cwd, "log", "-1", "--format=%s", revision)

const unrelated = (cwd: string) => git(cwd, "commit", "--quiet", "--allow-empty", "-m", "Unrelated")

describe("build-release --tag", () => {
  it("tags the commit that added the release, and nothing if the release is not committed", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const early = await buildRelease(["--tag"], { cwd })
    expect([early.code, early.stdout, early.stderr]).toEqual([
      3,
      expect.stringContaining("Published 1.0.0"),
      expect.stringMatching(/published but not committed/)
    ])
    expect(early.stdout).not.toContain("agged")
    const { stdout } = await buildRelease(["--commit"], { cwd })
    expect(stdout).toMatch(/\nCommitted\. Next: git push/)
    await unrelated(cwd)
    const late = await buildRelease(["--tag"], { cwd })
    expect([late.code, late.stdout]).toEqual([0, expect.stringMatching(/\nTagged v1\.0\.0\. Next: git push/)])
    expect(await subjectOf(cwd, "v1.0.0")).toBe("Release 1.0.0\n")
    const again = await buildRelease(["--commit", "--tag"], { cwd })
    expect(again.stdout).toMatch(/\nAlready committed and tagged v1\.0\.0\. Next: git push/)
  })
})

describe("build-release --commit", () => {
  it("fails if a hook refuses the commit without a word, and commits once it accepts", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const hook = join(cwd, ".git/hooks/pre-commit")
    await writeFiles(cwd, { ".git/hooks/pre-commit": "#!/bin/sh\nexit 1\n" })
    await chmod(hook, 0o755)
    const refused = await buildRelease(["--commit"], { cwd })
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringMatching(/^error: git commit ended with exit code 1 and no message\. A hook can have refused it/)
    ])
    expect(refused.stdout).not.toContain("ommitted")
    await rm(hook)
    expect((await buildRelease(["--commit"], { cwd })).stdout).toContain("\nCommitted. Next:")
  })

  it("prints a push command that works on a detached head", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const upstream = await temporaryFolder()
    await git(upstream, "init", "--quiet", "--bare")
    await git(cwd, "remote", "add", "origin", upstream)
    await git(cwd, "push", "--quiet", "origin", "main")
    await git(cwd, "checkout", "--quiet", "--detach")
    const { code, stderr, stdout } = await buildRelease(["--commit", "--tag"], { cwd })
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^warning: HEAD is detached/)])
    const [, push = ""] = /Next: git (.*)\n$/.exec(stdout) ?? []
    expect(push).toContain("<branch>")
    await git(cwd, ...push.replace("<branch>", "main").split(" "))
    expect([await subjectOf(upstream, "main"), await subjectOf(upstream, "v1.0.0")]).toEqual([
      "Release 1.0.0\n",
      "Release 1.0.0\n"
    ])
    const tagged = await buildRelease(["--tag"], { cwd })
    expect(tagged).toMatchObject({ stderr: "", stdout: expect.stringMatching(/Next: git push origin v1\.0\.0\n$/) })
  })

  it("says to bring the newest sources back after a correction of an older line", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const header = smallSources["taxonomy.yaml"]
    const release = async (text: string) => {
      await writeFiles(join(cwd, "taxonomy-src"), { "taxonomy.yaml": text })
      await git(cwd, "commit", "--quiet", "--all", "-m", "Sources")
      const { code, stdout } = await buildRelease(["--commit", "--tag"], { cwd })
      return [code, stdout.split("\n").at(-2)]
    }
    await buildRelease(["--commit", "--tag"], { cwd })
    const newest = header.replace("1.0.0", "2.0.0").replace(/^namespace: .*$/m, "namespace: another-vocabulary")
    expect(await release(newest)).toEqual([0, "Committed and tagged v2.0.0. Next: git push --atomic --follow-tags"])
    const older = header.replace("1.0.0", "1.0.1").replace(/^title: .*$/m, "title: A corrected title")
    expect(await release(older)).toEqual([
      0,
      'Committed and tagged v1.0.1. Next: bring the newest sources back ("Fix an older line" in docs/how-to/correct-a-release.md), then git push --atomic --follow-tags'
    ])
  })
})
