import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readCommittedSources, findUncommittedFiles } from "../../../src/build/sources/CommittedSources.ts"
import type { SourceTree } from "../../../src/build/sources/SourceTree.ts"
import { commitAll, git, makeRepository, temporaryFolder, writeFiles } from "../../support/Repository.ts"

/** The entries by path, with the texts of files. */
const shown = (tree: SourceTree) =>
  Object.fromEntries(
    tree.map((entry) => {
      const { path, ...facts } = entry
      return [path, entry._tag === "File" ? Buffer.from(entry.bytes).toString() : facts] as const
    })
  )

const inServices = <A, E>(effect: Effect.Effect<A, E, NodeServices.NodeServices>): Promise<A> =>
  Effect.runPromise(Effect.provide(effect, NodeServices.layer))

const files = { "taxonomy.yaml": "title: A\n", "licenses/a b.yaml": "code: A\n", "dimensions/use.yml": "name: use\n" }

const makeSources = async () => {
  const folder = await makeRepository(files)
  return { folder, sources: join(folder, "taxonomy-src") }
}

describe("readCommittedSources", () => {
  it("reads the sources of the commit, whatever is in the working tree", async () => {
    const { folder, sources } = await makeSources()
    await writeFiles(sources, { "taxonomy.yaml": "title: B\n", "rules/new.yaml": "id: new\n" })
    await rm(join(sources, "licenses"), { recursive: true })
    const { commit, committedAt, tree } = await inServices(readCommittedSources(sources))
    assert.deepStrictEqual(shown(tree), files)
    assert.strictEqual(commit, (await git(folder, "rev-parse", "HEAD")).trim())
    assert.strictEqual(committedAt, Date.parse("2026-01-15T12:00:00+02:00") / 1000)
  })

  it("reads those of an older commit", async () => {
    const { folder, sources } = await makeSources()
    await writeFiles(sources, { "taxonomy.yaml": "title: B\n" })
    await commitAll(folder, "Title")
    assert.deepInclude(shown((await inServices(readCommittedSources(sources))).tree), { "taxonomy.yaml": "title: B\n" })
    assert.deepStrictEqual(shown((await inServices(readCommittedSources(sources, "HEAD~1"))).tree), files)
  })

  it("names links, files that are too large and files that are nearly sources, and leaves others out", async () => {
    const { folder, sources } = await makeSources()
    const size = 4 * 1024 * 1024
    await writeFiles(sources, {
      "README.md": "Read me",
      "licenses/B.txt": "code: B\n",
      ".hidden/c.yaml": "code: C\n",
      "full.yaml": "a".repeat(size),
      "large.yaml": "a".repeat(size + 1)
    })
    await symlink("a b.yaml", join(sources, "licenses/link.yaml"))
    await symlink("licenses", join(sources, "linked"))
    await symlink("licenses", join(sources, ".linked"))
    await mkdir(join(sources, "empty"))
    await commitAll(folder, "More")
    const { "full.yaml": full, ...others } = shown((await inServices(readCommittedSources(sources))).tree)
    assert.strictEqual(full, "a".repeat(size))
    assert.deepStrictEqual(others, {
      ...files,
      "licenses/B.txt": { _tag: "NearSource" },
      "licenses/link.yaml": { _tag: "Link" },
      linked: { _tag: "Link" },
      "large.yaml": { _tag: "TooLarge", size: size + 1 }
    })
  })

  it("reads a repository with SHA-256", async () => {
    const folder = await temporaryFolder()
    await git(folder, "init", "--quiet", "--object-format=sha256")
    await writeFiles(folder, files)
    await commitAll(folder, "Sources")
    await writeFiles(folder, { "taxonomy.yaml": "title: B\n" })
    const { commit, tree } = await inServices(readCommittedSources(folder))
    assert.lengthOf(commit, 64)
    assert.deepStrictEqual(shown(tree), files)
  })

  it("fails outside of a repository, and for a commit that does not exist", async () => {
    const { sources } = await makeSources()
    const tagOf = (folder: string, revision?: string) =>
      inServices(Effect.flip(readCommittedSources(folder, revision))).then(({ _tag }) => _tag)
    assert.strictEqual(await tagOf(await temporaryFolder()), "NotInRepository")
    assert.strictEqual(await tagOf(sources, "v9"), "CommitNotFound")
  })
})

describe("findUncommittedFiles", () => {
  it("finds what differs from the commit, in the source folder alone", async () => {
    const { folder, sources } = await makeSources()
    assert.deepStrictEqual(await inServices(findUncommittedFiles(sources)), [])
    await writeFiles(folder, {
      "README.md": "Read me",
      "taxonomy-src/.gitignore": "ignored.*\nout\n",
      "taxonomy-src/taxonomy.yaml": "title: B\n",
      "taxonomy-src/rules/new.yaml": "id: new\n",
      "taxonomy-src/notes.md": "Notes",
      "taxonomy-src/ignored.yaml": "code: C\n",
      "taxonomy-src/ignored.txt": "Notes",
      "taxonomy-src/out/file.txt": "Notes",
      "taxonomy-src/out/file.yaml": "code: D\n"
    })
    await rm(join(sources, "licenses/a b.yaml"))
    await git(folder, "mv", "taxonomy-src/dimensions/use.yml", "taxonomy-src/dimensions/use.yaml")
    const found = await inServices(findUncommittedFiles(sources))
    const expected = [
      ["dimensions/use.yaml", "changed"],
      ["dimensions/use.yml", "changed"],
      ["licenses/a b.yaml", "changed"],
      ["taxonomy.yaml", "changed"],
      [".gitignore", "untracked"],
      ["notes.md", "untracked"],
      ["rules/new.yaml", "untracked"],
      ["ignored.yaml", "ignored"],
      ["out/file.yaml", "ignored"]
    ] as const
    assert.sameDeepMembers(
      [...found],
      expected.map(([file, state]) => ({
        rule: "source/uncommitted-changes",
        level: "error",
        context: { file, state },
        location: { _tag: "Source", file, line: 1 }
      }))
    )
  })

  it("finds files if the repository is the source folder itself, and a nested repository", async () => {
    const folder = await temporaryFolder()
    await git(folder, "init", "--quiet")
    await writeFiles(folder, files)
    await commitAll(folder, "Sources")
    await writeFiles(folder, { "a.yaml": "code: A\n" })
    await git(folder, "init", "--quiet", "nested")
    await writeFile(join(folder, "nested/b.yaml"), "code: B\n")
    await chmod(join(folder, "taxonomy.yaml"), 0o755)
    const found = await inServices(findUncommittedFiles(folder))
    assert.deepStrictEqual(
      found.map(({ context }) => context),
      [
        { file: "taxonomy.yaml", state: "changed" },
        { file: "a.yaml", state: "untracked" },
        { file: "nested/", state: "untracked" }
      ]
    )
  })
})
