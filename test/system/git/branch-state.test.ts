import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { checkBranch } from "../../../src/git/BranchState.ts"
import { commitAll, git, temporaryFolder, writeFiles } from "../../support/Repository.ts"

const published = (version: string): string => `${JSON.stringify({ type: "ReleasePublished", data: { version } })}\n`

const write = (folder: string, ledger: string) => writeFiles(join(folder, "releases"), { "ledger.ndjson": ledger })

const first = published("1.0.0")

/** A repository that has published 1.0.0 on a branch, and has then switched to another one if it is named. */
const makeRepository = async (main: string, branch?: string): Promise<string> => {
  const folder = await temporaryFolder()
  await git(folder, "init", "--quiet", `--initial-branch=${main}`)
  await write(folder, first)
  await commitAll(folder, "Release 1.0.0")
  if (branch !== undefined) await git(folder, "switch", "--quiet", "--create", branch)
  return folder
}

/** Commits a ledger on another branch than the one that is checked out. */
const commitOn = async (folder: string, branch: string, ledger: string): Promise<void> => {
  const current = (await git(folder, "branch", "--show-current")).trim()
  await git(folder, "switch", "--quiet", branch)
  await write(folder, ledger)
  await commitAll(folder, "Release")
  await git(folder, "switch", "--quiet", current)
}

const check = (folder: string, given?: string) => checkBranch(join(folder, "releases"), given)

const otherBranch = (branch: string, default_branch: string) => ({
  rule: "lifecycle/other-branch",
  level: "warning",
  context: { branch, default_branch },
  location: { _tag: "Header", path: ["version"] }
})

const behind = (context: object) => ({
  rule: "lifecycle/branch-behind",
  level: "error",
  context: { reverted: null, ...context },
  location: { _tag: "Release", file: "ledger.ndjson" }
})

layer(NodeServices.layer)("the branch of a release", (it) => {
  const made = (main: string, branch?: string) => Effect.promise(() => makeRepository(main, branch))

  it.effect.each([
    ["main", undefined, undefined, []],
    ["master", undefined, undefined, []],
    ["trunk", undefined, undefined, []],
    ["main", "feature", undefined, [otherBranch("feature", "main")]],
    ["master", "feature", undefined, [otherBranch("feature", "master")]],
    ["trunk", "feature", undefined, []],
    ["trunk", "feature", "trunk", [otherBranch("feature", "trunk")]],
    ["main", "feature", "feature", []]
  ] as const)("is compared with the default branch: %s, then %s, given %s", ([main, branch, given, findings]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual<unknown>(yield* check(yield* made(main, branch), given), findings)
    })
  )

  it.effect("that has reverted a release is told how to take it back", () =>
    Effect.gen(function* () {
      const folder = yield* made("main")
      yield* Effect.promise(async () => {
        await write(folder, first + published("1.1.0"))
        await commitAll(folder, "Release 1.1.0")
        await git(folder, "update-ref", "refs/remotes/origin/main", "HEAD")
        await git(folder, "revert", "--no-edit", "HEAD")
      })
      const [finding] = yield* check(folder)
      assert.deepInclude(finding?.context, {
        newer: "origin/main",
        releases: ["1.1.0"],
        reverted: join(folder, "releases")
      })
      yield* Effect.promise(() => git(folder, "restore", "--source", "origin/main", "--", "releases"))
      assert.deepStrictEqual(yield* check(folder), [])
    })
  )

  it.effect("must have what the default branch has published", () =>
    Effect.gen(function* () {
      const folder = yield* made("main", "feature")
      const newer = `${first}${published("1.1.0")}{"type":"Other","data":{"version":"3.0.0"}}\n?\n${published("1.2.0")}`
      yield* Effect.promise(() => commitOn(folder, "main", newer))
      const facts = { branch: "feature", newer: "main", releases: ["1.1.0", "1.2.0"], is_own_remote: false }
      const warning = otherBranch("feature", "main")
      assert.deepStrictEqual<unknown>(yield* check(folder), [behind({ ...facts, has_diverged: false }), warning])
      // The working tree may have more than is committed.
      yield* Effect.promise(() => write(folder, newer + published("1.3.0")))
      assert.deepStrictEqual<unknown>(yield* check(folder), [warning])
      yield* Effect.promise(() => write(folder, first + published("1.0.1")))
      assert.deepStrictEqual<unknown>(yield* check(folder), [behind({ ...facts, has_diverged: true }), warning])
    })
  )

  it.effect("may be a detached head, or have no releases yet", () =>
    Effect.gen(function* () {
      const folder = yield* made("main", "feature")
      yield* Effect.promise(async () => {
        await commitOn(folder, "main", first + published("1.1.0"))
        await git(folder, "switch", "--quiet", "--detach")
        await git(folder, "rm", "--quiet", "-r", "releases")
      })
      const facts = { branch: null, newer: "main", releases: ["1.0.0", "1.1.0"], is_own_remote: false }
      assert.deepStrictEqual<unknown>(yield* check(folder), [behind({ ...facts, has_diverged: false })])
    })
  )

  it.effect("is compared with the remote copy of the default branch", () =>
    Effect.gen(function* () {
      const remote = yield* made("trunk")
      const folder = join(yield* Effect.promise(temporaryFolder), "clone")
      yield* Effect.promise(() => git(remote, "clone", "--quiet", remote, folder))
      assert.deepStrictEqual(yield* check(folder), [])
      yield* Effect.promise(async () => {
        await write(remote, first + published("1.1.0"))
        await commitAll(remote, "Release 1.1.0")
        await git(folder, "fetch", "--quiet")
      })
      const facts = { newer: "origin/trunk", releases: ["1.1.0"], has_diverged: false }
      assert.deepStrictEqual<unknown>(yield* check(folder), [
        behind({ ...facts, branch: "trunk", is_own_remote: true })
      ])
      yield* Effect.promise(() => git(folder, "switch", "--quiet", "--create", "feature"))
      assert.deepStrictEqual<unknown>(yield* check(folder), [
        behind({ ...facts, branch: "feature", is_own_remote: false }),
        otherBranch("feature", "trunk")
      ])
    })
  )

  it.effect("is not compared without a repository, or before its first commit", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.promise(temporaryFolder)
      assert.deepStrictEqual(yield* check(folder), [])
      yield* Effect.promise(() => git(folder, "init", "--quiet", "--initial-branch=main"))
      assert.deepStrictEqual(yield* check(folder), [])
    })
  )
})
