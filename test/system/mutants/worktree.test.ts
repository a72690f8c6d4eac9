import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { readChangedLines } from "../../../scripts/mutants/ChangedLines.ts"
import {
  commitOfWorkingTree,
  diffSince,
  firstCommit,
  inWorktree,
  listSources
} from "../../../scripts/mutants/Worktree.ts"

/** A repository with one commit of `src/a.ts`, then a change of it, a new source and an ignored one. */
const makeRepository = () => {
  const root = mkdtempSync(join(tmpdir(), "mutants-"))
  const git = (...args: ReadonlyArray<string>) => execFileSync("git", args, { cwd: root, encoding: "utf8" })
  git("init", "--quiet", "--initial-branch=main")
  for (const [key, value] of [
    ["user.name", "Ada"],
    ["user.email", "ada@example.org"]
  ] as const)
    git("config", key, value)
  for (const folder of ["src", "node_modules"]) mkdirSync(join(root, folder))
  writeFileSync(join(root, ".gitignore"), "node_modules\nsrc/ignored.ts\n")
  writeFileSync(join(root, "src/a.ts"), "one\ntwo\n")
  git("add", ".")
  git("commit", "--quiet", "--message=First")
  writeFileSync(join(root, "src/a.ts"), "one\n2\n")
  writeFileSync(join(root, "src/new.ts"), "new\n")
  writeFileSync(join(root, "src/ignored.ts"), "ignored\n")
  return { root, git }
}

describe("the worktree of a mutation test", () => {
  it("contains what is changed and new, and leaves repository and index as they are", async () => {
    const { git, root } = makeRepository()
    const before = git("status", "--porcelain")
    const commit = commitOfWorkingTree(root)
    assert.deepStrictEqual(listSources(root, commit), ["src/a.ts", "src/new.ts"])
    assert.deepStrictEqual(readChangedLines(diffSince(root, "main", commit)), [
      { file: "src/a.ts", first: 2, last: 2 },
      { file: "src/new.ts", first: 1, last: 1 }
    ])
    const folder = await inWorktree(root, commit, async (folder) => {
      assert.strictEqual(readFileSync(join(folder, "src/a.ts"), "utf8"), "one\n2\n")
      assert.isTrue(existsSync(join(folder, "node_modules")))
      writeFileSync(join(folder, "src/a.ts"), "mutated\n")
      return folder
    })
    assert.isFalse(existsSync(folder))
    assert.lengthOf(git("worktree", "list").trim().split("\n"), 1)
    assert.strictEqual(readFileSync(join(root, "src/a.ts"), "utf8"), "one\n2\n")
    assert.strictEqual(git("status", "--porcelain"), before)
  })

  it("is removed when what runs in it fails", async () => {
    const { git, root } = makeRepository()
    const failed = inWorktree(root, "main", () => Promise.reject(new Error("failed")))
    assert.strictEqual(await failed.catch((error: unknown) => String(error)), "Error: failed")
    assert.lengthOf(git("worktree", "list").trim().split("\n"), 1)
  })

  it("is compared with the first base that exists", () => {
    const { root } = makeRepository()
    assert.strictEqual(firstCommit(root, ["origin/main", "main"]), "main")
    assert.isUndefined(firstCommit(root, ["origin/main", "v9"]))
  })
})
